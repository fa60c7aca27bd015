// A recording of a text of any length: part by part, one for each delivery of the message, then all in one file. Parts
// that are stored are never made again, however the job ends.
import { changeJob, type JobRow, leaseJob } from '#data/history/jobs.ts'
import { partsTicket } from '#domain/job.ts'
import { startVerdict } from '#domain/job-failure.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { nameOf, report } from '#notices/report.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import { isAcceptanceUnknown } from '#providers/http/http.ts'
import { userTagOf } from '#providers/http/user-tag.ts'
import type { MediaOutput, MediaStart } from '#providers/media/media.ts'
import { wavHeader } from '#formats/wav.ts'
import { callNoted, waitForCallMs } from '../base/calls.ts'
import { type JobContext, type NextStep, nextStepOf, providerOf } from '../base/context.ts'
import { isAccountGone, supplyOf } from '../base/supplies.ts'
import { complete, deliver, storageMaxMs } from './deliver.ts'
import { detailOf } from '../base/detail.ts'
import { end, failUpstream, lost, publishJob } from './finish.ts'
import { storeTicket } from './ticket.ts'
import { joinParts, storeSubtitles } from '../speech/join.ts'
import { encodePart } from './encode.ts'
import {
  keepPart,
  keepSamples,
  type Made,
  madeOf,
  type PartOptions,
  partsOf,
  storedParts,
  storedSamples
} from '../speech/parts.ts'
import { isEncodedHere, orderedSound, sampleRate, type Sound, soundOf } from '../speech/sound.ts'

/** How long a call may take beyond the adapter's own timeout. */
const graceMs = 5_000

/** Whether the row is a recording that continues with its next part. */
export const isSpokenInParts = ({ kind, ticket }: JobRow): boolean => kind === 'audio' && ticket === partsTicket

/**
 * A start without a stored outcome continues if one of its parts is stored: at worst one part is made twice, as if the
 * user repeated the job. @returns undefined when no part is stored
 */
export async function resumeRecording(context: JobContext, row: JobRow): Promise<NextStep | undefined> {
  if (row.kind !== 'audio') return undefined
  const { count, isSpoken } = await madeOf(context.env, row)
  return count === 0 && !isSpoken ? undefined : storeTicket(context, row, await providerOf(context, row), partsTicket)
}

/**
 * Takes the next step of a recording in parts: makes one of them, or joins all. A request to cancel does not stop it: the
 * provider was paid for the finished parts, which the user would otherwise get for free. The account is asked also while it is left out
 * or out of our money: the finished parts are there, and its answer is what tells.
 */
export async function speakOn(context: JobContext, row: JobRow): Promise<NextStep> {
  const provider = await providerOf(context, row)
  const leaseUntil = Date.now() + provider.startTimeoutMs + graceMs + storageMaxMs
  const held = await leaseJob(context.history, row, leaseUntil)
  if (!held) return null
  const { next, isSpoken } = await madeOf(context.env, held)
  if (next === undefined || isSpoken) return goOnWithMade(context, held, next)
  const supply = supplyOf(held)
  const { suppliers } = await context.supplies()
  const waitMs = await waitForCallMs(context.env, suppliers, supply, held.userId)
  if (waitMs > 0) return waitForTurn(context, held, waitMs)
  const request = { model: held.upstreamModel, options: next, files: {}, userTag: userTagOf(held.userId) }
  const start = () => provider.start(request, AbortSignal.timeout(provider.startTimeoutMs + graceMs))
  return callNoted(context.env, supply, start, {
    keep: (started) => keepStarted(context, held, next, started),
    failed: (error) => partFailed(context, held, error),
    isRefusal: ({ state }) => state === 'failed',
    by: held.userId
  })
}

/** The account has the voice, so no other is asked; that its minute is used up is no try, however often: the user only sees it. */
async function waitForTurn(context: JobContext, held: JobRow, waitMs: number): Promise<NextStep> {
  const dueAt = Math.min(Date.now() + waitMs, held.deadlineAt)
  const waiting = await changeJob(context.history, held, { dueAt, leaseUntil: null })
  if (waiting) await publishJob(context, waiting)
  return nextStepOf(waiting)
}

async function keepStarted(
  context: JobContext,
  held: JobRow,
  part: PartOptions,
  started: MediaStart
): Promise<NextStep> {
  if (started.state === 'accepted') throw new Error('A recording is an answer, never a ticket')
  return started.state === 'failed'
    ? failUpstream(context, held, started)
    : keepSpoken(context, held, { part, outputs: started.outputs })
}

/**
 * Continues without a call of the provider, which has made all parts or the next one.
 * @param spoken the part that only needs encoding; undefined: all parts are stored
 */
export async function goOnWithMade(context: JobContext, held: JobRow, spoken: Made['next']): Promise<NextStep> {
  if (spoken === undefined) return finishRecording(context, held)
  const samples = await storedSamples(context.env, held, spoken)
  // Another recording of the same text has ended at this moment.
  if (samples === null) return goOn(context, held)
  return encodePart(context, held, { part: spoken, samples }, (sound) => keepSound(context, held, spoken, sound))
}

async function finishRecording(context: JobContext, held: JobRow): Promise<NextStep> {
  const parts = await storedParts(context.env, held)
  // One part is gone, because another recording of the same text has just ended. It is made again.
  if (parts === null) return goOn(context, held)
  return complete(context, held, [await joinParts(context.env, held, parts)])
}

/** The provider's recording of the text, or of a part of it. */
interface Spoken {
  part: PartOptions
  outputs: readonly MediaOutput[]
}

/** Stores the provider's recording, encoded if the order needs that. */
export async function keepSpoken(
  context: JobContext,
  held: JobRow,
  { part, outputs: [output] }: Spoken
): Promise<NextStep> {
  const sound = output?.kind === 'bytes' ? await soundOf(held, output) : null
  if (sound === null) return lost(context, held, 'RESULT_BROKEN', 'BrokenResult')
  if (!isEncodedHere(held)) return keepSound(context, held, part, sound)
  try {
    await keepSamples(context.env, held, part, sound)
  } catch (error) {
    return lost(context, held, 'INTERNAL', nameOf(error))
  }
  return encodePart(context, held, { part, samples: sound }, (encoded) => keepSound(context, held, part, encoded))
}

/** Stores the whole recording, or a part of it. */
async function keepSound(context: JobContext, held: JobRow, part: PartOptions, sound: Sound): Promise<NextStep> {
  try {
    if (partsOf(held).length === 1) return await deliverWhole(context, held, sound)
    await keepPart(context.env, held, part, sound)
  } catch (error) {
    return lost(context, held, 'INTERNAL', nameOf(error))
  }
  if (held.ticket !== null) return goOn(context, held)
  return storeTicket(context, held, await providerOf(context, held), partsTicket)
}

async function deliverWhole(context: JobContext, held: JobRow, { bytes, cues }: Sound): Promise<NextStep> {
  await storeSubtitles(context.env, held.id, cues)
  const isWav = orderedSound(held).format === 'wav'
  const whole = isWav
    ? new Uint8Array(await new Blob([wavHeader(bytes.length, sampleRate), bytes]).arrayBuffer())
    : bytes
  const next = await deliver(context, held, [{ kind: 'bytes', bytes: whole }])
  // Without a ticket `deliver` has ended the job. One with a ticket, whose samples are stored, is due again when its lease ends.
  return next === 'not-now' ? null : next
}

/** Stores the progress; the next part is due at once. */
async function goOn(context: JobContext, held: JobRow): Promise<NextStep> {
  const { count, parts } = await madeOf(context.env, held)
  const running = await changeJob(context.history, held, {
    progress: count / parts.length,
    checks: held.checks + 1,
    failedChecks: 0,
    leaseUntil: null,
    dueAt: Date.now()
  })
  if (running) await publishJob(context, running)
  return nextStepOf(running)
}

/**
 * A provider that is busy, or was not reached, is asked again for the same part, and so is an account that is gone, until the
 * job's time is over: it may come back. Any other failure ends the job: the tokens are released, and the parts are kept for the
 * next try.
 */
async function partFailed(context: JobContext, held: JobRow, error: unknown): Promise<NextStep> {
  report(held.userId, { event: 'job-call-failed', jobId: held.id, call: 'start', failure: detailOf(error) })
  if (!(error instanceof ProviderFailure)) return end(context, held.id, { step: 'failed', failure: 'PROVIDER_FAILED' })
  const { kind, retryAfterSeconds } = error
  if (kind === 'unpaid') await noteUnpaid(context.env, error)
  const isGone = isAccountGone(error)
  const failure = {
    kind: isGone ? 'busy' : kind,
    retryAfterSeconds,
    acceptanceUnknown: isAcceptanceUnknown(error),
    resultLost: true
  } as const
  const { deadlineAt } = held
  const times = { queueDeadlineAt: deadlineAt, busyDeadlineAt: deadlineAt, now: Date.now() }
  const failedChecks = held.failedChecks + 1
  const verdict = startVerdict(failure, { ...times, attempts: failedChecks, random: Math.random() })
  if (verdict.kind === 'again') {
    const waiting = await changeJob(context.history, held, { dueAt: verdict.dueAt, leaseUntil: null, failedChecks })
    if (waiting) await publishJob(context, waiting)
    return nextStepOf(waiting)
  }
  const ended = verdict.kind === 'fail' ? verdict.failure : 'PROVIDER_FAILED'
  const code = isGone ? 'PROVIDER_UNAVAILABLE' : ended
  return end(context, held.id, { step: 'failed', failure: code })
}
