// Begins and runs a call of a model for a key: begun by one call of the user's object, which proves the key and holds the tokens; run here,
// because the object must not hold bodies of megabytes; ended by a second call, which takes what was delivered. When this Worker dies in
// between, the object frees what was held.
import type { ChatDialect } from '#contract/chat-dialects.ts'
import { connectedOf, routingOf } from '#durable-objects/answer/routing.ts'
import { type RunResult, runRoutes } from '#durable-objects/answer/run.ts'
import { breakersOf, takeCall, tellRouteState } from '#durable-objects/base/breakers.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { BegunCall } from '#durable-objects/user/begin-call.ts'
import { attemptsOf } from '#domain/models/route-attempt.ts'
import type { Route } from '#domain/models/route.ts'
import { nameOf, report } from '#notices/report.ts'
import type { ChatRequest, ChatUsage } from '#providers/chat/provider.ts'
import { says } from '#providers/chat/spoken-turns.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { routingFacts } from '../../answers/sold-model.ts'
import type { AppContext } from '../../http/context.ts'
import type { InForce } from '../../http/in-force.ts'
import { proofOf, type SentKey } from '../base/caller.ts'
import { perMillionIn } from '../base/prices.ts'
import { endOf, keptOf, tooLong, toldOf } from './call-end.ts'
import { routesReading } from './expect-able.ts'
import { inputBoundOf } from './input-bound.ts'
import { lookedAfter } from './looked-after.ts'
import { type AskedCall, type EndOfCall, ModelCall } from './model-call.ts'
import { refusedCall } from './refused-call.ts'
import { repetition } from './repetition.ts'
import { saveAttempts, saveWithoutRoute, unrouted } from './save-attempts.ts'

/** Responses refuses a smaller bound of the answer. */
const leastOutputTokens = 16
/** No text has more bytes to a token: what has more than the context holds in any case need not be asked. */
const bytesPerTokenMax = 8

type Routing = ReturnType<typeof routingFacts>

/** A call on its way: with its key, its routes and its bounds. */
interface Beginning {
  c: AppContext
  key: SentKey
  user: ReturnType<typeof userOf>
  asked: AskedCall
  routing: Routing
  call: ModelCall
}

const leastFor = (connections: readonly { dialect: ChatDialect }[]): number =>
  connections.some(({ dialect }) => dialect.endsWith('-responses')) ? leastOutputTokens : 1

/**
 * Returns when the call runs.
 * @throws ApiError: the key, its rights, its limits or the tokens do not let it begin, or no route reads its pictures
 */
export function beginModelCall(c: AppContext, key: SentKey, shop: InForce, asked: AskedCall): Promise<ModelCall> {
  const { turns } = asked.request
  const routes = routesReading(asked.model, turns, (supplier) => shop.connectionOf(supplier)?.dialect)
  const first = turns.findIndex((turn) => turn.role !== 'system' && says(turn))
  // Some suppliers want the user to speak first, and what stands before is not sent to them: the greeting of a character would be lost.
  if (turns[first]?.role === 'assistant') turns.splice(first, 0, { role: 'user', text: '…' })
  const inputTokensBound = inputBoundOf(asked.request)
  const { contextTokens } = asked.model
  if (contextTokens !== null && inputTokensBound / bytesPerTokenMax > contextTokens) throw tooLong()
  const call = new ModelCall(asked, c.get('repeat') !== undefined)
  const user = userOf(c.env, key.userId)
  const beginning = { c, key, user, asked, call, routing: routingFacts({ ...asked.model, routes }, shop) }
  const begun = begin(beginning, inputTokensBound)
  // To its end, also when the client leaves meanwhile, before the first word too: what was held is settled at once.
  const ended = begun.then((running) => running.ended())
  const counted = { surface: asked.surface, model: asked.model.id }
  c.executionCtx.waitUntil(saveWithoutRoute(c.env, key.userId, counted, ended))
  return begun
}

async function begin(beginning: Beginning, inputTokensBound: number): Promise<ModelCall> {
  const { c, key, user, asked, routing, call } = beginning
  const { model } = asked
  const repeat = c.get('repeat')
  const least = leastFor(routing.command.connections)
  const begun = await user.beginCall({
    proof: proofOf(c, key, 'chat', model.id),
    service: model.service,
    isBasicModel: model.basic,
    call: {
      callId: call.id,
      model: model.id,
      perMillion: perMillionIn(c.get('environment'), model),
      inputTokensBound,
      outputTokensAsked: asked.outputTokensAsked && Math.max(least, asked.outputTokensAsked),
      outputTokensCap: Math.max(...routing.request.routes.map(({ outputTokensMax }) => outputTokensMax)),
      ...(repeat && { repeat }),
      isLookedAfter: true
    }
  })
  if (begun.state === 'refused') throw refusedCall(begun, least, asked.outputTokensField)
  c.set('requests', begun.requests)
  if (begun.state === 'repeated') return repetition(beginning, begun.of)
  if (c.req.raw.signal.aborted) call.leave()
  call.run(runToItsEnd(beginning, begun))
  return call
}

const requestOf = (
  { request, readsThinking }: AskedCall,
  { model, effort, outputTokensMax, firstWordMs, showsThinking }: Route,
  admittedTokens: number,
  userId: string
): ChatRequest => {
  const { effort: asked, ...rest } = request
  // A model that does not think refuses the word.
  const thinks = effort !== undefined || showsThinking
  const used = thinks ? (asked ?? effort) : undefined
  return {
    ...rest,
    ...(used && { effort: used }),
    ...(showsThinking && asked !== 'none' && (readsThinking ?? asked !== undefined) && { showsThinking }),
    model,
    outputTokensMax: Math.min(admittedTokens, outputTokensMax),
    firstWordMs,
    userTag: userTagOf(userId)
  }
}

const noUsage: ChatUsage = { inputTokens: 0, outputTokens: 0 }

async function runToItsEnd(beginning: Beginning, begun: BegunCall): Promise<EndOfCall> {
  const { c, key, user, call } = beginning
  const startedAt = Date.now()
  const running = ranBy(beginning, begun)
  const result = await lookedAfter(running, call, key.userId, () => user.keyWorks(key.keyId, key.secretHash, call.id))
  const { usage, upstreamModel } = result
  const told = toldOf(result, call)
  const billed = await user.endCall({
    callId: call.id,
    ...told,
    ...keptOf(result, call, told),
    ...(upstreamModel !== null && { upstreamModel }),
    ms: Date.now() - startedAt
  })
  const made = attemptsOf(result.calls ?? [])
  if (made.length === 0 && result.end.kind === 'failed')
    made.push(unrouted({ at: startedAt, totalMs: Date.now() - startedAt }))
  const attempts = {
    surface: beginning.asked.surface,
    model: call.model,
    attempts: made,
    chargedMicros: billed?.costMicros ?? 0
  }
  c.executionCtx.waitUntil(saveAttempts(c.env, key.userId, attempts))
  return endOf(result, call, { usage: usage ?? billed ?? noUsage, costMicros: billed?.costMicros ?? 0 })
}

const failedRun = (code: 'UNAVAILABLE' | 'PROVIDER_FAILED'): RunResult => ({
  end: { kind: 'failed', failure: { code } },
  usage: null,
  upstreamModel: null,
  route: null,
  calls: null,
  searches: 0,
  cause: null
})

/** A bug is a failed call, which is free like any other. */
async function ranBy({ c, key, asked, routing, call }: Beginning, begun: BegunCall): Promise<RunResult> {
  try {
    const keeps = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
    const routed = routingOf(
      connectedOf({ request: routing.request, ...routing.command }, begun.outages, Date.now()),
      (route) => requestOf(asked, route, begun.outputTokensMax, key.userId),
      {
        breakers: breakersOf(c.env),
        by: key.userId,
        takeCall: (supplier, rule) => takeCall(c.env, supplier, rule),
        tell: (state) => keeps(tellRouteState(c.env, state)),
        onUnpaid: (failure) => keeps(noteUnpaid(c.env, failure))
      }
    )
    return routed.routes.length === 0 ? failedRun('UNAVAILABLE') : await runRoutes(routed, call.signal, call.taker)
  } catch (error) {
    report(key.userId, { event: 'answer-bug', error: nameOf(error) })
    return failedRun('PROVIDER_FAILED')
  }
}
