// Which jobs their users are told of when no page shows them. Pure.
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { longJobSeconds } from '#contract/ready.ts'
import type { JobStep } from './job.ts'

/** What a message says. Never the prompt: messages are shown on locked screens and pass through other companies. */
export interface ReadyFacts {
  /** The job's id in the API. */
  operationId: string
  kind: StudioKind
  service: string
  outcome: 'completed' | 'failed'
}

interface EndedJob {
  step: JobStep
  createdAt: number
  finishedAt: number | null
  deletedAt: number | null
}

/**
 * Whether the user may have left meanwhile and wants to hear of the end. A cancelled job ended by the user's own wish, and
 * a short one before the user could look elsewhere.
 */
export const isWorthTelling = ({ step, createdAt, finishedAt, deletedAt }: EndedJob): boolean =>
  (step === 'completed' || step === 'failed') &&
  deletedAt === null &&
  finishedAt !== null &&
  finishedAt - createdAt >= longJobSeconds * 1000
