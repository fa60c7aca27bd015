// Begins and runs a call that writes a recording down, like calls/begin-call.ts those of models: begun and ended by a call of the user's
// object. Its price is fixed by the length of the recording, and one supplier serves it.
import { transcription } from '#contract/catalogue/transcription.ts'
import { transcriptionModel } from '#contract/v1/transcriptions.ts'
import { chanceId, type RouteAttempt } from '#domain/models/route-attempt.ts'
import { isAway } from '#domain/outage.ts'
import { transcriptionMinuteMicros } from '#domain/upstreams/list-prices.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import type { EndCallCommand } from '#durable-objects/metering/calls.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { BegunCall } from '#durable-objects/user/begin-call.ts'
import { nameOf, report } from '#notices/report.ts'
import { openaiConnection } from '#providers/chat/environment-connections.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { type Recording, transcribe } from '#providers/media/transcription.ts'
import type { AppContext } from '../../http/context.ts'
import { proofOf, type SentKey, tellLimit } from '../base/caller.ts'
import { ApiError, apiRefusalOf, badRequest } from '../base/errors.ts'
import { lookedAfter } from '../calls/looked-after.ts'
import { type EndOfCall, ModelCall } from '../calls/model-call.ts'
import { refusedCall } from '../calls/refused-call.ts'
import { repetition } from '../calls/repetition.ts'
import { saveAttempts } from '../calls/save-attempts.ts'
import { secondMicros } from './model.ts'

export interface AskedTranscription {
  recording: Recording
  /** Each begun one. */
  seconds: number
}

/** `stopped`: the client has left, or its key has ended. `outcome`: as operators count it; null: the supplier was not asked. */
type Heard =
  | { state: 'heard'; text: string }
  | { state: 'stopped' }
  | { state: 'failed'; error: ApiError; outcome: string | null }

interface Beginning {
  c: AppContext
  key: SentKey
  asked: AskedTranscription
  call: ModelCall
}

const named = { model: { id: transcriptionModel }, request: {} }

/**
 * Returns when the call runs.
 * @throws ApiError: the key, its rights, its limits or the tokens do not let it begin
 */
export function beginTranscription(c: AppContext, key: SentKey, asked: AskedTranscription): Promise<ModelCall> {
  const call = new ModelCall(named, c.var.repeat !== undefined)
  const begun = begin({ c, key, asked, call })
  // To its end, also when the client leaves meanwhile: what was held is settled at once.
  c.executionCtx.waitUntil(begun.then((running) => running.ended()).catch(() => undefined))
  return begun
}

async function begin(beginning: Beginning): Promise<ModelCall> {
  const { c, key, asked, call } = beginning
  const begun = await userOf(c.env, key.userId).beginCall({
    proof: proofOf(c, key, 'audio', transcriptionModel),
    service: transcription.service,
    isBasicModel: true,
    call: {
      callId: call.id,
      model: transcriptionModel,
      fixedMicros: asked.seconds * secondMicros(c.var.environment),
      ...(c.var.repeat && { repeat: c.var.repeat }),
      isLookedAfter: true
    }
  })
  if (begun.state === 'refused') throw refusedCall(begun)
  tellLimit(c, begun.requests)
  if (begun.state === 'repeated') return repetition({ c, key, asked: named }, begun.of)
  if (c.req.raw.signal.aborted) call.leave()
  call.run(runToItsEnd(beginning, begun))
  return call
}

async function runToItsEnd(beginning: Beginning, begun: BegunCall): Promise<EndOfCall> {
  const { c, key, asked, call } = beginning
  const user = userOf(c.env, key.userId)
  const startedAt = Date.now()
  const running = heardBy(beginning, begun)
  const heard = await lookedAfter(running, call, key.userId, () => user.keyWorks(key.keyId, key.secretHash, call.id))
  if (heard.state === 'heard') call.taker.take({ type: 'text', text: heard.text })
  const ms = Date.now() - startedAt
  const billed = await user.endCall({ callId: call.id, usage: null, ...toldOf(heard, call), ms })
  const attempts = attemptsOf(heard, asked.seconds, { at: startedAt, totalMs: ms })
  const figures = { model: transcriptionModel, attempts, chargedMicros: billed?.costMicros ?? 0 }
  c.executionCtx.waitUntil(saveAttempts(c.env, key.userId, figures))
  if (heard.state === 'failed') throw heard.error
  if (heard.state === 'stopped' && call.signal.reason instanceof ApiError) throw call.signal.reason
  const usage = { inputTokens: 0, outputTokens: 0 }
  return { reason: 'complete', stopText: null, billed: { usage, costMicros: billed?.costMicros ?? 0 } }
}

/** The call of the supplier, as operators count it: the text comes as a whole, so its first word comes last. */
function attemptsOf(heard: Heard, seconds: number, { at, totalMs }: Pick<RouteAttempt, 'at' | 'totalMs'>) {
  const isHeard = heard.state === 'heard'
  const outcome = heard.state === 'failed' ? heard.outcome : isHeard ? 'answered' : 'stopped'
  if (outcome === null) return []
  const { provider: supplier, model: upstreamModel } = transcription.upstream
  const costMicros = isHeard ? Math.ceil((seconds * transcriptionMinuteMicros) / 60) : null
  const firstWordMs = isHeard ? totalMs : null
  return [{ id: chanceId(), supplier, upstreamModel, at, outcome, firstWordMs, totalMs, usage: null, costMicros }]
}

/** A recording in which nothing is said was heard as well: the supplier is paid for it. */
function toldOf(heard: Heard, call: ModelCall): Omit<EndCallCommand, 'callId' | 'usage' | 'ms'> {
  if (heard.state !== 'heard') return { outcome: heard.state, deliveredCharacters: 0 }
  return {
    outcome: 'complete',
    deliveredCharacters: Math.max(1, heard.text.length),
    upstreamModel: transcription.upstream.model,
    ...(call.kept && { kept: call.kept.written({ reason: 'complete', stopText: null }) })
  }
}

const failed = (code: 'UNAVAILABLE' | 'PROVIDER_FAILED', outcome: string | null = null): Heard => ({
  state: 'failed',
  outcome,
  error: new ApiError(apiRefusalOf({ code }))
})

/** A bug is a failed call, which is free like any other. */
async function heardBy({ c, key, asked, call }: Beginning, { outages }: BegunCall): Promise<Heard> {
  if (isAway(outages, transcription.upstream.provider, Date.now())) return failed('UNAVAILABLE')
  try {
    const options = { signal: call.signal, seconds: asked.seconds }
    const { text } = await transcribe(openaiConnection(c.var.environment), asked.recording, options)
    return { state: 'heard', text }
  } catch (error) {
    if (call.signal.aborted) return { state: 'stopped' }
    if (error instanceof ProviderFailure) return failedAt(c, error)
    report(key.userId, { event: 'answer-bug', error: nameOf(error) })
    return failed('PROVIDER_FAILED')
  }
}

function failedAt(c: AppContext, failure: ProviderFailure): Heard {
  const { kind, retryAfterSeconds } = failure
  if (kind === 'unpaid') c.executionCtx.waitUntil(noteUnpaid(c.env, failure))
  if (kind === 'unpaid' || kind === 'unauthorized') return failed('UNAVAILABLE', kind)
  if (kind === 'rejected')
    return {
      state: 'failed',
      outcome: kind,
      error: badRequest(
        'Модель не приняла эту запись или её настройки. Токены не списаны',
        undefined,
        failure.code ?? 'invalid_audio'
      )
    }
  if (kind !== 'busy') return failed('PROVIDER_FAILED', kind)
  const retryAfter = retryAfterSeconds === null ? {} : { retryAfter: retryAfterSeconds }
  return { state: 'failed', outcome: kind, error: new ApiError(apiRefusalOf({ code: 'PROVIDER_BUSY', ...retryAfter })) }
}
