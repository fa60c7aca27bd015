// Takes a place at an account and asks it to start: the one step that must never be repeated blindly. The row says
// `submitting` before the provider is called; a later step that finds it so treats the outcome as unknown.
import { mediaProviders } from '#contract/catalogue/entry.ts'
import type { JobFailureCode } from '#contract/job-failures.ts'
import { findForStart } from '#data/directory/outages.ts'
import { leavePlace, takePlace } from '#data/directory/places.ts'
import { beginStart, changeJob, findJob, type JobRow } from '#data/history/jobs.ts'
import { jobsMaxOf } from '#domain/environment.ts'
import { busyDeadlineOf, checkingDeadlineOf, isEnded, placeTakenUntil, queueDeadlineOf } from '#domain/job.ts'
import { type CallFailure, decisiveOf, mayPassOn, pauseForPlaceMs, startVerdict } from '#domain/job-failure.ts'
import type { JobSupply } from '#domain/supplies/supply.ts'
import { waitForCallMs } from '../base/calls.ts'
import { type JobContext, type NextStep, nextStepOf, providerOf } from '../base/context.ts'
import { askOne, graceMs } from './ask-one.ts'
import { candidatesOf, noteSupply } from './candidates.ts'
import { complete, storageMaxMs } from './deliver.ts'
import { findResults } from './files.ts'
import { end, leavePlaceOf, publishJob } from './finish.ts'
import { resumeRecording } from './speak.ts'
import { translateJob } from './translate.ts'

/** For failures before an account was called: retried a few times. */
const localFailure: CallFailure = {
  kind: 'network',
  retryAfterSeconds: null,
  acceptanceUnknown: false,
  resultLost: false
}

/** The account runs as many jobs, or has got as many calls within a minute, as it may. */
const noRoom: CallFailure = { ...localFailure, kind: 'busy' }

/** Starts a waiting job if one of its accounts has a place for it. */
export async function startJob(context: JobContext, row: JobRow): Promise<NextStep> {
  const { directory } = context
  if (row.cancelRequestedAt !== null) return end(context, row.id, { step: 'cancelled' })
  const { hasUser, outages } = await findForStart(directory, row.userId, Date.now())
  if (!hasUser) return end(context, row.id, { step: 'failed', failure: 'INTERNAL' })
  if (!mediaProviders.includes(row.provider))
    throw new Error('A job of a provider that another version of this code knows')
  const candidates = await candidatesOf(context, row, outages)
  if (candidates.length === 0) return end(context, row.id, { step: 'failed', failure: 'PROVIDER_UNAVAILABLE' })
  const translated = await translateJob(context, row, outages)
  if ('next' in translated) return translated.next
  const { row: ready } = translated
  const place = await takePlaceAt(context, ready, candidates)
  const first = candidates.find(({ supplier }) => supplier === place)
  if (!first) return waitForPlace(context, ready)
  const now = Date.now()
  const leaseUntil = now + (await startMaxMs(context, { ...ready, supply: first }))
  const held = await beginStart(context.history, ready, { now, leaseUntil, supply: first })
  return held
    ? submit(context, held, [first, ...candidates.filter((other) => other !== first)])
    : leftBehind(context, ready)
}

const startMaxMs = async (context: JobContext, row: JobRow): Promise<number> =>
  (await providerOf(context, row)).startTimeoutMs + graceMs + storageMaxMs

/** @returns the first of the accounts that has a place for the job, which is taken; null: it waits at all of them */
function takePlaceAt({ directory, environment }: JobContext, row: JobRow, supplies: readonly JobSupply[]) {
  const now = Date.now()
  return takePlace(directory, {
    jobId: row.id,
    accounts: supplies.map(({ supplier }) => ({ provider: supplier, jobsMax: jobsMaxOf(environment, supplier) })),
    waitsSince: row.createdAt,
    until: placeTakenUntil(row.kind, now),
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

async function submit(context: JobContext, held: JobRow, supplies: readonly JobSupply[]): Promise<NextStep> {
  const published = publishJob(context, held)
  try {
    return await askInTurn(context, held, supplies)
  } finally {
    await published
  }
}

/** One account after the other, until one accepts or may have: then no other is asked. */
async function askInTurn(context: JobContext, first: JobRow, supplies: readonly JobSupply[]): Promise<NextStep> {
  let held = first
  const failures: CallFailure[] = []
  for (const [index, supply] of supplies.entries()) {
    if (index > 0) {
      // The place at the one before is given back.
      if ((await takePlaceAt(context, held, [supply])) === null) {
        failures.push(noRoom)
        continue
      }
      const leaseUntil = Date.now() + (await startMaxMs(context, { ...held, supply }))
      const noted = await noteSupply(context, held, supply, leaseUntil)
      if (!noted) return leftBehind(context, held)
      if (noted.cancelRequestedAt !== null) return end(context, noted.id, { step: 'cancelled' })
      held = noted
    }
    const waitMs = await waitForCallMs(context.env, (await context.supplies()).suppliers, supply)
    const asked =
      waitMs === 0
        ? await askOne(context, held, supply)
        : { failure: { ...noRoom, retryAfterSeconds: Math.ceil(waitMs / 1000) } }
    if (asked === 'not-now') return afterFailure(context, held, localFailure, 'INTERNAL')
    if ('next' in asked) return asked.next
    failures.push(asked.failure)
    if (!mayPassOn(asked.failure)) break
  }
  const [failure, ...others] = failures
  if (!failure) throw new Error('A job was begun without anybody to ask')
  return afterFailure(context, held, decisiveOf([failure, ...others]))
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
