// Takes a place at an account and asks it to start: the one step that must never be repeated blindly. The row says
// `submitting` before the provider is called; a later step that finds it so treats the outcome as unknown.
import { mediaProviders } from '#contract/catalogue/entry.ts'
import type { JobFailureCode } from '#contract/job-failures.ts'
import { findForStart } from '#data/directory/outages.ts'
import { beginStart, changeJob, type JobChange, type JobRow } from '#data/history/jobs.ts'
import { busyDeadlineOf, checkingDeadlineOf, queueDeadlineOf } from '#domain/job.ts'
import {
  type CallFailure,
  decisiveOf,
  mayPassOn,
  pauseForPlaceMs,
  type StartVerdict,
  startVerdict
} from '#domain/job-failure.ts'
import type { JobSupply, Refusals } from '#domain/supplies/supply.ts'
import { waitForCallMs } from '../base/calls.ts'
import { type JobContext, type NextStep, nextStepOf, providerOf } from '../base/context.ts'
import { leavePlaceOf, leftBehind, takePlaceAt, wakeNextAt } from '../base/places.ts'
import { supplyOf } from '../base/supplies.ts'
import { askOne, graceMs } from './ask-one.ts'
import { candidatesOf, noteSupply } from './candidates.ts'
import { complete, storageMaxMs } from './deliver.ts'
import { findResults } from './files.ts'
import { end, publishJob } from './finish.ts'
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
  const { open, isPutOff } = openFor(ready, candidates, Date.now())
  const place = await takePlaceAt(context, ready, open)
  const first = open.find(({ supplier }) => supplier === place)
  if (!first) return waitForPlace(context, ready, place)
  const leaseUntil = Date.now() + (await startMaxMs(context, { ...ready, supply: first }))
  const held = await beginStart(context.history, ready, { now: Date.now(), leaseUntil, supply: first })
  const inTurn = [first, ...open.filter((other) => other !== first)]
  return held ? submit(context, held, inTurn, isPutOff) : leftBehind(context, ready)
}

/** Whom the job may ask now. `isPutOff`: one that has refused it may be asked once more later. */
function openFor(row: JobRow, candidates: readonly JobSupply[], now: number) {
  const { pauses = {}, only } = row.refusals ?? {}
  const own = only === undefined ? candidates : candidates.filter(({ supplier }) => supplier === only)
  const pauseOf = ({ supplier }: JobSupply) => pauses[supplier] ?? 0
  // All that are there have refused for good: it is as if none had.
  if (own.every((one) => pauseOf(one) >= queueDeadlineOf(row))) return { open: own, isPutOff: false }
  const isPutOff = own.some((one) => pauseOf(one) > now && pauseOf(one) < queueDeadlineOf(row))
  return { open: own.filter((one) => pauseOf(one) <= now), isPutOff }
}

const startMaxMs = async (context: JobContext, row: JobRow): Promise<number> =>
  (await providerOf(context, row)).startTimeoutMs + graceMs + storageMaxMs

/** @param place one that an interrupted step took, where the job may not be asked any more */
async function waitForPlace(context: JobContext, row: JobRow, place: string | null): Promise<NextStep> {
  const now = Date.now()
  const dueAt = Math.min(now + pauseForPlaceMs(now - row.createdAt, Math.random()), row.deadlineAt)
  const waiting = await changeJob(context.history, row, { dueAt, leaseUntil: null })
  // The row is as it was read, so the job does not run: the place is its own to give back.
  if (waiting && place !== null) {
    await leavePlaceOf(context, waiting)
    await wakeNextAt(context, place, waiting)
  }
  // The user learns once why the job does not begin; later pauses change nothing that is shown.
  if (waiting && row.dueAt === row.createdAt) await publishJob(context, waiting)
  return nextStepOf(waiting)
}

async function submit(
  context: JobContext,
  held: JobRow,
  supplies: readonly JobSupply[],
  isPutOff: boolean
): Promise<NextStep> {
  const published = publishJob(context, held)
  try {
    return await askInTurn(context, held, supplies, isPutOff)
  } finally {
    await published
  }
}

/**
 * One account after the other, until one accepts or may have: then no other is asked. The first has a place for the job.
 * @param isPutOff there is one that has refused the job before, and may be asked once more
 */
async function askInTurn(
  context: JobContext,
  first: JobRow,
  supplies: readonly JobSupply[],
  isPutOff: boolean
): Promise<NextStep> {
  let held = first
  let [supply, ...left] = supplies
  const pauses = { ...first.refusals?.pauses }
  const failures: CallFailure[] = []
  let isUsedUp = false
  while (supply) {
    const { supplier } = supply
    const { suppliers } = await context.supplies()
    const waitMs = await waitForCallMs(context.env, suppliers, supply, first.userId)
    // While the minute of the account is used up, its place would put off every other job as well.
    isUsedUp = waitMs > 0
    const asked = isUsedUp
      ? { failure: { ...noRoom, retryAfterSeconds: Math.ceil(waitMs / 1000) } }
      : await askOne(context, held, supply)
    if (asked === 'not-now') return afterFailure(context, held, localFailure, { ours: 'INTERNAL' })
    if ('next' in asked) return asked.next
    const { failure } = asked
    if (!mayPassOn(failure)) return afterFailure(context, held, failure)
    failures.push(failure)
    const verdict = verdictOn(held, failure)
    pauses[supplier] = verdict.kind === 'again' ? verdict.dueAt : queueDeadlineOf(held)
    if (left.length === 0) break
    const place = await takePlaceAt(context, held, left, supplier)
    if (!isUsedUp) await wakeNextAt(context, supplier, held)
    const next = left.find((other) => other.supplier === place)
    if (!next) break
    const leaseUntil = Date.now() + (await startMaxMs(context, { ...held, supply: next }))
    const noted = await noteSupply(context, held, next, leaseUntil)
    if (!noted) return leftBehind(context, held)
    if (noted.cancelRequestedAt !== null) return end(context, noted.id, { step: 'cancelled' })
    held = noted
    supply = next
    left = left.filter((other) => other !== next)
  }
  const place = left.length > 0 ? 'moved' : isUsedUp ? 'useless' : 'free'
  if (place === 'moved' || isPutOff) return stayInLine(context, held, { ...first.refusals, pauses }, place)
  const [failure = noRoom, ...others] = failures
  return afterFailure(context, held, decisiveOf([failure, ...others]), { place })
}

/**
 * What becomes of the place that a refused job has at its account. free: the next job gets it. useless: no job could use it yet.
 * moved: it was given back already, and the job waits for one at another account.
 */
type Left = 'free' | 'useless' | 'moved'

const verdictOn = (held: JobRow, failure: CallFailure): StartVerdict => {
  const times = { queueDeadlineAt: queueDeadlineOf(held), busyDeadlineAt: busyDeadlineOf(held), now: Date.now() }
  return startVerdict(failure, { ...times, attempts: held.attempts, random: Math.random() })
}

/** @param ours the failure code when the cause is ours, not the provider's */
async function afterFailure(
  context: JobContext,
  held: JobRow,
  failure: CallFailure,
  { ours, place = 'free' }: { ours?: JobFailureCode; place?: Left } = {}
): Promise<NextStep> {
  const verdict = verdictOn(held, failure)
  switch (verdict.kind) {
    case 'unknown':
      return outcomeUnknown(context, held)
    case 'fail':
      return end(context, held.id, { step: 'failed', failure: ours ?? verdict.failure })
    case 'again': {
      const { dueAt } = verdict
      return backToQueue(
        context,
        held,
        { dueAt, leaseUntil: dueAt, refusals: refusalsAfter(held, failure, ours) },
        place
      )
    }
    default:
      return verdict satisfies never
  }
}

/** All accounts are asked again after a refusal by all; only the one that may have begun the work, where one may have. */
function refusalsAfter({ refusals, supply }: JobRow, failure: CallFailure, ours?: JobFailureCode): Refusals | null {
  if (failure.isUnproven && supply) return { pauses: {}, ...refusals, only: supply.supplier }
  return ours !== undefined || refusals?.only !== undefined ? refusals : null
}

/**
 * The job waits as one that was never begun, and is woken by a place at an account that was only full. Those that have refused it are
 * asked after their pauses. It looks again soon, because nothing could wake it while it asked.
 */
const stayInLine = (context: JobContext, held: JobRow, refusals: Refusals, place: Left) => {
  const dueAt = Date.now() + pauseForPlaceMs(0, Math.random())
  return backToQueue(context, held, { dueAt, leaseUntil: null, refusals }, place)
}

async function backToQueue(context: JobContext, held: JobRow, change: JobChange, place: Left): Promise<NextStep> {
  const back = { step: 'queued', deadlineAt: queueDeadlineOf(held), startedAt: null } as const
  const queued = await changeJob(context.history, held, { ...change, ...back })
  if (!queued) return null
  if (place !== 'moved') await leavePlaceOf(context, queued)
  if (place === 'free') await wakeNextAt(context, supplyOf(held).supplier, queued)
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
