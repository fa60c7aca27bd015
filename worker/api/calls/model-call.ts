// One call of a model for a key: begun by one call of the user's object, which proves the key and holds the tokens; run here, because the
// object must not hold bodies of megabytes; ended by a second call, which takes what was delivered. When this Worker dies in between, the
// object frees what was held.
import { connectedOf, routingOf } from '#durable-objects/answer/routing.ts'
import { type RunResult, runAnswer } from '#durable-objects/answer/run.ts'
import { breakersOf, takeCall, tellRouteState } from '#durable-objects/base/breakers.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { Route } from '#domain/models/route.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatEnd, ChatPiece, ChatRequest, ChatUsage } from '#providers/chat/provider.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { routingFacts } from '../../answers/sold-model.ts'
import type { SentKey } from '../../crypto/api-key.ts'
import type { AppContext } from '../../http/context.ts'
import type { InForce } from '../../http/in-force.ts'
import { proofOf } from '../caller.ts'
import { ApiError, apiRefusalOf } from '../errors.ts'
import { PieceQueue } from './piece-queue.ts'
import { refusedCall } from './refused-call.ts'

/** What is asked, whichever form it came in. */
export interface AskedCall {
  model: SoldModel
  request: Omit<ChatRequest, 'model' | 'outputTokensMax' | 'userTag' | 'firstWordMs'>
  /** Null: the client leaves it to us. */
  outputTokensAsked: number | null
  /** The call counts no more tokens of input than this. */
  inputTokensBound: number
}

export interface EndOfCall {
  reason: ChatEnd['reason']
  billed: { usage: ChatUsage; costMicros: number }
}

/** How often a running call looks whether its key still works. */
const lookEveryMs = 10_000

type Outcome = 'complete' | 'stopped' | 'failed' | 'refused'

const outcomeOf = ({ end }: RunResult): Outcome => {
  if (end.kind === 'finished') return end.reason === 'refused' ? 'refused' : 'complete'
  return end.kind === 'stopped' ? 'stopped' : 'failed'
}

/** A call that has begun: what was held is settled when it ends, however it ends. */
export class ModelCall {
  readonly id: string
  readonly model: string
  readonly pieces = new PieceQueue<ChatPiece>()
  readonly #stop = new AbortController()
  #deliveredCharacters = 0
  #ended: Promise<EndOfCall> | undefined

  constructor(id: string, model: string) {
    this.id = id
    this.model = model
  }

  /** The client has left, or its key has ended: what has come is paid. */
  stop = (): void => this.#stop.abort()

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get deliveredCharacters(): number {
    return this.#deliveredCharacters
  }

  take = (piece: ChatPiece): void => {
    if (piece.type === 'tool-call') this.#deliveredCharacters += piece.name.length
    else if ('text' in piece) this.#deliveredCharacters += piece.text.length
    this.pieces.push(piece)
  }

  endWith(ended: Promise<EndOfCall>): void {
    this.#ended = ended
  }

  /** What was counted. @throws ApiError: it failed, and nothing is charged but what was delivered */
  ended = (): Promise<EndOfCall> => {
    if (!this.#ended) throw new Error('The call has not begun')
    return this.#ended
  }
}
