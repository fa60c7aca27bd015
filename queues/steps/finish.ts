// What follows when a job has ended: settle the money, remove files, tell the user (open pages, message), start the next waiting job. Every
// part is idempotent; the row stays due until all are done.
import { hasUnendedAudio } from '#data/history/job-lists.ts'
import { jobView } from '#data/history/job-view.ts'
import { changeJob, closeJob, endJob, findJob, type JobEnd, type JobRow, markDeleted } from '#data/history/jobs.ts'
import { removeSharesOfJob } from '#data/history/job-shares.ts'
import { chargeOfJob, mayDeliverLate, nextLateCheckAt, outcomeOf } from '#domain/job.ts'
import { failureOfEnd } from '#domain/job-failure.ts'
import { noteUnpaid } from '#durable-objects/base/provider-outage.ts'
import { publish } from '#durable-objects/publish.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { report } from '#notices/report.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { MediaEnd } from '#providers/media/media.ts'
import { type JobContext, jobContext, type NextStep, nextStepOf } from '../base/context.ts'
import { keepSources, removeCopies, removeResults, removeSources, removeUploads } from './files.ts'
import { leavePlaceOf, wakeNextAt } from '../base/places.ts'
import { supplyOf } from '../base/supplies.ts'
import { removeParts } from '../speech/parts.ts'
import { orderReadyMessage } from './tell-ready.ts'

/** Shows a job's new state on the user's open pages. */
export const publishJob = ({ env, environment }: JobContext, row: JobRow): Promise<void> =>
  publish(env, row.userId, { type: 'job', job: jobView(row, environment, Date.now()) })

/** Ends a job and finishes it; null when it had already ended. */
export async function end(context: JobContext, id: string, ending: JobEnd): Promise<NextStep> {
  const ended = await endJob(context.history, id, ending, { now: Date.now() })
  return ended ? finish(context, ended) : null
}

/** Ends a job whose result its provider has made, and which cannot be stored. */
export function lost(
  context: JobContext,
  { id, userId }: JobRow,
  failure: 'RESULT_BROKEN' | 'INTERNAL',
  error: string
): Promise<NextStep> {
  report(userId, { event: 'job-delivery-failed', jobId: id, failure, error })
  return end(context, id, { step: 'failed', failure })
}

/** Ends a job for the reason that its provider gave. */
export async function failUpstream(
  context: JobContext,
  row: JobRow,
  { reason, code }: Extract<MediaEnd, { state: 'failed' }>
): Promise<NextStep> {
  const { id, userId } = row
  const provider = supplyOf(row).supplier
  // A refused prompt is not logged; any other failure may be a fault of the platform and is.
  if (reason !== 'moderated')
    report(userId, { event: 'job-failed-upstream', jobId: id, provider, failure: code ?? reason })
  if (reason === 'unpaid') await noteUnpaid(context.env, { provider, code })
  return end(context, id, { step: 'failed', failure: failureOfEnd(reason) })
}

async function endReservation({ env }: JobContext, row: JobRow): Promise<number> {
  // Nothing was reserved for a job that is made once more for nothing.
  if (row.redoOf !== null) return 0
  const wallet = userOf(env, row.userId)
  const { operationId: id, upstreamModel, supply, attempts } = row
  const outcome = outcomeOf(row)
  const chargedTokens = chargeOfJob(outcome, row.priceTokens)
  const ended =
    chargedTokens > 0
      ? await wallet.settle({ id, chargedTokens, outcome, upstreamModel: supply?.model ?? upstreamModel, attempts })
      : await wallet.release({ id, outcome })
  if (ended.state === 'missing') await raiseAlarm(env, row.userId, { event: 'job-without-reservation', jobId: row.id })
  return ended.chargedTokens
}

/**
 * Settles or releases the reservation of an ended job, only once however often it is called, and tells the user.
 * @throws when the wallet, the files or the row cannot be reached; the row then stays due
 */
export async function finish(context: JobContext, row: JobRow): Promise<NextStep> {
  const chargedTokens = await endReservation(context, row)
  // A job without a result leaves its uploads for a day, so that it can be tried again with them.
  const isKept = row.step === 'completed' && row.deletedAt === null
  const keptSources = isKept ? await keepSources(context.env, row) : null
  if (!isKept) await removeCopies(context.env, row)
  // A job that was given up may still be delivered: another worker may be storing its results right now.
  if (row.step !== 'completed' && !mayDeliverLate(row)) await removeResults(context.env, row.id)
  if (row.kind === 'audio' && row.step === 'completed') await removeParts(context.env, row)
  const dueAt = nextLateCheckAt(row, Date.now()) === null ? null : Date.now()
  const sendReady = await orderReadyMessage(context, row)
  const closed = await closeJob(context.history, row.id, { chargedTokens, dueAt, keptSources })
  if (!closed) {
    // The user may have deleted the job while its sources were being kept.
    const isGone = keptSources && (await findJob(context.history, row.id))?.deletedAt !== null
    if (isGone) await removeSources(context.env, row)
    return null
  }
  await publishJob(context, closed)
  await sendReady?.()
  await leavePlaceOf(context, closed)
  if (closed.startedAt !== null) await wakeNextAt(context, supplyOf(closed).supplier, closed)
  return closed.deletedAt === null ? nextStepOf(closed) : removeDeletedFiles(context, closed)
}

/** Removes what a deleted job still has of its user: its files in R2 and its texts. */
export async function removeDeletedFiles({ env, history }: JobContext, row: JobRow): Promise<NextStep> {
  await removeResults(env, row.id)
  await removeUploads(env, row)
  await removeSources(env, row)
  // Parts are named by their text: a repeated job may be using the same ones. Remaining parts are deleted after a day.
  if (row.kind === 'audio' && !(await hasUnendedAudio(history, row.userId))) await removeParts(env, row)
  await removeSharesOfJob(history, row.id)
  await userOf(env, row.userId).forgetJob(row.operationId)
  await changeJob(history, row, { dueAt: null, parameters: {}, options: {} })
  return null
}

/**
 * Deletes an ended job for its user: its files and texts are removed at once, its row and its money records are kept.
 * @returns false for a job that has not ended
 */
export async function deleteJob(env: Env, row: JobRow): Promise<boolean> {
  const context = jobContext(env, row.id)
  const marked = await markDeleted(context.history, row.id, Date.now())
  if (!marked) return false
  await publish(env, row.userId, { type: 'work-deleted', id: row.operationId })
  if (marked.chargedTokens === null) await finish(context, marked)
  else await removeDeletedFiles(context, marked)
  return true
}
