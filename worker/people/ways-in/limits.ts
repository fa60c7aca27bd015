// How often a proof may be tried. Codes and recovery codes have budgets of their own, by the attempt to sign in or the session that they are
// shown for: a thief who knows the password and uses up theirs keeps the owner from no other way.
import type { AppContext } from '../../http/context.ts'
import { takeOfNetwork, takeOfUser } from '../../http/limit.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Of a million codes three are valid at a time: so many tries every day find one within a year with a chance of 3 %. */
const codesPerDay = 30
const triesPerWindow = 5
const windowMs = 10 * minuteMs

/** Each page for signing in asks for them at once, they cost nothing, and many people share a network. */
const optionsPerTry = 30

/** Options for signing in with a passkey, by network. @throws AppError RATE_LIMITED */
export const limitEntryOptions = (c: AppContext): Promise<void> =>
  takeOfNetwork(c, {
    key: 'passkey-options',
    limit: optionsPerTry * c.var.environment.LIMIT_SIGN_IN_PER_MINUTE,
    windowMs: minuteMs
  })

/** Tries of a signed-in user. @throws AppError RATE_LIMITED */
export const limitOwnProofs = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'proof', limit: c.var.environment.LIMIT_SIGN_IN_PER_MINUTE, windowMs: minuteMs })

/** Anybody's tries, by network. @throws AppError RATE_LIMITED */
export const limitProofs = (c: AppContext): Promise<void> =>
  takeOfNetwork(c, { key: 'proof', limit: c.var.environment.LIMIT_SIGN_IN_PER_MINUTE, windowMs: minuteMs })

/**
 * Codes of the authenticator, by what they are shown for, and in a day by user: they can be guessed, and any number of attempts to sign in
 * can be begun. Those of a sign-in and those of a session are counted apart.
 * @param use its kind, and which one
 * @throws AppError RATE_LIMITED
 */
export async function limitCodes(c: AppContext, userId: string, use: string): Promise<void> {
  const [kind = ''] = use.split(' ')
  await takeOfUser(c, { key: `factor-code ${use}`, limit: triesPerWindow, windowMs }, userId)
  await takeOfUser(c, { key: `factor-codes ${kind}`, limit: codesPerDay, windowMs: dayMs }, userId)
}

/** Recovery codes, by what they are shown for, and by network as all: they cannot be guessed, and a thief must not use up the tries of the owner. */
export const limitRecovery = (c: AppContext, userId: string, use: string): Promise<void> =>
  takeOfUser(c, { key: `recovery-code ${use}`, limit: triesPerWindow, windowMs }, userId)

/** Changes of how one signs in: each is a mail. */
const changesPerHour = 60
/** @throws AppError RATE_LIMITED */
export const limitWaysIn = (c: AppContext): Promise<void> =>
  takeOfUser(c, { key: 'ways-in', limit: changesPerHour, windowMs: 60 * minuteMs })
