// One account is asked to start a job: the call that must never be repeated blindly, and what must be done right before and after it.
import { type JobRow, leaseJob } from '#data/history/jobs.ts'
import type { CallFailure } from '#domain/job-failure.ts'
import type { JobSupply } from '#domain/supplies/supply.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import type { MediaEnd, MediaOutput, MediaProvider, MediaRequest, MediaStart } from '#providers/media/media.ts'
import { detailOf } from '../base/detail.ts'
import { callNoted, noteUncalled } from '../base/calls.ts'
import { type JobContext, type NextStep, providerOf } from '../base/context.ts'
import { isRewordedFor, supplyOf } from '../base/supplies.ts'
import { madeOf } from '../speech/parts.ts'
import { deliver, deliveryMaxMs } from './deliver.ts'
import { readUploads } from './files.ts'
import { end, failUpstream } from './finish.ts'
import { goOnWithMade, keepSpoken } from './speak.ts'
import { storeTicket } from './ticket.ts'

/** How long a call may take beyond the adapter's own timeout. */
export const graceMs = 5_000

/** Another error, such as a timeout or a bug, may have happened after the provider accepted the job. */
const unknownOutcome: CallFailure = {
  kind: 'network',
  retryAfterSeconds: null,
  acceptanceUnknown: true,
  resultLost: false
}

type FailedEnd = Extract<MediaEnd, { state: 'failed' }>

/** The next step, or why the account has not begun; `not-now`: it was not called, because of us. */
export type Asked = { next: NextStep } | { failure: CallFailure } | 'not-now'

/** Asks the account that the row has noted to start the work. */
export async function askOne(context: JobContext, held: JobRow, supply: JobSupply): Promise<Asked> {
  const request = await prepare(context, held)
  if (request === 'made' || request === null || request === 'not-now') noteUncalled(context.env, supply)
  if (request === 'made') return { next: await goOnWithMade(context, held, (await madeOf(context.env, held)).next) }
  if (request === null) return { next: await end(context, held.id, { step: 'failed', failure: 'INTERNAL' }) }
  if (request === 'not-now') return request
  const provider = await providerOf(context, held)
  const start = () => provider.start(request, AbortSignal.timeout(provider.startTimeoutMs + graceMs))
  return callNoted(context.env, supply, start, {
    keep: (started) => keepStart(context, held, started, { provider, request }),
    failed: (error) => startFailed(context, held, provider, error),
    isRefusal: ({ state }) => state === 'failed',
    by: held.userId
  })
}

/** Stores what the account has answered: a ticket, a result or its refusal. */
async function keepStart(
  context: JobContext,
  held: JobRow,
  started: MediaStart,
  { provider, request }: { provider: MediaProvider; request: MediaRequest }
): Promise<Asked> {
  switch (started.state) {
    case 'accepted':
      return { next: await storeTicket(context, held, provider, started.ticket) }
    case 'finished':
      return {
        next: await (held.kind === 'audio'
          ? keepSpoken(context, held, { part: request.options, outputs: started.outputs })
          : finished(context, held, started.outputs))
      }
    case 'failed':
      return failedAtOnce(context, held, started)
    default:
      return started satisfies never
  }
}

/**
 * An account without our money has begun nothing, nor has a reseller that refuses what the order became in its words; any other end
 * is the order's.
 */
async function failedAtOnce(context: JobContext, held: JobRow, ended: FailedEnd): Promise<Asked> {
  if (ended.reason === 'rejected' && isRewordedFor(await context.supplies(), held)) {
    const { supplier } = supplyOf(held)
    const failure = ended.code ?? ended.reason
    report(held.userId, { event: 'job-failed-upstream', jobId: held.id, provider: supplier, failure })
    const refused = { kind: 'rejected', retryAfterSeconds: null, acceptanceUnknown: false, resultLost: false } as const
    return { failure: { ...refused, isOfWording: true } }
  }
  if (ended.reason !== 'unpaid') return { next: await failUpstream(context, held, ended) }
  await noteUnpaid(context.env, { provider: supplyOf(held).supplier, code: ended.code })
  return { failure: { kind: 'unpaid', retryAfterSeconds: null, acceptanceUnknown: false, resultLost: false } }
}

/**
 * Everything that must be done before the provider is called; none of it reaches the provider.
 * @returns null when the tokens are no longer reserved: then the provider must not be called; `made` when an earlier job
 * has left all parts of this recording, or the sound of the next one
 */
async function prepare({ env }: JobContext, held: JobRow): Promise<MediaRequest | null | 'not-now' | 'made'> {
  // A job that repeats a broken job for free has no reservation.
  const { id, userId, operationId, upstreamModel: model, redoOf } = held
  try {
    const files = await readUploads(env, held)
    const made = held.kind === 'audio' ? await madeOf(env, held) : null
    const options = made ? (made.isSpoken ? undefined : made.next) : held.options
    const isReserved = redoOf !== null || (await userOf(env, userId).markDispatched(operationId))
    if (isReserved && options === undefined) return 'made'
    if (isReserved && options) return { model, options, files, userTag: userTagOf(userId) }
    report(userId, { event: 'job-not-dispatched', jobId: id })
    return null
  } catch (error) {
    report(userId, { event: 'job-step-failed', jobId: id, error: detailOf(error) })
    return 'not-now'
  }
}

async function finished(context: JobContext, held: JobRow, outputs: readonly MediaOutput[]): Promise<NextStep> {
  const isHere = outputs.every(({ kind }) => kind !== 'link')
  const leaseUntil = Date.now() + deliveryMaxMs(held.kind)
  // Even when another step has taken the row over, only this one has the result.
  const row = isHere ? held : ((await leaseJob(context.history, held, leaseUntil)) ?? held)
  const next = await deliver(context, row, outputs)
  // Without a ticket the provider cannot be asked again, so `deliver` has ended the job.
  return next === 'not-now' ? null : next
}

async function startFailed(context: JobContext, held: JobRow, provider: MediaProvider, error: unknown): Promise<Asked> {
  report(held.userId, { event: 'job-call-failed', jobId: held.id, call: 'start', failure: detailOf(error) })
  if (!(error instanceof ProviderFailure)) return { failure: unknownOutcome }
  const { kind, status, retryAfterSeconds } = error
  if (kind === 'unpaid') await noteUnpaid(context.env, error)
  const acceptanceUnknown = isAcceptanceUnknown(error)
  // A provider without `check` returns results in this response only; it was an error, or read and no answer, so the result is lost.
  const isRead = status !== null || kind === 'malformed' || kind === 'server'
  const resultLost = acceptanceUnknown && isRead && provider.check === undefined
  const isUnproven = status === 408 || status === 503
  return { failure: { kind, retryAfterSeconds, acceptanceUnknown, resultLost, isUnproven } }
}
