// How jobs follow from one another, as the browser hears of them. Pure.
import type { GalleryKind, Job, JobState } from '#contract/jobs.ts'

/** A job that was given up may deliver after all; nothing follows a delivery. */
const finality: Record<JobState, number> = {
  queued: 0,
  running: 0,
  checking: 0,
  failed: 1,
  cancelled: 1,
  completed: 2
}

export const isEnded = ({ state }: Pick<Job, 'state'>): boolean => finality[state] > 0

/** What is true of a job when `told` arrives after `known`; news may arrive in another order than they happened. */
export function newerJob(known: Job, told: Job): Job {
  const step = finality[told.state] - finality[known.state]
  if (step !== 0) return step > 0 ? told : known
  if (isEnded(told)) return { ...told, chargedTokens: told.chargedTokens ?? known.chargedTokens }
  return {
    ...told,
    // A wish to cancel is never taken back.
    cancelling: told.cancelling || known.cancelling,
    progress: told.state === 'running' ? furthest(known.progress, told.progress) : told.progress
  }
}

const furthest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (b ?? a) : Math.max(a, b)

/** What the filter of «Мои работы» calls it. */
export const kindOf = ({ kind }: Pick<Job, 'kind'>): GalleryKind => (kind === 'image-tool' ? 'image' : kind)
