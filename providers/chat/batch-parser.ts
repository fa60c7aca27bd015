// Parses server-sent events into one batch per network read, so that the consumer is woken once per read.
import { createParser } from 'eventsource-parser'
import { eventJson, StreamError } from './event-reader.ts'
import type { EventReader } from './event-reader.ts'
import type { FailureDetails } from '../http/failure.ts'
import { textAt } from '../http/fields.ts'
import type { ChatEnd, ChatEvent, ChatPiece } from './provider.ts'

export interface Batch {
  /** In their order; consecutive pieces of one kind are joined. */
  pieces: ChatPiece[]
  end: ChatEnd | null
  /** The failure, beside the pieces before it, which are still shown and stored. */
  error: FailureDetails | null
  /** False for a read with only pings: they keep a connection open but do not count as progress. */
  progressed: boolean
}

// The last event repeats the whole answer: 128,000 output tokens are about half a million characters.
const eventCharactersMax = 4_000_000

const emptyBatch = (): Batch => ({ pieces: [], end: null, error: null, progressed: false })

export class BatchParser {
  readonly #reader: EventReader
  readonly #decoder = new TextDecoder()
  readonly #parser = createParser({
    maxBufferSize: eventCharactersMax,
    onEvent: ({ event, data }) => this.#take(event, data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') this.#batch.error ??= { kind: 'malformed', retryable: false, code: type }
    }
  })
  #batch = emptyBatch()
  /** The first half of a character, until the rest of it comes in another event. */
  readonly #half = { text: '', thinking: '' }

  constructor(reader: EventReader) {
    this.#reader = reader
  }

  /** Characters and events may be split anywhere between reads. Must not be called again after an error. */
  parse(bytes: Uint8Array): Batch {
    this.#batch = emptyBatch()
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }))
    return this.#batch
  }

  #take(event: string | undefined, data: string): void {
    const batch = this.#batch
    if (batch.end || batch.error || data === '[DONE]') return
    try {
      const name = event ?? textAt(eventJson(data), 'type') ?? ''
      if (name !== 'ping') batch.progressed = true
      const step = this.#reader.read(name, data)
      if (typeof step === 'string') this.#add({ type: 'text', text: step })
      else if (step) this.#note(step)
    } catch (error) {
      if (!(error instanceof StreamError)) throw error
      batch.error = error.details
    }
  }

  #note(event: ChatEvent): void {
    if (event.type === 'end') this.#batch.end = event
    else this.#add(event)
  }

  #add(piece: ChatPiece): void {
    if (!('text' in piece)) return void this.#batch.pieces.push(piece)
    const { type } = piece
    const come = this.#half[type] + piece.text
    const text = come.replace(/[\uD800-\uDBFF]$/, '')
    this.#half[type] = come.slice(text.length)
    const last = this.#batch.pieces.at(-1)
    if (last && 'text' in last && last.type === type) last.text += text.toWellFormed()
    else if (text !== '') this.#batch.pieces.push({ type, text: text.toWellFormed() })
  }
}
