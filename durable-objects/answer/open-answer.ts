// One answer that runs, or that is not in D1 yet, with its text in memory.
import type { AnswerEnd } from '#contract/answers.ts'
import type { FinishedAnswer } from './calls.ts'
import { Bell, type ReadableAnswer } from './reader.ts'
import type { AnswerRow, AnswerStore } from './store.ts'
import { AnswerText } from './text.ts'

export class OpenAnswer {
  row: AnswerRow
  readonly text: AnswerText
  readonly bell = new Bell()
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

  constructor(row: AnswerRow, store: AnswerStore, stored: string[]) {
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

  /** Waits until the answer is closed. */
  async finished(): Promise<FinishedAnswer> {
    for (;;) {
      const end = this.end()
      if (end) return { state: 'finished', content: this.text.whole(), end }
      await this.bell.wait()
    }
  }

  readable(): ReadableAnswer {
    const { text, bell, row } = this
    return { request: row.request, chunks: text.chunks, bell, end: () => this.end() }
  }

  /** Makes the text so far durable. */
  checkpoint() {
    const { firstSeq, texts } = this.text.takeUnstored()
    this.#store.saveTexts(this.row.request.operationId, firstSeq, texts)
  }
}
