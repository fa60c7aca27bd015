// One call of a model for a key while it runs: what has come, what was passed on, and what stops it.
import type { PieceTaker } from '#durable-objects/answer/run.ts'
import type { ApiSurface } from '#domain/models/route-attempt.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { ChatEnd, ChatPiece, ChatRequest, ChatUsage } from '#providers/chat/provider.ts'
import type { ApiError } from '../base/errors.ts'
import { KeptAnswer } from './kept-answer.ts'
import { PieceQueue } from './piece-queue.ts'

/** What a call is known by while it runs. */
export interface NamedCall {
  model: { id: string }
  request: { stop?: readonly string[] }
}

/** What is asked, whichever form it came in. */
export interface AskedCall {
  surface: ApiSurface
  model: SoldModel
  request: Omit<ChatRequest, 'model' | 'outputTokensMax' | 'userTag' | 'firstWordMs' | 'showsThinking'>
  /** The client wants to read what the model thinks; absent: if it names how much the model should. */
  readsThinking?: boolean
  /** Null: the client leaves it to us. */
  outputTokensAsked: number | null
  /** What the client calls that bound; absent: `max_tokens`. */
  outputTokensField?: string
}

/** What was counted and paid. */
export interface Billed {
  usage: ChatUsage
  costMicros: number
}

/** Whatever a supplier says: thinking is a part of the output. */
export const thinkingTokensOf = ({ outputTokens, thinkingTokens = 0 }: ChatUsage): number =>
  Math.min(thinkingTokens, outputTokens)

export interface EndOfCall {
  reason: ChatEnd['reason']
  /** What ended it, of the caller's; null: none did, or the supplier does not say which. */
  stopText: string | null
  billed: Billed
}

/** How long a call goes on. Workers end 30 seconds after their client has left, and the end of a call is told before. Source: Cloudflare's limits of `waitUntil`. */
export const afterClient = { goesOnMs: 20_000 }

const charactersOf = (piece: ChatPiece): number => {
  if (piece.type === 'tool-call') return piece.name.length
  return 'text' in piece ? piece.text.length : 0
}

/** A call that has begun: what was held is settled when it ends, however it ends. */
export class ModelCall {
  readonly id: string
  readonly model: string
  readonly pieces = new PieceQueue<ChatPiece>()
  readonly #stop = new AbortController()
  readonly signal: AbortSignal = this.#stop.signal
  readonly #hasStop: boolean
  #comeCharacters = 0
  #passedCharacters = 0
  #ended: Promise<EndOfCall> | undefined
  #isOver = false
  #leaving: ReturnType<typeof setTimeout> | undefined
  #isHandedOver = false

  /** Gives the call to a longer life than this Worker's. @returns whether that has it now */
  handOver: (() => Promise<boolean>) | undefined

  /** Set when the client may repeat the call: then it runs to its end, also when the client leaves, and pays once. */
  readonly kept: KeptAnswer | undefined

  /** @param id of the call that is repeated */
  constructor({ model, request }: NamedCall, isKept: boolean, id: string = crypto.randomUUID()) {
    this.id = id
    this.kept = isKept ? new KeptAnswer() : undefined
    this.model = model.id
    this.#hasStop = request.stop !== undefined
  }

  /** It was stopped here alone: its hold and its name stay. */
  get isHandedOver(): boolean {
    return this.#isHandedOver
  }

  /** From the model. */
  get comeCharacters(): number {
    return this.#comeCharacters
  }

  /** To the client. */
  get passedCharacters(): number {
    return this.#passedCharacters
  }

  /** Whether an answer without a word is what was asked for: its bound left none, or it would begin with a stop text. */
  mayBeEmpty = (reason: ChatEnd['reason']): boolean =>
    reason === 'truncated' || (reason === 'complete' && this.#hasStop)

  /** What was passed on is paid. @param reason what the client is told, if it is still there */
  stop = (reason?: ApiError): void => this.#stop.abort(reason)

  /** The client has left. A call that it may repeat goes on, but not longer than the platform lets it: what was passed on is paid then. */
  leave = (): void => {
    if (this.#isOver) return
    if (!this.kept) this.stop()
    else this.#leaving ??= setTimeout(() => void this.#giveUp(), afterClient.goesOnMs)
  }

  async #giveUp(): Promise<void> {
    const isHandedOver = (await this.handOver?.().catch(() => false)) ?? false
    if (this.#isOver) return
    this.#isHandedOver = isHandedOver
    this.stop()
  }

  readonly taker: PieceTaker = {
    isWord: (piece) => piece.type === 'tool-call' || ('text' in piece && piece.text !== ''),
    take: (piece) => {
      this.#comeCharacters += charactersOf(piece)
      this.kept?.add(piece)
      this.pieces.push(piece)
    }
  }

  /** These have gone to the client. */
  notePassed(pieces: readonly ChatPiece[]): void {
    for (const piece of pieces) this.#passedCharacters += charactersOf(piece)
  }

  /** Runs to its end; nothing follows then. */
  run(running: Promise<EndOfCall>): void {
    this.#ended = running.finally(() => {
      this.#isOver = true
      clearTimeout(this.#leaving)
      this.pieces.close()
    })
    // A failure is told by who waits for the end; a client that has left does not.
    this.#ended.catch(() => undefined)
  }

  /** What was counted. @throws ApiError: it failed */
  ended = async (): Promise<EndOfCall> => {
    if (!this.#ended) throw new Error('The call does not run')
    return this.#ended
  }
}
