// Asks the supplier for the text of a recording, and what that means for the meter. Who asks, the Worker of the client or the consumer of a
// queue, makes no difference.
import { transcription } from '#contract/catalogue/transcription.ts'
import type { Environment } from '#domain/environment.ts'
import { chanceId, type RouteAttempt } from '#domain/models/route-attempt.ts'
import { transcriptionMinuteMicros } from '#domain/upstreams/list-prices.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import type { EndCallCommand } from '#durable-objects/metering/calls.ts'
import { nameOf, report } from '#notices/report.ts'
import { openaiConnection } from '#providers/chat/environment-connections.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { type Recording, transcribe } from '#providers/media/transcription.ts'
import { ApiError, apiRefusalOf, badRequest } from '../base/errors.ts'
import type { KeptAnswer } from '../calls/kept-answer.ts'
import { unrouted } from '../calls/save-attempts.ts'

export interface AskedTranscription {
  recording: Recording
  /** Each begun one. */
  seconds: number
}

/** `stopped`: the client has left, or its key has ended. `outcome`: as operators count it; null: the supplier was not asked. */
export type Heard =
  | { state: 'heard'; text: string }
  | { state: 'stopped' }
  | { state: 'failed'; error: ApiError; outcome: string | null }

interface Hearing {
  env: Env
  environment: Environment
  userId: string
  keep: (work: Promise<unknown>) => void
}

export const failed = (code: 'UNAVAILABLE' | 'PROVIDER_FAILED', outcome: string | null = null): Heard => ({
  state: 'failed',
  outcome,
  error: new ApiError(apiRefusalOf({ code }))
})

/** A bug is a failed call, which is free like any other. Never throws. */
export async function heardBy(
  around: Hearing,
  { recording, seconds }: AskedTranscription,
  signal: AbortSignal
): Promise<Heard> {
  try {
    const { text } = await transcribe(openaiConnection(around.environment), recording, { signal, seconds })
    return { state: 'heard', text }
  } catch (error) {
    if (signal.aborted) return { state: 'stopped' }
    if (error instanceof ProviderFailure) return failedAt(around, error)
    report(around.userId, { event: 'answer-bug', error: nameOf(error) })
    return failed('PROVIDER_FAILED')
  }
}

function failedAt({ env, keep }: Hearing, failure: ProviderFailure): Heard {
  const { kind, retryAfterSeconds } = failure
  if (kind === 'unpaid') keep(noteUnpaid(env, failure))
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

/** The call of the supplier, as operators count it: the text comes as a whole, so its first word comes last. */
export function attemptsOf(heard: Heard, seconds: number, { at, totalMs }: Pick<RouteAttempt, 'at' | 'totalMs'>) {
  const isHeard = heard.state === 'heard'
  const outcome = heard.state === 'failed' ? heard.outcome : isHeard ? 'answered' : 'stopped'
  if (outcome === null) return [unrouted({ at, totalMs })]
  const { provider: supplier, model: upstreamModel } = transcription.upstream
  const costMicros = isHeard ? Math.ceil((seconds * transcriptionMinuteMicros) / 60) : null
  const firstWordMs = isHeard ? totalMs : null
  return [{ id: chanceId(), supplier, upstreamModel, at, outcome, firstWordMs, totalMs, usage: null, costMicros }]
}

/**
 * A recording in which nothing is said was heard as well: the supplier is paid for it.
 * @param kept with the text, if the client may repeat the call
 */
export function toldOf(heard: Heard, kept: KeptAnswer | undefined): Omit<EndCallCommand, 'callId' | 'usage' | 'ms'> {
  if (heard.state !== 'heard') return { outcome: heard.state, deliveredCharacters: 0 }
  return {
    outcome: 'complete',
    deliveredCharacters: Math.max(1, heard.text.length),
    upstreamModel: transcription.upstream.model,
    ...(kept && { kept: kept.written({ reason: 'complete', stopText: null }) })
  }
}
