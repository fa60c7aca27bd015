// How often a proof may be tried. Each kind has a budget of its own: a thief who uses up the one of codes, for which the password or a
// session is needed, keeps the owner from neither passkeys nor recovery codes.
import type { AppContext } from '../../http/context.ts'
import { takeOfNetwork, takeOfUser } from '../../http/limit.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Of a million codes three are valid at a time: so many tries every day find one within a year with a chance of 3 %. */
const codesPerDay = 30
const triesPerWindow = 5
const windowMs = 10 * minuteMs

/** Anybody's tries, by network. @throws AppError RATE_LIMITED */
export const limitProofs = (c: AppContext): Promise<void> =>
  takeOfNetwork(c, { key: 'proof', limit: c.var.environment.LIMIT_SIGN_IN_PER_MINUTE, windowMs: minuteMs })

/** Codes of the authenticator, by user. @throws AppError RATE_LIMITED */
export async function limitCodes(c: AppContext, userId: string): Promise<void> {
  await takeOfUser(c, { key: 'factor-code', limit: triesPerWindow, windowMs }, userId)
  await takeOfUser(c, { key: 'factor-codes', limit: codesPerDay, windowMs: dayMs }, userId)
}

/** Recovery codes, by user: they cannot be guessed. @throws AppError RATE_LIMITED */
export const limitRecovery = (c: AppContext, userId: string): Promise<void> =>
  takeOfUser(c, { key: 'recovery-code', limit: triesPerWindow, windowMs }, userId)

/** Changes of how one signs in: each is a mail. */
const changesPerHour = 60
/** @throws AppError RATE_LIMITED */
export const limitWaysIn = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'ways-in', limit: changesPerHour, windowMs: 60 * minuteMs })
