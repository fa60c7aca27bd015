// Checks what a person shows besides a password: a passkey, a code of the authenticator, or a recovery code. Each works once.
import { passkeyWithOwner, usePasskey } from '#data/directory/passkeys.ts'
import { authenticatorOf, type AuthenticatorRow, takeRecoveryCode, takeStep } from '#data/directory/second-step.ts'
import type { EnteringUser } from '#data/directory/ways-in.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { openFactor, stepOf } from '../../crypto/factor.ts'
import { challengeLifetimeMs, readPasskeyChallenge } from '../../crypto/passkey-challenge.ts'
import { recoveryHash } from '../../crypto/recovery-codes.ts'
import type { AppContext } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { tellWaysIn } from '../tell-ways-in.ts'
import { limitCodes, limitRecovery } from './limits.ts'
import { isShown } from './webauthn.ts'

export interface ShownPasskey {
  ticket: string
  response: { id: string }
}

export interface Shown {
  code?: string | undefined
  recovery?: string | undefined
  passkey?: ShownPasskey | undefined
}

/** Whether this is the first use of something that works once; it is remembered by the user's object until it has expired anyway. */
export const takeOnlyOnce = async (c: AppContext, userId: string, key: string, windowMs: number): Promise<boolean> =>
  (await userOf(c.env, userId).take([{ key, limit: 1, windowMs }])).allowed

/**
 * The user whose passkey has signed the challenge of this ticket.
 * @param use what the challenge was made for
 * @param expectedId the user who has to show it; left out: the passkey itself says who its user is
 * @throws AppError PASSKEY_UNKNOWN
 */
export async function provePasskey(
  c: AppContext,
  { ticket, response }: ShownPasskey,
  use: string,
  expectedId?: string
): Promise<EnteringUser> {
  const { directory, environment } = c.var
  const now = Date.now()
  const challenge = readPasskeyChallenge(environment, use, ticket, now)
  const found = challenge === null ? null : await passkeyWithOwner(directory, response.id)
  if (challenge === null || !found) throw new AppError('PASSKEY_UNKNOWN')
  const { user, passkey } = found
  const named = expectedId === undefined
  const shown =
    named || user.id === expectedId
      ? await isShown(environment, challenge, response, { userId: user.id, passkey, named })
      : null
  // Signed for this challenge, which only this passkey's holder can use up.
  if (!shown || !(await takeOnlyOnce(c, user.id, `challenge:${challenge}`, challengeLifetimeMs)))
    throw new AppError('PASSKEY_UNKNOWN')
  const { id, counter: fromCounter } = passkey
  if (!(await usePasskey(directory, { id, userId: user.id, fromCounter, ...shown, now })))
    throw new AppError('PASSKEY_UNKNOWN')
  return user
}

/** Whether the authenticator shows this code now, and has not used it up. The first accepted one connects it. */
export async function takeCode(c: AppContext, row: AuthenticatorRow, code: string): Promise<boolean> {
  const { directory, environment } = c.var
  const { FACTOR_SECRET: sealedWith } = environment
  if (sealedWith === undefined) return false
  const { userId, factor } = row
  const now = Date.now()
  const secret = await openFactor(factor, { of: 'user', userId, sealedWith })
  const step = secret === null ? null : stepOf(secret, code, now)
  return step !== null && (await takeStep(directory, { userId, factor, step, now }))
}

/** @throws AppError RATE_LIMITED, INVALID_CODE */
async function proveCode(c: AppContext, userId: string, code: string, use: string): Promise<void> {
  await limitCodes(c, userId, use)
  const row = await authenticatorOf(c.var.directory, userId)
  if (typeof row?.since !== 'number' || !(await takeCode(c, row, code))) throw new AppError('INVALID_CODE')
}

/** @throws AppError RATE_LIMITED, INVALID_CODE */
async function proveRecovery(c: AppContext, user: EnteringUser, typed: string, use: string): Promise<void> {
  const { id: userId } = user
  await limitRecovery(c, userId, use)
  const hash = recoveryHash(typed)
  const left = await takeRecoveryCode(c.var.directory, { userId, hash, now: Date.now() })
  if (left === null) throw new AppError('INVALID_CODE', { text: 'Код восстановления не подошёл или уже использован' })
  tellWaysIn(c, user, { kind: 'recovery-used', left })
}

/** @throws AppError VALIDATION_FAILED unless one thing is shown */
export function expectOne(shown: object): void {
  if (Object.values(shown).filter((value) => value !== undefined).length === 1) return
  throw new AppError('VALIDATION_FAILED', { details: [{ path: 'code', msg: 'Подтвердите одним способом' }] })
}

/**
 * Checks the one thing that the user shows.
 * @param use what it is shown for, also what a passkey's challenge was made for: its kind, and which one
 * @throws AppError PASSKEY_UNKNOWN, INVALID_CODE, RATE_LIMITED
 */
export async function proveShown(c: AppContext, user: EnteringUser, shown: Shown, use: string): Promise<void> {
  const { code, recovery, passkey } = shown
  if (passkey) await provePasskey(c, passkey, use, user.id)
  if (code !== undefined) await proveCode(c, user.id, code, use)
  if (recovery !== undefined) await proveRecovery(c, user, recovery, use)
}
