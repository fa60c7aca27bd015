// One reader's view of an answer as server-sent events. All readers get the same events with the same ids whenever they
// join; a slow or disconnected reader delays no other.
import type { AnswerEnd, AnswerEvent } from '#contract/answers.ts'
import { eventText, gatheringMs } from '#domain/answer.ts'
import type { AnswerRequest } from './calls.ts'
import { type Chunk, eventOf } from './chunk.ts'

/** Proxies close silent connections; a comment line keeps them open. */
const pingIntervalMs = 15_000

/** More than one person's tabs and devices need; one reader more disconnects the oldest. */
export const readersMax = 20

/** Bounds what a reader of a long answer holds at once. */
const chunksPerWrite = 200

const encoder = new TextEncoder()
/** Encoded anew each time: a byte stream takes the buffer away from its writer. */
const ping = () => encoder.encode(': ping\n\n')

/** Readers of all answers of a user: each holds what it has not sent yet, and all share the memory of one object. */
const allReadersMax = 60

/** Bounds how many readers there are: one more disconnects the oldest. */
export class Readers {
  /** Oldest first. */
  readonly #readers = new Set<AbortController>()
  readonly #max: number

  constructor(max = allReadersMax) {
    this.#max = max
  }

  join(reader: AbortController) {
    this.#readers.add(reader)
    const [oldest] = this.#readers
    if (this.#readers.size <= this.#max || !oldest) return
    this.#readers.delete(oldest)
    oldest.abort()
  }

  leave(reader: AbortController) {
    this.#readers.delete(reader)
  }
}

/** Wakes the waiting readers of one answer when text or the end has arrived. */
export class Bell {
  #waiting = new Set<() => void>()
  readonly #own = new Readers(readersMax)
  readonly #all: Readers
  #rangAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(all: Readers) {
    this.#all = all
  }

  join(reader: AbortController) {
    reader.signal.addEventListener('abort', () => this.leave(reader))
    this.#own.join(reader)
    this.#all.join(reader)
  }

  leave(reader: AbortController) {
    this.#own.leave(reader)
    this.#all.leave(reader)
    this.ring()
  }

  /** Text has come: it waits for what follows soon after the text before it. */
  ringSoon() {
    if (this.#timer) return
    const forMs = gatheringMs(Date.now() - this.#rangAt)
    if (forMs > 0) this.#timer = setTimeout(this.#ringText, forMs)
    else this.#ringText()
  }

  readonly #ringText = () => {
    this.#rangAt = Date.now()
    this.ring()
  }

  ring() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const wake of waiting) wake()
  }

  /** Resolves at the next ring. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.add(resolve))
  }
}

/** Detects a connection that was silent for too long. It has one timer: a write only changes a number. */
class Silence {
  #since = Date.now()
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onLong: () => void

  constructor(onLong: () => void) {
    this.#onLong = onLong
    this.#look()
  }

  /** To be called after each write. */
  broken() {
    this.#since = Date.now()
  }

  get isLong(): boolean {
    return this.#leftMs() <= 0
  }

  stop() {
    clearTimeout(this.#timer)
  }

  #leftMs(): number {
    return this.#since + pingIntervalMs - Date.now()
  }

  #look() {
    const leftMs = this.#leftMs()
    this.#timer = setTimeout(() => this.#look(), leftMs > 0 ? leftMs : pingIntervalMs)
    if (leftMs <= 0) this.#onLong()
  }
}

/** What a reader sees of an answer. */
export interface ReadableAnswer {
  request: AnswerRequest
  chunks: readonly Chunk[]
  bell: Bell
  /** Null until the answer is closed. */
  end: () => AnswerEnd | null
}

const startEventOf = (request: AnswerRequest): AnswerEvent => ({
  type: 'start',
  operationId: request.operationId,
  service: request.service,
  model: request.model,
  conversationId: request.conversationId,
  priceTokens: request.priceTokens
})

/** The events of an answer in their order, from one reader's position on. */
class Position {
  readonly #answer: ReadableAnswer
  #lastId: number

  constructor(answer: ReadableAnswer, lastId: number) {
    this.#answer = answer
    this.#lastId = lastId
  }

  /** The next events that have arrived, a bounded number; empty when there are none. */
  next(): string {
    const { request, chunks } = this.#answer
    let text = ''
    if (this.#lastId < 0) {
      text = eventText(0, startEventOf(request))
      this.#lastId = 0
    }
    const upTo = Math.min(this.#lastId + chunksPerWrite, chunks.length)
    while (this.#lastId < upTo) {
      const chunk = chunks[this.#lastId] ?? ''
      this.#lastId += 1
      text += eventText(this.#lastId, eventOf(chunk))
    }
    return text
  }

  /**
   * The end event, which follows the last chunk. A restart may have lost chunks that this reader has: the end then
   * follows its last one, and says that the answer was interrupted.
   */
  end(end: AnswerEnd): string {
    const lastId = this.#answer.chunks.length + 1
    if (end.outcome === 'interrupted') return eventText(Math.max(lastId, this.#lastId + 1), end)
    return this.#lastId < lastId ? eventText(lastId, end) : ''
  }
}

async function writeEvents(
  writer: WritableStreamDefaultWriter<Uint8Array>,
  { answer, lastId, ended }: { answer: ReadableAnswer; lastId: number; ended: AbortSignal | undefined }
) {
  const left = new AbortController()
  const leave = () => left.abort()
  ended?.addEventListener('abort', leave)
  const { bell } = answer
  const position = new Position(answer, lastId)
  const silence = new Silence(() => bell.ring())
  let isWriting = false
  const write = async (bytes: Uint8Array) => {
    silence.broken()
    isWriting = true
    await writer.write(bytes)
    isWriting = false
  }
  // Rejects when the reader goes away while this loop waits for text.
  writer.closed.catch(leave)
  // A reader that takes nothing would otherwise hold its bytes for ever after it was disconnected.
  left.signal.addEventListener('abort', () => {
    if (isWriting) writer.abort().catch(() => undefined)
  })
  bell.join(left)
  try {
    while (!left.signal.aborted) {
      const text = position.next()
      const end = text === '' ? answer.end() : null
      if (text !== '') await write(encoder.encode(text))
      else if (end) {
        const last = position.end(end)
        if (last !== '') await write(encoder.encode(last))
        break
      } else if (silence.isLong) await write(ping())
      else await bell.wait()
    }
    await writer.close()
  } finally {
    silence.stop()
    ended?.removeEventListener('abort', leave)
    bell.leave(left)
  }
}

/**
 * The events after `lastId` (-1: from the beginning): 0 is `start`, chunk n is the n-th event after it, and the end follows
 * the last chunk.
 * @param ended aborted when the reader may see nothing more: the stream then ends where it is
 */
export function readEvents(answer: ReadableAnswer, lastId: number, ended?: AbortSignal): ReadableStream<Uint8Array> {
  const { readable, writable } = new IdentityTransformStream()
  // A reader that has gone away is no failure.
  writeEvents(writable.getWriter(), { answer, lastId, ended }).catch(() => undefined)
  return readable
}
