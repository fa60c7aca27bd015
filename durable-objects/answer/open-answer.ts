// One answer that runs, or that is not in D1 yet, with its text in memory.
import type { AnswerEnd } from '#contract/answers.ts'
import type { AnswerView, FinishedAnswer, AnswerRequest } from './calls.ts'
import { type AnswerContent, type Chunk, contentOf } from './chunk.ts'
import { Bell, type ReadableAnswer, type Readers } from './reader.ts'
import type { AnswerRow, AnswerStore } from './store.ts'
import { AnswerText } from './text.ts'
import { forkedBy } from '#domain/turn-place.ts'

export class OpenAnswer {
  row: AnswerRow
  readonly text: AnswerText
  readonly bell: Bell
  readonly abort = new AbortController()
  /** The call of the provider; null after a restart. */
  run: Promise<void> | null = null
  /** The attempt to save the answer that is under way. */
  saving: Promise<void> | null = null
  /** Failed attempts to save it. */
  failures = 0
  /** When the next attempt may begin, in milliseconds since the epoch. */
  retryAt = 0
  #isClosed: boolean
  readonly #store: AnswerStore

  constructor(row: AnswerRow, { store, stored, readers }: { store: AnswerStore; stored: Chunk[]; readers: Readers }) {
    this.bell = new Bell(readers)
    this.row = row
    this.text = new AnswerText(stored)
    this.#isClosed = row.state === 'closed'
    this.#store = store
  }

  /** Notes what was just stored in the row. */
  note(change: Partial<AnswerRow>) {
    this.row = { ...this.row, ...change }
    this.#isClosed = this.row.state === 'closed'
  }

  /** The end event; null until the turn is in D1. */
  end(): AnswerEnd | null {
    return this.#isClosed ? this.row.end : null
  }

  content(): AnswerContent {
    return contentOf(this.text.chunks, this.row.request)
  }

  view(): AnswerView {
    const end = this.end()
    const { conversationId } = this.row.request
    return { state: 'found', running: end === null, ...this.#shown(), end, conversationId }
  }

  /** Waits until the answer is closed. */
  async finished(): Promise<FinishedAnswer> {
    for (;;) {
      const end = this.end()
      if (end) return { state: 'finished', ...this.#shown(), end }
      await this.bell.wait()
    }
  }

  readable(): ReadableAnswer {
    const { text, bell, row } = this
    return { request: row.request, chunks: text.chunks, bell, end: () => this.end() }
  }

  #shown() {
    const { text, ...extras } = this.content()
    return { content: text, ...extras }
  }

  /** Takes what has come, and tells the readers. */
  append(chunk: Chunk) {
    if (this.text.append(chunk, this.#checkpoint)) this.bell.ringSoon()
  }

  /** Makes the text so far durable. */
  readonly #checkpoint = () => {
    this.storeText()
    this.text.markStored()
  }

  /** Writes the text so far. In a transaction, it counts as stored only after that: see `AnswerText.markStored`. */
  storeText() {
    const { firstSeq, texts } = this.text.unstored()
    this.#store.saveTexts(this.row.request.operationId, firstSeq, texts)
  }
}

/**
 * A changed question and a turn that runs after the same message are versions of each other, whichever was asked first: neither
 * request knows of the other. @returns the request with its place
 */
export function placedBeside(request: AnswerRequest, open: Iterable<OpenAnswer>, store: AnswerStore): AnswerRequest {
  let { place } = request
  for (const answer of open) {
    const other = answer.row.request
    if (request.conversationId === null || other.conversationId !== request.conversationId) continue
    place = forkedBy(place, other.place)
    const moved = forkedBy(other.place, request.place)
    if (moved === other.place) continue
    answer.row.request = { ...other, place: moved }
    store.replaceRequest(answer.row.request)
  }
  return { ...request, place }
}
