// Which of two versions of a job is the newer one. Pure.
import type { GalleryKind, Job, JobState } from '#contract/jobs.ts'

/** A failed or cancelled job may still be completed by its provider; a completed job never changes its state again. */
const finality: Record<JobState, number> = {
  queued: 0,
  running: 0,
  checking: 0,
  failed: 1,
  cancelled: 1,
  completed: 2
}

export const isEnded = ({ state }: Pick<Job, 'state'>): boolean => finality[state] > 0

/** Failed or cancelled. */
export const isUnsuccessful = ({ state }: Pick<Job, 'state'>): boolean => finality[state] === 1

/** Merges `told`, which has just arrived, with `known`: answers and messages may arrive in another order than they were made. */
export function newerJob(known: Job, told: Job): Job {
  if (told.revision < known.revision) return known
  const step = finality[told.state] - finality[known.state]
  if (step !== 0) return step > 0 ? told : known
  if (isEnded(told)) return { ...told, chargedTokens: told.chargedTokens ?? known.chargedTokens }
  return {
    ...told,
    // A request to cancel cannot be withdrawn.
    cancelling: told.cancelling || known.cancelling,
    progress: told.state === 'running' ? furthest(known.progress, told.progress) : told.progress
  }
}

const furthest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (b ?? a) : Math.max(a, b)

/** The kind in the filter of «Мои работы». */
export const kindOf = ({ kind }: Pick<Job, 'kind'>): GalleryKind => (kind === 'image-tool' ? 'image' : kind)
