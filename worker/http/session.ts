// Authenticates the caller. An access token is valid for ten minutes, so its session is looked up too, and signing out takes
// effect at once: here, or by the user's object (`sessionByObject`), which knows it without asking D1.
import { type Account, findAccount } from '#data/directory/sessions.ts'
import type { PlanFacts } from '#domain/account-plan.ts'
import { isActiveSession } from '#domain/session.ts'
import { readAccessToken } from '../crypto/access-token.ts'
import type { AppContext, Caller } from './context.ts'
import { AppError } from './errors.ts'

/** Exactly one `Bearer` token and nothing around it; two headers arrive joined by a comma and fail. */
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/

/** @throws AppError UNAUTHORIZED, whatever the reason: the caller learns only that it must sign in */
export async function authenticate(c: AppContext): Promise<Caller> {
  const token = bearer.exec(c.req.header('authorization') ?? '')?.[1]
  const caller = token === undefined ? null : readAccessToken(c.var.environment, token)
  if (!caller) throw new AppError('UNAUTHORIZED')
  return caller
}

/** Looks up the caller's session, and remembers its account. @throws AppError UNAUTHORIZED when the session is not alive */
export async function expectSession(c: AppContext): Promise<void> {
  const { caller } = c.var
  const found = await findAccount(c.var.directory, caller.sessionId, caller.userId)
  // Every session has a confirmed address today. The check refuses the call if that ever changes.
  if (!found || found.account.verifiedAt === null || !isActiveSession(found.session, Date.now()))
    throw new AppError('UNAUTHORIZED')
  c.set('account', found.account)
}

/** What decides the caller's plan, with a session and with a key. */
export const callerPlan = (c: AppContext): PlanFacts => c.var.orderedBy?.facts ?? callerAccount(c)

/** The caller's account as the session check read it; only on endpoints with the access `session` that the Worker itself checks. */
export function callerAccount(c: AppContext): Account {
  const account: Account | undefined = c.var.account
  if (!account) throw new Error('Only an endpoint with the access `session` knows the account')
  return account
}
