// Takes a place at the provider and asks it to start: the one step that must never be repeated blindly. The row says
// `submitting` before the provider is called; a later step that finds it so treats the outcome as unknown.
import type { JobFailureCode } from '#contract/job-failures.ts'
import { findForStart } from '#data/directory/outages.ts'
import { leavePlace, takePlace } from '#data/directory/places.ts'
import { beginStart, changeJob, findJob, type JobRow, leaseJob } from '#data/history/jobs.ts'
import { jobsMaxOf } from '#domain/environment.ts'
import { busyDeadlineOf, checkingDeadlineOf, isEnded, placeTakenUntil, queueDeadlineOf } from '#domain/job.ts'
import { isAway } from '#domain/outage.ts'
import { type CallFailure, pauseForPlaceMs, startVerdict } from '#domain/job-failure.ts'
import { report } from '#notices/report.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import type { MediaOutput, MediaProvider, MediaRequest, MediaStart } from '#providers/media/media.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import { type JobContext, type NextStep, nextStepOf, providerOf } from '../base/context.ts'
import { complete, deliver, deliveryMaxMs, storageMaxMs } from './deliver.ts'
import { detailOf } from '../base/detail.ts'
import { findResults, readUploads } from './files.ts'
import { end, failUpstream, leavePlaceOf, publishJob } from './finish.ts'
import { madeOf } from '../speech/parts.ts'
import { goOnWithMade, keepSpoken, resumeRecording } from './speak.ts'
import { storeTicket } from './ticket.ts'
import { translateJob } from './translate.ts'

/** How long a call may take beyond the adapter's own timeout. */
const graceMs = 5_000

/** For failures before the provider was called: retried a few times. */
const localFailure: CallFailure = {
  kind: 'network',
  retryAfterSeconds: null,
  acceptanceUnknown: false,
  resultLost: false
}

/** Starts a waiting job if its provider has a place for it. */
export async function startJob(context: JobContext, row: JobRow): Promise<NextStep> {
  const { directory } = context
  if (row.cancelRequestedAt !== null) return end(context, row.id, { step: 'cancelled' })
  const { hasUser, outages } = await findForStart(directory, row.userId, Date.now())
  if (!hasUser) return end(context, row.id, { step: 'failed', failure: 'INTERNAL' })
  if (isAway(outages, row.provider, Date.now()))
    return end(context, row.id, { step: 'failed', failure: 'PROVIDER_UNAVAILABLE' })
  const provider = providerOf(context, row)
  const translated = await translateJob(context, row, outages)
  if ('next' in translated) return translated.next
  const { row: ready } = translated
  if (!(await hasPlace(context, ready))) return waitForPlace(context, ready)
  const now = Date.now()
  const leaseUntil = now + provider.startTimeoutMs + graceMs + storageMaxMs
  const held = await beginStart(context.history, ready, { now, leaseUntil })
  return held ? submit(context, held, provider) : leftBehind(context, ready)
}

function hasPlace({ directory, environment }: JobContext, { id: jobId, provider, kind, createdAt }: JobRow) {
  const now = Date.now()
  const jobsMax = jobsMaxOf(environment, provider)
  return takePlace(directory, {
    jobId,
    provider,
    jobsMax,
    waitsSince: createdAt,
    until: placeTakenUntil(kind, now),
    now
  })
}

/**
 * The row has changed since the place was taken. Another delivery of the message may have begun the job with this very place;
 * only an ended job no longer needs it.
 */
async function leftBehind(context: JobContext, { id }: JobRow): Promise<NextStep> {
  const row = await findJob(context.history, id)
  if (!row || isEnded(row.step)) await leavePlace(context.directory, id)
  return null
}

async function waitForPlace(context: JobContext, row: JobRow): Promise<NextStep> {
  const now = Date.now()
  const dueAt = Math.min(now + pauseForPlaceMs(now - row.createdAt, Math.random()), row.deadlineAt)
  const waiting = await changeJob(context.history, row, { dueAt, leaseUntil: null })
  // The user learns once why the job does not begin; later pauses change nothing that is shown.
  if (waiting && row.dueAt === row.createdAt) await publishJob(context, waiting)
  return nextStepOf(waiting)
}

async function submit(context: JobContext, held: JobRow, provider: MediaProvider): Promise<NextStep> {
  const published = publishJob(context, held)
  try {
    return await callProvider(context, held, provider)
  } finally {
    await published
  }
}

async function callProvider(context: JobContext, held: JobRow, provider: MediaProvider): Promise<NextStep> {
  const request = await prepare(context, held)
  if (request === 'made') return goOnWithMade(context, held, (await madeOf(context.env, held)).next)
  if (request === null) return end(context, held.id, { step: 'failed', failure: 'INTERNAL' })
  if (request === 'not-now') return afterFailure(context, held, localFailure, 'INTERNAL')
  let started: MediaStart
  try {
    started = await provider.start(request, AbortSignal.timeout(provider.startTimeoutMs + graceMs))
  } catch (error) {
    return startFailed(context, held, provider, error)
  }
  switch (started.state) {
    case 'accepted':
      return storeTicket(context, held, provider, started.ticket)
    case 'finished':
      return held.kind === 'audio'
        ? keepSpoken(context, held, { part: request.options, outputs: started.outputs })
        : finished(context, held, started.outputs)
    case 'failed':
      return failUpstream(context, held, started)
    default:
      return started satisfies never
  }
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

async function startFailed(
  context: JobContext,
  held: JobRow,
  provider: MediaProvider,
  error: unknown
): Promise<NextStep> {
  report(held.userId, { event: 'job-call-failed', jobId: held.id, call: 'start', failure: detailOf(error) })
  // Another error, such as a timeout or a bug, may have happened after the provider accepted the job.
  if (!(error instanceof ProviderFailure)) return outcomeUnknown(context, held)
  const { kind, status, retryAfterSeconds } = error
  if (kind === 'unpaid') await noteUnpaid(context.env, error)
  const acceptanceUnknown = isAcceptanceUnknown(error)
  // A provider without `check` returns results in this response only; it was an error, so the result is lost.
  const resultLost = acceptanceUnknown && status !== null && provider.check === undefined
  return afterFailure(context, held, { kind, retryAfterSeconds, acceptanceUnknown, resultLost })
}

/** @param ours the failure code when the cause is ours, not the provider's */
async function afterFailure(
  context: JobContext,
  held: JobRow,
  failure: CallFailure,
  ours?: JobFailureCode
): Promise<NextStep> {
  const queueDeadlineAt = queueDeadlineOf(held)
  const times = { queueDeadlineAt, busyDeadlineAt: busyDeadlineOf(held), now: Date.now() }
  const verdict = startVerdict(failure, { ...times, attempts: held.attempts, random: Math.random() })
  switch (verdict.kind) {
    case 'unknown':
      return outcomeUnknown(context, held)
    case 'fail':
      return end(context, held.id, { step: 'failed', failure: ours ?? verdict.failure })
    case 'again':
      return backToQueue(context, held, { dueAt: verdict.dueAt, deadlineAt: queueDeadlineAt })
    default:
      return verdict satisfies never
  }
}

async function backToQueue(
  context: JobContext,
  held: JobRow,
  times: { dueAt: number; deadlineAt: number }
): Promise<NextStep> {
  const queued = await changeJob(context.history, held, {
    ...times,
    step: 'queued',
    // The lease keeps the job from being woken earlier: every refusal counts as an attempt.
    leaseUntil: times.dueAt,
    startedAt: null
  })
  if (!queued) return null
  await leavePlaceOf(context, queued)
  if (queued.cancelRequestedAt !== null) return end(context, queued.id, { step: 'cancelled' })
  await publishJob(context, queued)
  return nextStepOf(queued)
}

/** «Выясняем»: without a ticket the provider cannot be asked, but a step that still waits may bring the ticket. */
async function outcomeUnknown(context: JobContext, row: JobRow): Promise<NextStep> {
  const deadlineAt = checkingDeadlineOf(row, Date.now())
  const checking = await changeJob(context.history, row, {
    step: 'checking',
    dueAt: deadlineAt,
    leaseUntil: null,
    deadlineAt
  })
  if (checking) await publishJob(context, checking)
  return nextStepOf(checking)
}

/**
 * A start whose outcome was not stored: uses results left in R2, otherwise the outcome is unknown. Never starts twice.
 */
export async function recoverStart(context: JobContext, row: JobRow): Promise<NextStep> {
  const resumed = await resumeRecording(context, row)
  if (resumed !== undefined) return resumed
  const files = await findResults(context.env, row)
  return files ? complete(context, row, files) : outcomeUnknown(context, row)
}
