import type { TokenPair } from '#contract/sign-in.ts'
import type { Directory } from '#data/base/database.ts'
import { findRegistered, passwordHashOf, replacePasswordHash } from '#data/directory/users.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { bookTurn } from '../crypto/hashing-turns.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { limitSignIn } from '../http/limit.ts'
import { demandProof } from './demand-proof.ts'
import { knownUserId } from './known-device.ts'
import { expectOpen, openSession } from './open-session.ts'
import { expectNoSecondStep } from './second-step.ts'
import { dummyHash, hashLike, hashPassword, isOutdated, isSameHash } from '../crypto/passwords.ts'
import { readSignInPass } from '../crypto/sign-in-pass.ts'

/** The hash of a right password as it is stored from now on. */
async function renewedHash(directory: Directory, user: { id: string; passwordHash: string }, password: string) {
  if (!isOutdated(user.passwordHash)) return user.passwordHash
  const renewed = await hashPassword(password)
  if (await replacePasswordHash(directory, user.id, user.passwordHash, renewed)) return renewed
  // Another sign-in at the same time has renewed it, or the password has changed.
  const stored = (await passwordHashOf(directory, user.id)) ?? renewed
  return isSameHash(await hashLike(password, stored), stored) ? stored : renewed
}

/**
 * One hash in every case, so that timing does not reveal whether the address is known.
 * @throws AppError PROOF_REQUIRED, RATE_LIMITED, INVALID_CREDENTIALS or, only after a correct password, EMAIL_NOT_VERIFIED,
 * ACCOUNT_BLOCKED or SECOND_STEP_REQUIRED
 */
export async function signIn(
  c: AppContext,
  credentials: Record<'email' | 'password', string> & Partial<Record<'pass' | 'proof', string | undefined>>
): Promise<{ tokens: TokenPair; restored: boolean }> {
  const { directory, environment } = c.var
  const address = canonicalEmail(credentials.email)
  const { pass, proof } = credentials
  const passId = pass === undefined ? null : readSignInPass(environment, pass, address, Date.now())
  const hasPass = passId !== null
  const knownId = knownUserId(c, address)
  const lane = hasPass || knownId !== null ? 'known' : 'other'
  const bookHash = demandProof(c, { name: 'sign-in', about: address, proof, lane, hasPass })
  await limitSignIn(c, address, passId)
  const turn = await bookHash()
  const found = await findRegistered(directory, address)
  // The address belonged to another account when this device signed in.
  const isStranger = !hasPass && knownId !== null && knownId !== found?.user.id
  const typedHash = await hashLike(
    credentials.password,
    found?.user.passwordHash ?? dummyHash,
    isStranger ? bookTurn('other') : turn
  )
  if (!found) throw new AppError('INVALID_CREDENTIALS')

  const { user, registrations } = found
  const isPassword = isSameHash(typedHash, user.passwordHash)
  if (!isPassword || user.verifiedAt === null) {
    // Verified accounts are treated alike: otherwise registering an address and then signing in would reveal whether
    // the address had an account before.
    const wasTyped = registrations.some(({ passwordHash }) => isSameHash(typedHash, passwordHash))
    throw new AppError(isPassword || wasTyped ? 'EMAIL_NOT_VERIFIED' : 'INVALID_CREDENTIALS')
  }

  expectOpen(user)
  const passwordHash = await renewedHash(directory, user, credentials.password)
  const checked = { ...user, passwordHash }
  await expectNoSecondStep(c, checked)
  return openSession(c, checked)
}
