// What the provider's answer leads to. Nothing is stored about a person whom no account knows.
import type { z } from 'zod'
import type { finishIdentity as call } from '#contract/identities.ts'
import {
  hasConfirmedAccount,
  type Identity,
  noteIdentityUse,
  ownerOf,
  proveByIdentity
} from '#data/directory/identities.ts'
import { isDeletionFinal } from '#domain/account-deletion.ts'
import { canonicalEmail } from '#domain/canonical-email.ts'
import { log } from '#notices/report.ts'
import { safeCode } from '#providers/http/error-code.ts'
import { type IdentifiedPerson, IdentityFailure } from '#providers/identity/identity.ts'
import { personOf } from '#providers/identity/providers.ts'
import type { BegunAttempt } from '../crypto/identity-attempt.ts'
import { newIdentityTicket } from '../crypto/identity-ticket.ts'
import { newSecondStepTicket } from '../crypto/second-step-ticket.ts'
import type { AppContext } from '../http/context.ts'
import { AppError, conflict } from '../http/errors.ts'
import { expectOpen, openSession } from '../people/open-session.ts'
import { secondStepWays } from '../people/second-step.ts'
import { takeAttempt } from './attempt-cookie.ts'
import { expectOffered } from './begin-identity.ts'
import { limitIdentities } from './limit-identities.ts'

type Answer = z.output<typeof call.input>
type Finished = z.input<typeof call.output>

/** Why a sign-in with a provider came to nothing, in codes alone. */
function fail(
  c: AppContext,
  provider: Identity['provider'],
  failure: { kind: 'expired' | 'failed'; code: string }
): AppError {
  log({ event: 'identity-failed', requestId: c.var.requestId, provider, failure: failure.code })
  return new AppError(failure.kind === 'expired' ? 'IDENTITY_EXPIRED' : 'IDENTITY_FAILED')
}

/** @throws AppError IDENTITY_DECLINED, IDENTITY_EXPIRED, IDENTITY_FAILED */
async function namedPerson(c: AppContext, attempt: BegunAttempt, answer: Answer): Promise<IdentifiedPerson> {
  const { provider, code, deviceId = null, error } = answer
  if (error === 'access_denied') throw new AppError('IDENTITY_DECLINED')
  if (error !== undefined || code === undefined || code === '')
    throw fail(c, provider, { kind: 'failed', code: safeCode(error ?? null) ?? 'no-code' })
  try {
    return await personOf(c.var.environment, provider, attempt, { code, deviceId })
  } catch (problem) {
    if (problem instanceof IdentityFailure) throw fail(c, provider, problem)
    throw problem
  }
}

async function signIn(c: AppContext, identity: Identity, email: string | null): Promise<Finished> {
  const { directory, environment } = c.var
  const returnTo = '/'
  const owner = await ownerOf(directory, identity)
  if (owner) {
    if (owner.deletionRequestedAt !== null && isDeletionFinal(owner.deletionRequestedAt, Date.now()))
      throw conflict('Аккаунт с этим входом сейчас удаляется. Новый можно будет создать через несколько минут')
    expectOpen(owner)
    await noteIdentityUse(directory, identity, Date.now())
    if (owner.secondStepAt !== null) {
      const ticket = newSecondStepTicket(environment, { userId: owner.id }, Date.now())
      return { state: 'second-step', ticket, ways: await secondStepWays(directory, owner.id), returnTo }
    }
    return { state: 'signed-in', ...(await openSession(c, owner)), returnTo }
  }
  // Only its owner learns that the address has an account: the provider has named them.
  if (email !== null && (await hasConfirmedAccount(directory, canonicalEmail(email))))
    return { state: 'known-address', email, returnTo }
  return { state: 'new', ticket: newIdentityTicket(environment, { ...identity, email }, Date.now()), email, returnTo }
}

async function link(c: AppContext, identity: Identity, userId: string): Promise<Finished> {
  const owner = await ownerOf(c.var.directory, identity)
  if (owner && owner.id !== userId) throw new AppError('IDENTITY_TAKEN')
  const ticket = newIdentityTicket(c.var.environment, { ...identity, email: null, userId }, Date.now())
  return { state: 'link', ticket, returnTo: '/' }
}

async function prove(c: AppContext, identity: Identity, session: { id: string; userId: string }): Promise<Finished> {
  const { directory } = c.var
  const owner = await ownerOf(directory, identity)
  if (owner?.id !== session.userId) throw new AppError('IDENTITY_TAKEN')
  if (owner.secondStepAt !== null) throw new AppError('SECOND_STEP_REQUIRED')
  expectOpen(owner)
  if (!(await proveByIdentity(directory, session, identity, Date.now()))) throw new AppError('IDENTITY_EXPIRED')
  return { state: 'proven', returnTo: '/' }
}

/**
 * @throws AppError IDENTITY_DECLINED, IDENTITY_EXPIRED, IDENTITY_FAILED, IDENTITY_TAKEN, ACCOUNT_BLOCKED, RATE_LIMITED; CONFLICT while
 * the identity's account is being erased; SECOND_STEP_REQUIRED when a proof would leave out a second step
 */
export async function finishIdentity(c: AppContext, answer: Answer): Promise<Finished> {
  const { provider } = answer
  expectOffered(c, provider)
  await limitIdentities(c, 'finish')
  const attempt = await takeAttempt(c, answer)
  if (!attempt) throw new AppError('IDENTITY_EXPIRED')
  const { subject, email } = await namedPerson(c, attempt, answer)
  const identity = { provider, subject }
  const { intent, userId, sessionId, returnTo } = attempt
  if (intent === 'sign-in') return { ...(await signIn(c, identity, email)), returnTo }
  if (userId === null || sessionId === null) throw new AppError('IDENTITY_EXPIRED')
  if (intent === 'link') return { ...(await link(c, identity, userId)), returnTo }
  return { ...(await prove(c, identity, { id: sessionId, userId })), returnTo }
}
