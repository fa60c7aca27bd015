// Dangerous calls ask who is there: the caller has signed in or proven themselves within ten minutes. A stolen session, or a page that was
// left open, is not enough for them (decisions/0111-passkeys-and-second-step.md).
import { freshMinutes, type FreshSignInNeeded, type ProofWay } from '#contract/second-step.ts'
import { waysFacts, type WaysFacts } from '#data/directory/ways-in.ts'
import { hasPassword } from '../crypto/passwords.ts'
import type { AppContext } from '../http/context.ts'
import { AppError } from '../http/errors.ts'
import { checkPassword } from './check-password.ts'
import { secondStepsIn } from './second-step.ts'

/** A proof counts so long. */
export const freshMs = freshMinutes * 60_000

/** With what this user can prove themselves. A second step that is on leaves nothing weaker. */
function proofWaysIn(facts: WaysFacts): ProofWay[] {
  if (facts.secondStepAt !== null) return secondStepsIn(facts)
  return [
    ...(hasPassword(facts.passwordHash) ? (['password'] as const) : []),
    ...secondStepsIn(facts),
    ...facts.identities
  ]
}

/** Until when the session counts as fresh; null: it does not. */
export function freshUntilIn({ sessionSince, provenAt }: WaysFacts, now: number): number | null {
  const until = Math.max(sessionSince ?? 0, provenAt ?? 0) + freshMs
  return until > now ? until : null
}

/**
 * What the caller has to prove themselves with. Read when the body of the call has arrived: who sends it slowly has no more rights than
 * the session has by then.
 * @throws AppError UNAUTHORIZED when the account is gone or the session has ended
 */
export async function callersWays(c: AppContext): Promise<WaysFacts> {
  const { directory, caller } = c.var
  const facts = await waysFacts(directory, caller.userId, caller.sessionId)
  if (typeof facts?.sessionSince !== 'number') throw new AppError('UNAUTHORIZED')
  return facts
}

export function freshSignInRequired(facts: WaysFacts): AppError {
  const data: FreshSignInNeeded = { ways: proofWaysIn(facts) }
  return new AppError('FRESH_SIGN_IN_REQUIRED', { data })
}

function expectFreshIn(facts: WaysFacts): void {
  if (freshUntilIn(facts, Date.now()) === null) throw freshSignInRequired(facts)
}

/** @throws AppError FRESH_SIGN_IN_REQUIRED with what the caller can prove themselves with */
export async function expectFresh(c: AppContext): Promise<void> {
  expectFreshIn(await callersWays(c))
}

/** For those alone who have a passkey or an authenticator. @throws AppError FRESH_SIGN_IN_REQUIRED */
export async function expectFreshOfGuarded(c: AppContext): Promise<void> {
  const facts = await callersWays(c)
  if (facts.secondStepAt !== null || facts.passkeys > 0 || facts.authenticatorSince !== null) expectFreshIn(facts)
}

/**
 * The password that is typed with a call proves its user, unless signing in takes a second step: then, and without a password, the session
 * has to be fresh.
 * @returns the stored hash of the password
 * @throws AppError FRESH_SIGN_IN_REQUIRED, RATE_LIMITED, VALIDATION_FAILED
 */
export async function expectProven(c: AppContext, currentPassword: string | undefined): Promise<string> {
  const facts = await callersWays(c)
  if (currentPassword === undefined || facts.secondStepAt !== null) expectFreshIn(facts)
  if (currentPassword === undefined) return facts.passwordHash
  const passwordHash = await checkPassword(c, currentPassword)
  // Checking a password takes long: the session may have ended meanwhile.
  await callersWays(c)
  return passwordHash
}
