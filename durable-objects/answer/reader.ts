// One reader's view of an answer as server-sent events. Every event is read back from the stored rows, so all readers
// get the same bytes whenever they join, and a slow or disconnected reader delays nobody.
import type { AnswerEvent } from '#contract/answers.ts'
import { eventText } from '#domain/answer.ts'
import type { AnswerRow, AnswerStore } from './store.ts'

/** Proxies close silent connections; a comment line keeps them open. */
const pingIntervalMs = 15_000
const chunksPerRead = 200

/** More than one person's tabs and devices need; one reader more disconnects the oldest. */
export const readersMax = 20

const encoder = new TextEncoder()
/** Encoded anew each time: a byte stream takes the buffer away from whoever enqueues it. */
const ping = () => encoder.encode(': ping\n\n')

/** Wakes waiting readers when something was stored. */
export class Bell {
  #waiting = new Set<() => void>()
  /** Oldest first. */
  readonly #readers = new Set<AbortController>()

  join(reader: AbortController) {
    this.#readers.add(reader)
    const [oldest] = this.#readers
    if (this.#readers.size <= readersMax || !oldest) return
    this.leave(oldest)
    oldest.abort()
    this.ring()
  }

  leave(reader: AbortController) {
    this.#readers.delete(reader)
  }

  ring() {
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const wake of waiting) wake()
  }

  /** Resolves to `rung`, or to `quiet` when the given time passed first. */
  wait(timeoutMs: number): Promise<'rung' | 'quiet'> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        resolve('rung')
      }
      const timer = setTimeout(() => {
        this.#waiting.delete(wake)
        resolve('quiet')
      }, timeoutMs)
      this.#waiting.add(wake)
    })
  }
}

const startEventOf = ({ request }: AnswerRow): AnswerEvent => ({
  type: 'start',
  operationId: request.operationId,
  service: request.service,
  model: request.model,
  conversationId: request.conversationId,
  priceTokens: request.priceTokens
})

/**
 * The events after `lastId` (-1: from the beginning): 0 is `start`, chunk n is the n-th `delta`, and the end follows
 * the last chunk.
 */
export function readEvents(store: AnswerStore, bell: Bell, lastId: number): ReadableStream<Uint8Array> {
  let position = lastId
  const left = new AbortController()
  let cancelled = false
  bell.join(left)

  /** The stored events that this reader has not been sent yet. */
  function unsent(): string {
    let text = ''
    if (position < 0) {
      const row = store.read()
      if (row) text = eventText(0, startEventOf(row))
      position = 0
    }
    const chunks = store.chunksAfter(position, chunksPerRead)
    for (const chunk of chunks) text += eventText(chunk.seq, { type: 'delta', text: chunk.text })
    position = chunks.at(-1)?.seq ?? position
    return text
  }

  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      while (!left.signal.aborted) {
        const text = unsent()
        if (text !== '') return controller.enqueue(encoder.encode(text))
        const last = store.readEnd()
        if (last) {
          if (position < last.id) controller.enqueue(encoder.encode(eventText(last.id, last.event)))
          break
        }
        // The start that this reader joined was refused: there is nothing to wait for.
        if (store.state() === null) break
        if ((await bell.wait(pingIntervalMs)) === 'quiet' && !left.signal.aborted) return controller.enqueue(ping())
      }
      bell.leave(left)
      if (!cancelled) controller.close()
    },
    cancel() {
      cancelled = true
      bell.leave(left)
      left.abort()
    }
  })
}
