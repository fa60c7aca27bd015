// Parses server-sent events into one batch per network read, so that the consumer is woken once per read.
import { eventStream } from '#contract/event-stream.ts'
import { keepAlive, StreamError, unseenWork } from './event-reader.ts'
import type { EventReader } from './event-reader.ts'
import type { FailureDetails } from '../http/failure.ts'
import type { ChatEnd, ChatPiece, ChatRequest } from './provider.ts'
import { StopText } from './stop-text.ts'

export interface Batch {
  /** In their order; consecutive pieces of one kind are joined. */
  pieces: ChatPiece[]
  end: ChatEnd | null
  /** The failure, beside the pieces before it, which are still shown and stored. */
  error: FailureDetails | null
  /** No further event comes: the body has ended, or says that it has. */
  isOver: boolean
  /** The pieces end here, though the supplier goes on: the answer is longer than it may be, or a stop text has come. */
  cut: 'truncated' | 'complete' | null
  /** With `complete`: which stop text. */
  stopText: string | null
  /** What the read shows of the answer. `nothing`: only pings, which keep a connection open. */
  progress: keyof typeof ranks
}

// The last event repeats the whole answer: 128,000 output tokens are about half a million characters.
const eventCharactersMax = 4_000_000

/**
 * How much one answer may send: a provider that ignores the limit of the request, or an address that is none of a provider, must
 * not fill the memory or run for ever. A token has at most about 16 characters in long runs of spaces, and four on average. An
 * event brings a token or more, in a few hundred bytes.
 */
const boundsOf = ({ outputTokensMax }: ChatRequest) => ({
  /** Of text, shown thinking and arguments; a longer answer is cut off, like one that reached the limit of the request. */
  charactersMax: 20_000 + 16 * outputTokensMax,
  eventsMax: 20_000 + 8 * outputTokensMax,
  bytesMax: 8_000_000 + 2048 * outputTokensMax
})

const ranks = { nothing: 0, events: 1, work: 2, word: 3 } as const

const emptyBatch = (): Batch => ({
  pieces: [],
  end: null,
  error: null,
  isOver: false,
  cut: null,
  stopText: null,
  progress: 'nothing'
})

const tooLong: FailureDetails = { kind: 'malformed', retryable: false, code: 'too-long' }

export class BatchParser {
  readonly #reader: EventReader
  readonly #bounds: ReturnType<typeof boundsOf>
  readonly #decoder = new TextDecoder()
  readonly #feed = eventStream(({ event, data }) => this.#take(event, data), {
    charactersMax: eventCharactersMax,
    onTooLong: () => (this.#batch.error ??= tooLong)
  })
  #batch = emptyBatch()
  #bytes = 0
  #events = 0
  #characters = 0
  /** Set when the body is one JSON text in place of events: what has come of it. */
  #whole: string | null = null
  #hasBegun = false
  /** A stop text has come. */
  #isStopped = false
  /** The first half of a character, until the rest of it comes in another event. */
  readonly #half = { text: '', thinking: '', 'tool-arguments': '' }
  readonly #stop: StopText | null

  constructor(reader: EventReader, request: ChatRequest) {
    this.#reader = reader
    this.#bounds = boundsOf(request)
    this.#stop = request.stop ? new StopText(request.stop) : null
  }

  /** Characters and events may be split anywhere between reads. Must not be called again after an error. */
  parse(bytes: Uint8Array): Batch {
    this.#batch = emptyBatch()
    this.#bytes += bytes.byteLength
    const text = this.#decoder.decode(bytes, { stream: true })
    if (this.#bytes > this.#bounds.bytesMax) this.#batch.error = tooLong
    else if (this.#takesEvents(text)) this.#feed(text)
    return this.#closed()
  }

  /** The body has ended. The last event of an answer without an end event need not be followed by a blank line. */
  finish(): Batch {
    this.#batch = emptyBatch()
    if (this.#whole === null) this.#flush()
    else this.#takeWhole(this.#whole)
    this.#batch.isOver = true
    return this.#closed()
  }

  /** With what was held back, if nothing follows. */
  #closed(): Batch {
    const batch = this.#batch
    if (batch.cut || this.#isStopped) return batch
    if (!batch.error && (batch.end || batch.isOver)) for (const piece of this.#reader.rest?.() ?? []) this.#add(piece)
    if (batch.error || batch.end || batch.isOver) this.#release()
    return batch
  }

  #flush(): void {
    if (this.#reader.ending) this.#feed('\n\n')
    // The beginning of an event is the end of a connection that broke.
    if (this.#batch.error?.kind === 'malformed') this.#batch.error = null
  }

  #takeWhole(json: string): void {
    this.#take(undefined, json)
    const isComplete = this.#batch.end !== null || this.#reader.ending?.()
    if (!isComplete) this.#batch.error ??= { kind: 'malformed', retryable: false }
  }

  /** A reader that ends without a last event also takes an answer that was not streamed: one JSON text. */
  #takesEvents(text: string): boolean {
    if (!this.#reader.ending) return true
    if (!this.#hasBegun) {
      const first = text.trimStart().at(0)
      if (first === undefined) return false
      this.#hasBegun = true
      if (first === '<') this.#batch.error = { kind: 'malformed', retryable: false, code: 'page' }
      if (first === '{' || first === '[') this.#whole = ''
    }
    if (this.#whole === null) return this.#batch.error === null
    this.#whole += text
    if (this.#whole.length > eventCharactersMax) this.#batch.error = tooLong
    return false
  }

  #take(event: string | undefined, data: string): void {
    const batch = this.#batch
    if (batch.end || batch.error || batch.isOver || batch.cut === 'truncated') return
    if (data.trimEnd() === '[DONE]') {
      batch.isOver = this.#reader.ending !== undefined
      return
    }
    this.#events += 1
    try {
      if (this.#events > this.#bounds.eventsMax) throw new StreamError(tooLong)
      this.#note(this.#reader.read(event, data))
    } catch (error) {
      if (!(error instanceof StreamError)) throw error
      batch.error = error.details
    }
  }

  #note(reading: ReturnType<EventReader['read']>): void {
    if (reading === keepAlive) return
    if (reading === unseenWork) return this.#shows('work')
    this.#shows('events')
    if (reading === null) return
    if (typeof reading === 'string') this.#add({ type: 'text', text: reading })
    else if ('length' in reading) for (const piece of reading) this.#add(piece)
    else if (reading.type === 'end') this.#batch.end = reading
    else if (reading.type !== 'unseen-work' && reading.type !== 'keep-alive') this.#add(reading)
  }

  #shows(progress: Batch['progress']): void {
    if (ranks[progress] > ranks[this.#batch.progress]) this.#batch.progress = progress
  }

  #add(piece: ChatPiece): void {
    if (this.#batch.cut || this.#isStopped) return
    if (piece.type !== 'text') this.#release()
    if (!('text' in piece)) {
      this.#shows('word')
      if (piece.type === 'tool-call') this.#half['tool-arguments'] = ''
      return void this.#batch.pieces.push(piece)
    }
    const { type } = piece
    if (piece.text === '') return
    this.#shows('word')
    const come = this.#half[type] + piece.text
    const whole = come.replace(/[\uD800-\uDBFF]$/, '')
    this.#half[type] = come.slice(whole.length)
    const text = this.#within(whole)
    this.#say(piece, this.#stop && type === 'text' ? this.#beforeStop(this.#stop, text) : text)
  }

  #say(piece: Extract<ChatPiece, { text: string }>, text: string): void {
    const last = this.#batch.pieces.at(-1)
    if (last && 'text' in last && last.type === piece.type) last.text += text.toWellFormed()
    else if (text !== '') this.#batch.pieces.push({ ...piece, text: text.toWellFormed() })
  }

  #beforeStop(stop: StopText, come: string): string {
    const { text, stopText } = stop.take(come)
    if (stopText !== null) this.#stopped(stopText)
    return text
  }

  /** Nothing more is passed on; what the supplier counts may still come. */
  #stopped(stopText: string): void {
    this.#batch.cut = 'complete'
    this.#batch.stopText = stopText
    this.#isStopped = true
  }

  /** A stop text ends where something else comes. */
  #release(): void {
    const text = this.#stop?.rest() ?? ''
    if (text !== '') this.#say({ type: 'text', text }, text)
  }

  /** The part of the text that the answer may still have. */
  #within(text: string): string {
    const left = this.#bounds.charactersMax - this.#characters
    this.#characters += text.length
    if (text.length <= left) return text
    this.#batch.cut = 'truncated'
    return text.slice(0, Math.max(left, 0)).replace(/[\uD800-\uDBFF]$/, '')
  }
}
