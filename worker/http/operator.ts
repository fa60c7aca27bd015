// Authenticates operators. An operator in the console has a cookie, which is set only after the second factor; a script has the
// operators' token, which permits everything, and names the operator in each change.
import { getCookie } from 'hono/cookie'
import { operatorName } from '#contract/operator/access/change.ts'
import { mayOperate, type Permission } from '#contract/permissions.ts'
import { holderOfName } from '#data/directory/operators.ts'
import { findOperatorSession, touchOperatorSession } from '#data/directory/operator-sessions.ts'
import { isInNetworks, networksOf } from '#domain/network-list.ts'
import { isOperatorSessionAlive, isSeenStale } from '#domain/operator-session.ts'
import { isActiveSession } from '#domain/session.ts'
import { digestOf } from '../crypto/digest.ts'
import { isSameSecret } from '../crypto/same-secret.ts'
import { clientAddress } from './client-address.ts'
import type { AppContext, Operator } from './context.ts'
import { AppError, expectFound } from './errors.ts'
import { countUnknownCookie, expectRoomForCookie } from './limit-cookies.ts'

/** With the token: the operator in whose name a user's data are read. A change may name the operator in its body as well. */
const operatorHeader = 'x-operator'

/** Browsers take the prefix only with `Secure`, `Path=/` and no domain: no other host can set it. */
export const operatorCookieName = '__Host-operator'

/** @throws AppError NOT_FOUND for all others, so that the call seems not to exist */
export const expectToken = (c: AppContext): void => expectBearer(c, c.var.environment.OPERATOR_TOKEN)

/** The same for the command that makes backups and restores them: its token may read everything and change nothing. */
export function expectBackup(c: AppContext): void {
  expectNetwork(c)
  expectBearer(c, c.var.environment.BACKUP_TOKEN)
  c.set('operator', { userId: null, name: null, role: 'owner', session: null })
}

function expectBearer(c: AppContext, token: string | undefined): void {
  const sent = c.req.header('authorization') ?? ''
  if (token === undefined || !isSameSecret(sent, `Bearer ${token}`)) throw new AppError('NOT_FOUND')
}

function expectNetwork(c: AppContext): void {
  const { OPERATOR_NETWORKS: list } = c.var.environment
  const networks = list === undefined ? null : networksOf(list)
  if (networks && !isInNetworks(networks, clientAddress(c))) throw new AppError('NOT_FOUND')
}

/** @throws AppError NOT_FOUND from outside the operators' networks, or where there are no operators */
export function expectOperatorNetwork(c: AppContext): void {
  if (c.var.environment.OPERATOR_TOKEN === undefined) throw new AppError('NOT_FOUND')
  expectNetwork(c)
}

/** The cookie is `SameSite=Strict`, so a request of another site comes without it. This check is the second protection. */
function expectOwnPage(c: AppContext): void {
  const isReading = c.req.method === 'GET'
  const origin = c.req.header('origin')
  if (
    isReading
      ? origin !== undefined && origin !== c.var.environment.SITE_ORIGIN
      : origin !== c.var.environment.SITE_ORIGIN
  )
    throw new AppError('FORBIDDEN_ORIGIN')
}

/** 32 bytes in base64url. */
const cookieForm = /^[\w-]{43}$/

async function operatorOfCookie(c: AppContext): Promise<Operator | null> {
  const cookie = getCookie(c, operatorCookieName)
  if (cookie === undefined || !cookieForm.test(cookie)) return null
  expectRoomForCookie(c)
  const now = Date.now()
  const found = await findOperatorSession(c.var.directory, digestOf(cookie))
  if (!found) countUnknownCookie(c)
  if (!found || !isOperatorSessionAlive(found.session, now) || !isActiveSession(found.account, now)) return null
  const { session, operator } = found
  if (isSeenStale(session, now)) await touchOperatorSession(c.var.directory, session.id, now)
  return { ...operator, session: { id: session.id, enteredAt: session.createdAt, endsAt: session.expiresAt } }
}

/** @throws AppError VALIDATION_FAILED for a name that is empty or too long */
function nameInHeader(c: AppContext): string | null {
  const sent = c.req.header(operatorHeader)
  if (sent === undefined) return null
  if (!operatorName.safeParse(sent).success) throw wrongOperator(nameless)
  return sent
}

/**
 * @param permission what the call needs; a call without one is for the token alone
 * @throws AppError NOT_FOUND for all others, NOT_PERMITTED when the role does not allow it, FORBIDDEN_ORIGIN
 */
export async function expectOperator(c: AppContext, permission?: Permission): Promise<void> {
  expectOperatorNetwork(c)
  if (c.req.header('authorization') !== undefined || permission === undefined) {
    expectToken(c)
    c.set('operator', { userId: null, name: nameInHeader(c), role: 'owner', session: null })
    return
  }
  const operator = expectFound(await operatorOfCookie(c))
  expectOwnPage(c)
  if (!mayOperate(operator.role, permission)) throw new AppError('NOT_PERMITTED')
  c.set('operator', operator)
}

const nameless = 'Назовите оператора коротким именем латиницей, при чтении в заголовке x-operator'
const anotherName = 'Действуют только от своего имени'
const consoleName = 'Под этим именем действуют только в консоли: назовите скрипт иначе'

const wrongOperator = (msg: string) => new AppError('VALIDATION_FAILED', { details: [{ path: 'operator', msg }] })

/**
 * The operator in whose name the call acts.
 * @param named what the call says; needed with the token, superfluous in the console
 * @throws AppError VALIDATION_FAILED when it names no operator, or another one than the signed-in one
 */
export function expectOwnName(c: AppContext, named?: string): string {
  const { name } = c.var.operator
  if (name !== null && named !== undefined && named !== name) throw wrongOperator(anotherName)
  const own = name ?? named
  if (own === undefined) throw wrongOperator(nameless)
  return own
}

/** @throws AppError VALIDATION_FAILED when the token acts under the name of an operator of the console, who has to sign in */
export async function expectScriptName(c: AppContext, name: string): Promise<void> {
  if (c.var.operator.userId === null && (await holderOfName(c.var.directory, name)) !== undefined)
    throw wrongOperator(consoleName)
}
