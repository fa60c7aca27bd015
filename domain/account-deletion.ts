// When an account whose owner wants to be forgotten is beyond recall. Pure: the caller brings the time.
import { deletionGraceDays } from '#contract/profile.ts'

const hourMs = 60 * 60_000

export const deletionGraceMs = deletionGraceDays * 24 * hourMs

/** Signing in takes the wish back until then. */
export const isBeyondRecall = (requestedAt: number, now: number): boolean => now - requestedAt >= deletionGraceMs

/**
 * Wishes from before this moment are carried out. An hour after the grace: a sign-in of its last second, by a clock that
 * is late, must not find half of the account gone.
 */
export const erasableBefore = (now: number): number => now - deletionGraceMs - hourMs
