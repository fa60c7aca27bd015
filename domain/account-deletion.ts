// When a requested account deletion becomes final. Pure: the caller passes the time.
import { deletionGraceDays } from '#contract/agreements.ts'

const hourMs = 60 * 60_000

export const deletionGraceMs = deletionGraceDays * 24 * hourMs

/** Until then, signing in cancels the deletion. */
export const isDeletionFinal = (requestedAt: number, now: number): boolean => now - requestedAt >= deletionGraceMs

/**
 * Accounts whose deletion was requested before this moment are erased. It includes one hour after the grace period, so
 * that a sign-in in the last second, on a server whose clock is late, does not meet a half-erased account.
 */
export const erasableBefore = (now: number): number => now - deletionGraceMs - hourMs
