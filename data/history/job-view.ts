// A job as its owner sees it.
import { isJobFailureCode, jobFailures } from '#contract/job-failures.ts'
import type { Job, JobSource } from '#contract/jobs.ts'
import type { Environment } from '#domain/environment.ts'
import { busyDeadlineOf, isEnded, partsTicket, queueDeadlineOf, stateOf } from '#domain/job.ts'
import { fileLink, jobIdOf, redoOperationOf, uploadKeptMs } from '../files/job-files.ts'
import type { LinkSettings } from '../files/signed-link.ts'
import type { jobs } from './schema.ts'

export type JobRow = typeof jobs.$inferSelect

function errorOf({ step, failure }: JobRow): Job['error'] {
  if (step !== 'failed') return null
  // The row may have a code of another version of the product.
  const code = isJobFailureCode(failure) ? failure : 'INTERNAL'
  return { code, text: jobFailures[code] }
}

/** The prompt sent to the provider: settings that the provider lacks are part of its text. */
export function promptOf({ options }: Pick<JobRow, 'options'>): string | null {
  const parts = [options['prompt'], options['promptSuffix']].filter((part) => typeof part === 'string' && part !== '')
  return parts.length > 0 ? parts.join(' ') : null
}

/** Null when the prompt was not revised or the user wrote none. */
function revisedPromptOf(row: JobRow): string | null {
  const { prompt: asked } = row.parameters
  const prompt = promptOf(row)
  return typeof asked !== 'string' || asked === prompt ? null : prompt
}

/** The uploads that are still in the store: kept with the result, or not yet removed. */
function storedUploads({ step, uploads, keptSources, createdAt }: JobRow, now: number): readonly string[] {
  if (step === 'completed') return keptSources ?? []
  return now < createdAt + uploadKeptMs ? uploads : []
}

/**
 * The files that the job was made from. A file of another job is read there, unless that job is deleted; a file that the browser made
 * from it is this job's own.
 */
function sourcesOf(row: JobRow, settings: LinkSettings, now: number): JobSource[] {
  if (row.deletedAt !== null) return []
  const stored = storedUploads(row, now)
  return row.uploads.flatMap((parameter): JobSource[] => {
    const from = row.madeFrom?.find((one) => one.parameter === parameter)
    const origin = from ? { job: from.job, file: from.file } : null
    if (from && !from.derived)
      return [{ parameter, url: fileLink(settings, jobIdOf(row.userId, from.job), from.file, now), from: origin }]
    if (!stored.includes(parameter)) return []
    const url = fileLink(settings, row.id, parameter, now)
    return [{ parameter, url, from: origin, ...(from && { derived: true as const }) }]
  })
}

/** The seed that the provider was given; null for a provider that takes none. */
function seedOf({ options }: Pick<JobRow, 'options'>): number | null {
  const { seed } = options
  return typeof seed === 'number' ? seed : null
}

/** A part of a recording that is not put off is due within a second. */
const usualPauseMs = 1000

/** Whether the provider, or the minute of its account, has put off the next part of a recording. */
const isPartPutOff = ({ step, ticket, failedChecks, leaseUntil, dueAt }: JobRow, now: number): boolean =>
  step === 'running' &&
  ticket === partsTicket &&
  (failedChecks > 0 || (leaseUntil === null && (dueAt ?? 0) > now + usualPauseMs))

/**
 * A refused start keeps its lease until the next try, so that nothing wakes the job earlier; a job without a place has none,
 * and is due later than when it was submitted. Anything else is about to begin.
 */
function waitingOf(row: JobRow, now: number): Job['waiting'] {
  const { step, dueAt, leaseUntil, attempts, createdAt, deadlineAt } = row
  if (isPartPutOff(row, now)) return { reason: 'busy', triesAt: leaseUntil === null ? dueAt : now, until: deadlineAt }
  if (step !== 'queued' || dueAt === null) return null
  if (leaseUntil === dueAt && attempts > 0) return { reason: 'busy', triesAt: dueAt, until: busyDeadlineOf(row) }
  if (leaseUntil === null && dueAt > createdAt) return { reason: 'turn', triesAt: null, until: queueDeadlineOf(row) }
  return null
}

interface ViewSettings extends LinkSettings {
  AI_MARK?: Environment['AI_MARK']
}

export function jobView(row: JobRow, settings: ViewSettings, now: number): Job {
  const { id, operationId, kind, service, model, supply, parameters, uploads, priceTokens, step } = row
  const files = row.deletedAt === null && step === 'completed' ? row.files : []
  return {
    id: operationId,
    kind,
    state: stateOf(step),
    service,
    model,
    // The model that has run, which is another one where an operator has named it so.
    upstreamModel: supply?.model ?? row.upstreamModel,
    parameters,
    uploads,
    sources: sourcesOf(row, settings, now),
    seed: seedOf(row),
    batch: row.batch,
    revisedPrompt: revisedPromptOf(row),
    priceTokens,
    chargedTokens: isEnded(step) ? row.chargedTokens : null,
    progress: step === 'running' ? row.progress : null,
    cancelling: !isEnded(step) && row.cancelRequestedAt !== null,
    waiting: waitingOf(row, now),
    files: files.map(({ index, subtitles, ...file }) => {
      const url = fileLink(settings, id, index, now)
      const shown = { id: `${operationId}.${index}`, url, downloadUrl: `${url}&download=1`, ...file }
      return subtitles ? { ...shown, subtitlesUrl: `${url}&subtitles=1` } : shown
    }),
    ...(files.length > 0 && settings.AI_MARK === 'visible' && { aiMark: true as const }),
    error: errorOf(row),
    revision: row.revision,
    redoOf: row.redoOf,
    redo: row.redoAttempts > 0 ? redoOperationOf(operationId, row.redoAttempts) : null,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt
  }
}
