// A job as its owner sees it.
import { isJobFailureCode, jobFailures } from '#contract/job-failures.ts'
import type { Job } from '#contract/jobs.ts'
import { busyDeadlineOf, isEnded, queueDeadlineOf, stateOf } from '#domain/job.ts'
import { fileLink, type LinkSettings } from '../job-files.ts'
import type { jobs } from './schema.ts'

export type JobRow = typeof jobs.$inferSelect

function errorOf({ step, failure }: JobRow): Job['error'] {
  if (step !== 'failed') return null
  // The row may have a code that only another version of the product knows.
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

/**
 * A refused start keeps its lease until the next try, so that nothing wakes the job earlier; a job without a place has none,
 * and is due later than when it was submitted. Anything else is about to begin.
 */
function waitingOf(row: JobRow): Job['waiting'] {
  const { step, dueAt, leaseUntil, attempts, createdAt } = row
  if (step !== 'queued' || dueAt === null) return null
  if (leaseUntil === dueAt && attempts > 0) return { reason: 'busy', triesAt: dueAt, until: busyDeadlineOf(row) }
  if (leaseUntil === null && dueAt > createdAt) return { reason: 'turn', triesAt: null, until: queueDeadlineOf(row) }
  return null
}

export function jobView(row: JobRow, settings: LinkSettings, now: number): Job {
  const { id, operationId, kind, service, model, upstreamModel, parameters, uploads, priceTokens, step } = row
  const files = row.deletedAt === null && step === 'completed' ? row.files : []
  return {
    id: operationId,
    kind,
    state: stateOf(step),
    service,
    model,
    upstreamModel,
    parameters,
    uploads,
    revisedPrompt: revisedPromptOf(row),
    priceTokens,
    chargedTokens: isEnded(step) ? row.chargedTokens : null,
    progress: step === 'running' ? row.progress : null,
    cancelling: !isEnded(step) && row.cancelRequestedAt !== null,
    waiting: waitingOf(row),
    files: files.map(({ index, ...file }) => {
      const url = fileLink(settings, id, index, now)
      return { id: `${operationId}.${index}`, url, downloadUrl: `${url}&download=1`, ...file }
    }),
    error: errorOf(row),
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt
  }
}
