// Queues: a message comes at least once, at any time, in any order; after many deliveries it becomes a dead letter.
import type { Engine, Process } from '../engine/engine.ts'

export interface QueuedMessage {
  id: number
  queue: string
  body: unknown
  visibleAt: number
  attempts: number
  /** The process that handles it; null: it waits. */
  takenBy: Process | null
}

/** As in wrangler.toml: dead letters have no queue behind them. */
const deliveriesMax = 100
const deadQueueOf = (queue: string): string | null =>
  queue.startsWith('dead-') ? null : queue.endsWith('-jobs') ? 'dead-jobs' : 'dead-duties'
/** When a message comes again whose consumer died or whose acknowledgement was lost. */
const invisibleMs = 60_000

interface SendOptions {
  delaySeconds?: number
}

export class Queues {
  readonly messages: QueuedMessage[] = []
  /** When each duty of the clock was begun last. */
  readonly begunDuties = new Map<string, number>()
  readonly #engine: Engine
  #id = 0

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** The binding of a queue. */
  binding(queue: string) {
    const ask = (bodies: unknown[], delaySeconds: number) =>
      this.#engine.ask('queue', `queue ${queue}: send`, () => {
        for (const body of bodies) this.add(queue, body, this.#engine.now + delaySeconds * 1000)
        return { value: undefined }
      })
    return {
      send: (body: unknown, { delaySeconds = 0 }: SendOptions = {}) => ask([body], delaySeconds),
      sendBatch: (sent: { body: unknown }[], { delaySeconds = 0 }: SendOptions = {}) =>
        ask(
          sent.map(({ body }) => body),
          delaySeconds
        )
    }
  }

  add(queue: string, body: unknown, visibleAt = this.#engine.now) {
    this.#id += 1
    this.messages.push({ id: this.#id, queue, body, visibleAt, attempts: 0, takenBy: null })
  }

  /** Makes messages visible again whose consumer has died. */
  recover() {
    for (const message of this.messages)
      if (message.takenBy && !message.takenBy.isAlive) this.putBack(message, invisibleMs)
  }

  putBack(message: QueuedMessage, afterMs: number) {
    message.takenBy = null
    message.visibleAt = this.#engine.now + afterMs
    if (message.attempts < deliveriesMax) return
    this.remove(message)
    const dead = deadQueueOf(message.queue)
    if (dead !== null) this.add(dead, message.body)
  }

  remove(message: QueuedMessage) {
    const index = this.messages.indexOf(message)
    if (index >= 0) this.messages.splice(index, 1)
  }

  /**
   * Delivers a message.
   * @param fault of this delivery
   */
  async deliver(
    message: QueuedMessage,
    consume: (batch: MessageBatch) => Promise<unknown>,
    fault: 'twice' | 'ack-lost' | null
  ): Promise<void> {
    if (fault === 'twice') this.add(message.queue, message.body)
    message.attempts += 1
    const process = this.#engine.process(`message ${message.id}`)
    message.takenBy = process
    let verdict: 'ack' | number | null = null
    const batch = {
      queue: message.queue,
      messages: [
        {
          id: String(message.id),
          body: message.body,
          attempts: message.attempts,
          ack: () => (verdict ??= 'ack'),
          retry: ({ delaySeconds = 0 }: SendOptions = {}) => (verdict ??= delaySeconds * 1000)
        }
      ]
    } as unknown as MessageBatch
    const settle = () => {
      if (verdict === 'ack' && fault !== 'ack-lost') this.remove(message)
      else this.putBack(message, typeof verdict === 'number' ? verdict : invisibleMs)
    }
    await process.turn(() => {
      consume(batch).then(settle, settle)
    })
  }
}
