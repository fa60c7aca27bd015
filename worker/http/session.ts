// Proves who is calling. An access token is believed for its ten minutes; where money or the account is at stake the
// session behind it is looked up too, so that signing out bites at once.
import type { Access } from '#contract/endpoint.ts'
import { type Account, findAccount } from '#data/sessions.ts'
import { isLiving } from '#domain/session.ts'
import { readAccessToken } from '../crypto/access-token.ts'
import type { AppContext, Caller } from './context.ts'
import { AppError } from './errors.ts'

/** Exactly one `Bearer` token and nothing around it; two headers arrive joined by a comma and fail. */
const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/

/** @throws AppError UNAUTHORIZED, whatever the reason: the caller learns only that it must sign in */
export async function authenticate(c: AppContext, access: Exclude<Access, 'public'>): Promise<Caller> {
  const token = bearer.exec(c.req.header('authorization') ?? '')?.[1]
  const caller = token === undefined ? null : await readAccessToken(c.var.environment, token)
  if (!caller) throw new AppError('UNAUTHORIZED')
  if (access === 'user') return caller
  const found = await findAccount(c.var.database, caller.sessionId, caller.userId)
  // Nobody is signed in before the address is proved; should that ever change, nothing is open to them.
  if (!found || found.account.verifiedAt === null || !isLiving(found.session, Date.now()))
    throw new AppError('UNAUTHORIZED')
  c.set('account', found.account)
  return caller
}

/** The caller's account as the session check read it; only on endpoints with the access `session`. */
export function callerAccount(c: AppContext): Account {
  const account: Account | undefined = c.var.account
  if (!account) throw new Error('Only an endpoint with the access `session` knows the account')
  return account
}
