// Which ended jobs send a message to their users when no page is open. Pure.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { longJobSeconds } from '#contract/ready.ts'
import { isEnded, type JobStep } from './job.ts'

/** The content of a message. Never the prompt: messages are shown on locked screens and pass through other companies. */
export interface ReadyFacts {
  /** The job's id in the API. */
  operationId: string
  kind: StudioKind
  service: string
  outcome: 'completed' | 'failed'
  /** For the jobs of one submission, which share a message. */
  batch?: { made: number; size: number }
}

interface EndedJob {
  operationId: string
  kind: StudioKind
  service: string
  step: JobStep
  createdAt: number
  finishedAt: number | null
  deletedAt: number | null
}

/**
 * Whether the user may have left meanwhile and wants to know of the end. A cancelled job ended by the user's own wish, and a short
 * one before the user could leave.
 */
const isWorthTelling = ({ step, createdAt, finishedAt, deletedAt }: EndedJob): boolean =>
  (step === 'completed' || step === 'failed') &&
  deletedAt === null &&
  finishedAt !== null &&
  finishedAt - createdAt >= longJobSeconds * 1000

/**
 * The message about an ended job, or about its batch.
 * @param jobs the job alone, or all of its batch in their order
 * @returns null while one of them runs, and when none needs a message
 */
export function readyFactsOf(jobs: readonly EndedJob[]): ReadyFacts | null {
  if (!jobs.every(({ step }) => isEnded(step)) || !jobs.some(isWorthTelling)) return null
  const made = jobs.filter(({ step, deletedAt }) => step === 'completed' && deletedAt === null)
  const shown = made[0] ?? jobs.find(isWorthTelling)
  if (!shown) return null
  const { operationId, kind, service } = shown
  const outcome = made.length > 0 ? 'completed' : 'failed'
  return {
    operationId,
    kind,
    service,
    outcome,
    ...(jobs.length > 1 && { batch: { made: made.length, size: jobs.length } })
  }
}
