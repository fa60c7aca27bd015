// A queue that a test drives: a message is redelivered when its delay has passed on the stopped clock, and the Worker's
// own consumer handles it.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { consume } from '#queues/index.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'
import type { JobMessage } from '#queues/base/messages.ts'

export interface Delivery {
  /** Null: neither acknowledged nor retried, which a real queue treats as acknowledged. */
  end: 'ack' | 'retry' | null
  delaySeconds: number
}

interface Waiting {
  body: unknown
  attempts: number
  availableAt: number
}

const deliveriesMax = 100

/** One message of a batch. As in a real queue, the first call of `ack` or `retry` wins. */
function messageOf(body: unknown, attempts: number) {
  const delivery: Delivery = { end: null, delaySeconds: 0 }
  const message = {
    id: crypto.randomUUID(),
    timestamp: new Date(),
    body,
    attempts,
    ack: () => void (delivery.end ??= 'ack'),
    retry({ delaySeconds = 0 }: QueueRetryOptions = {}) {
      if (delivery.end === null) Object.assign(delivery, { end: 'retry', delaySeconds })
    }
  }
  return { message, delivery }
}

/** Delivers bodies as one batch. @returns how each delivery ended */
export async function deliverBatch(
  bodies: readonly unknown[],
  { bindings = env, queue = 'image-jobs', attempts = 1 }: { bindings?: Env; queue?: string; attempts?: number } = {}
): Promise<Delivery[]> {
  const sent = bodies.map((body) => messageOf(body, attempts))
  const batch = { queue, messages: sent.map(({ message }) => message) }
  await consume(batch, bindings, suppliesInForce)
  return sent.map(({ delivery }) => delivery)
}

/**
 * The Worker's three queues, which deliver at once: where a message would be delayed, the clock of the test moves on by as
 * much. For calls that wait for their job, which with the real queues wait for a provider's whole seconds.
 */
export function promptQueues() {
  const deliver = async (body: JobMessage, { delaySeconds = 0 }: QueueSendOptions = {}) => {
    vi.setSystemTime(Date.now() + delaySeconds * 1000)
    for (let attempts = 1; attempts <= deliveriesMax; attempts++) {
      const [delivery] = await deliverBatch([body], { bindings: { ...env, ...bindings }, attempts })
      if (delivery?.end !== 'retry') return
      vi.setSystemTime(Date.now() + delivery.delaySeconds * 1000)
    }
  }
  const send = async (body: JobMessage, options?: QueueSendOptions) => void deliver(body, options)
  const queue = { send } as unknown as Queue
  const bindings = { IMAGE_JOBS: queue, VIDEO_JOBS: queue, AUDIO_JOBS: queue }
  return bindings
}

export class TestQueue {
  /** The Worker's bindings, with this queue in place of its three queues; a test may replace others by broken ones. */
  bindings: Env
  #waiting: Waiting[] = []
  #dead: Waiting[] = []

  constructor(more: Partial<Env> = {}) {
    const send = async (body: JobMessage, { delaySeconds = 0 }: QueueSendOptions = {}) =>
      this.#add(body, delaySeconds * 1000)
    const queue = { send } as unknown as Queue
    this.bindings = { ...env, IMAGE_JOBS: queue, VIDEO_JOBS: queue, AUDIO_JOBS: queue, ...more }
  }

  get length(): number {
    return this.#waiting.length
  }

  send(jobId: string): void {
    this.#add({ jobId }, 0)
  }

  /** Drops all waiting messages, as a queue that loses its memory in a restart. */
  lose(): void {
    this.#waiting = []
  }

  /** Delivers all due messages at the same time. @returns how many */
  async deliverDue(): Promise<number> {
    const now = Date.now()
    const due = this.#waiting.filter(({ availableAt }) => availableAt <= now)
    this.#waiting = this.#waiting.filter(({ availableAt }) => availableAt > now)
    await Promise.all(due.map((waiting) => this.#deliver(waiting, 'image-jobs')))
    const dead = this.#dead.splice(0)
    await Promise.all(dead.map((waiting) => this.#deliver({ ...waiting, attempts: 1 }, 'dead-jobs')))
    return due.length + dead.length
  }

  /** Delivers all due messages; when none is due, moves the clock to the next one. */
  async step(): Promise<void> {
    if ((await this.deliverDue()) > 0 || this.#waiting.length === 0) return
    vi.setSystemTime(Math.min(...this.#waiting.map(({ availableAt }) => availableAt)))
  }

  /** Delivers until no message is left, or until the clock reaches `until`. */
  async drain(until = Infinity): Promise<void> {
    for (let steps = 0; steps < 10_000; steps++) {
      if (this.#waiting.length === 0) return
      const next = Math.min(...this.#waiting.map(({ availableAt }) => availableAt))
      if (next > until) return void vi.setSystemTime(until)
      await this.step()
    }
    throw new Error('The queue never comes to rest')
  }

  #add(body: unknown, delayMs: number, attempts = 1) {
    this.#waiting.push({ body, attempts, availableAt: Date.now() + delayMs })
  }

  async #deliver({ body, attempts }: Waiting, queue: string) {
    const [delivery] = await deliverBatch([body], { bindings: this.bindings, queue, attempts })
    if (delivery?.end !== 'retry') return
    if (attempts > deliveriesMax) this.#dead.push({ body, attempts, availableAt: Date.now() })
    else this.#add(body, delivery.delaySeconds * 1000, attempts + 1)
  }
}
