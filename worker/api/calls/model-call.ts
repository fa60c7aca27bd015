// One call of a model for a key: begun by one call of the user's object, which proves the key and holds the tokens; run here, because the
// object must not hold bodies of megabytes; ended by a second call, which takes what was delivered. When this Worker dies in between, the
// object frees what was held.
import { type Connected, connectedOf, routingOf } from '#durable-objects/answer/routing.ts'
import { type PieceTaker, type Routing, type RunResult, runRoutes } from '#durable-objects/answer/run.ts'
import { breakersOf, takeCall, tellRouteState } from '#durable-objects/base/breakers.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { UserCalls } from '#durable-objects/user/calls.ts'
import type { Route } from '#domain/models/route.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatEnd, ChatPiece, ChatRequest, ChatUsage } from '#providers/chat/provider.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { routingFacts } from '../../answers/sold-model.ts'
import type { AppContext } from '../../http/context.ts'
import type { InForce } from '../../http/in-force.ts'
import { proofOf, type SentKey } from '../caller.ts'
import { ApiError, apiRefusalOf, badKey } from '../errors.ts'
import { perMillionIn } from '../prices.ts'
import { inputBoundOf } from './input-bound.ts'
import { PieceQueue } from './piece-queue.ts'
import { refusedCall } from './refused-call.ts'

/** What is asked, whichever form it came in. */
export interface AskedCall {
  model: SoldModel
  request: Omit<ChatRequest, 'model' | 'outputTokensMax' | 'userTag' | 'firstWordMs'>
  /** Null: the client leaves it to us. */
  outputTokensAsked: number | null
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

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  get deliveredCharacters(): number {
    return this.#deliveredCharacters
  }

  /** The client has left, or its key has ended: what has come is paid. @param reason what the client is told, if it is still there */
  stop = (reason?: ApiError): void => this.#stop.abort(reason)

  readonly taker: PieceTaker = {
    isWord: (piece) => piece.type === 'tool-call' || ('text' in piece && piece.text !== ''),
    take: (piece) => {
      if (piece.type === 'tool-call') this.#deliveredCharacters += piece.name.length
      else if ('text' in piece) this.#deliveredCharacters += piece.text.length
      this.pieces.push(piece)
    }
  }

  /** Runs to its end; nothing follows then. */
  run(running: Promise<EndOfCall>): void {
    this.#ended = running.finally(() => this.pieces.close())
    // A failure is told by who waits for the end; a client that has left does not.
    this.#ended.catch(() => undefined)
  }

  /** What was counted. @throws ApiError: it failed; nothing is charged but what was delivered */
  ended = async (): Promise<EndOfCall> => {
    if (!this.#ended) throw new Error('The call does not run')
    return this.#ended
  }
}

/** What the client is told. @throws ApiError: it failed, or its key has ended */
function endOf({ end }: RunResult, call: ModelCall, billed: EndOfCall['billed']): EndOfCall {
  if (end.kind === 'failed') {
    const { code, retryAfterSeconds } = end.failure
    throw new ApiError(
      apiRefusalOf({ code, ...(retryAfterSeconds !== undefined && { retryAfter: retryAfterSeconds }) })
    )
  }
  const isEmpty = call.deliveredCharacters === 0
  if (end.kind === 'finished' && end.reason === 'refused' && isEmpty)
    throw new ApiError(apiRefusalOf({ code: 'PROVIDER_REFUSED' }))
  if (end.kind === 'finished' && isEmpty) throw new ApiError(apiRefusalOf({ code: 'EMPTY_ANSWER' }))
  if (call.signal.reason instanceof ApiError) throw call.signal.reason
  return { reason: end.kind === 'finished' ? end.reason : 'complete', billed }
}

/** Calls of one user that may be open at the same time. */
const openMax = 10

/** @throws ApiError: the key, its rights, its limits or the tokens do not let it begin */
export async function beginModelCall(c: AppContext, key: SentKey, shop: InForce, asked: AskedCall): Promise<ModelCall> {
  const { model } = asked
  const routing = routingFacts(model, shop)
  const call = new ModelCall(crypto.randomUUID(), model.id)
  const begun = await userOf(c.env, key.userId).beginCall({
    proof: proofOf(c, key, 'chat', model.id),
    service: model.service,
    isBasicModel: model.basic,
    call: {
      callId: call.id,
      model: model.id,
      perMillion: perMillionIn(c.var.environment, model),
      inputTokensBound: inputBoundOf(asked.request),
      outputTokensAsked: asked.outputTokensAsked,
      outputTokensCap: Math.max(...routing.request.routes.map(({ outputTokensMax }) => outputTokensMax)),
      openMax
    }
  })
  if (begun.state === 'refused') throw refusedCall(begun)
  c.header('x-ratelimit-remaining-requests', String(begun.requestsLeft))
  const running = runToItsEnd(c, key, call, {
    connected: connectedOf({ request: routing.request, ...routing.command }, begun.outages, Date.now()),
    requestOf: (route) => requestOf(asked.request, route, begun.outputTokensMax, key.userId)
  })
  call.run(running)
  // What was delivered is taken also when the client leaves: the platform gives half a minute for that.
  c.executionCtx.waitUntil(running.catch(() => undefined))
  return call
}

const requestOf = (
  request: AskedCall['request'],
  { model, effort, outputTokensMax, firstWordMs, showsThinking }: Route,
  admittedTokens: number,
  userId: string
): ChatRequest => ({
  ...(effort && { effort }),
  ...request,
  ...(showsThinking && request.effort && request.effort !== 'none' && { showsThinking }),
  model,
  outputTokensMax: Math.min(admittedTokens, outputTokensMax),
  firstWordMs,
  userTag: userTagOf(userId)
})

interface Running {
  connected: Connected
  requestOf: (route: Route) => ChatRequest
}

async function runToItsEnd(
  c: AppContext,
  { userId, keyId }: SentKey,
  call: ModelCall,
  { connected, requestOf: ofRoute }: Running
): Promise<EndOfCall> {
  const user = userOf(c.env, userId)
  const startedAt = Date.now()
  const keeps = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  const routing = routingOf(connected, ofRoute, {
    breakers: breakersOf(c.env),
    takeCall: (supplier, rule) => takeCall(c.env, supplier, rule),
    tell: (state) => keeps(tellRouteState(c.env, state)),
    onUnpaid: (failure) => keeps(noteUnpaid(c.env, failure))
  })
  // A key that is deleted ends what it has begun.
  const looking = setInterval(() => void stopWithKey(user, keyId, call), lookEveryMs)
  const result = await ranBy(routing, call, userId).finally(() => clearInterval(looking))
  const { usage, upstreamModel } = result
  const billed = await user.endCall({
    callId: call.id,
    usage,
    deliveredCharacters: call.deliveredCharacters,
    outcome: outcomeOf(result),
    ...(upstreamModel !== null && { upstreamModel }),
    ms: Date.now() - startedAt
  })
  return endOf(result, call, { usage: usage ?? billed ?? noUsage, costMicros: billed?.costMicros ?? 0 })
}

const noUsage: ChatUsage = { inputTokens: 0, outputTokens: 0 }

const failedRun = (code: 'UNAVAILABLE' | 'PROVIDER_FAILED'): RunResult => ({
  end: { kind: 'failed', failure: { code } },
  usage: null,
  upstreamModel: null,
  route: null,
  calls: null,
  searches: 0
})

/** Never throws: the next look may come through. */
async function stopWithKey(user: Pick<UserCalls, 'keyWorks'>, keyId: string, call: ModelCall): Promise<void> {
  try {
    if (!(await user.keyWorks(keyId))) call.stop(badKey())
  } catch (error) {
    report('', { event: 'answer-bug', error: nameOf(error) })
  }
}

/** A bug is a failed call, which is free like any other. */
async function ranBy(routing: Routing, call: ModelCall, userId: string): Promise<RunResult> {
  try {
    if (routing.routes.length === 0) return failedRun('UNAVAILABLE')
    return await runRoutes(routing, call.signal, call.taker)
  } catch (error) {
    report(userId, { event: 'answer-bug', error: nameOf(error) })
    return failedRun('PROVIDER_FAILED')
  }
}
