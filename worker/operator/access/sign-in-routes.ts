// How an operator enters the console and leaves it.
import type { Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import * as contract from '#contract/operator/access/session.ts'
import { addOperatorSession, endOperatorSession } from '#data/directory/operator-sessions.ts'
import { beginFactor, findOperator, type OperatorRow, takeCode } from '#data/directory/operators.ts'
import { operatorSessionMs } from '#domain/operator-session.ts'
import { log } from '#notices/report.ts'
import { digestOf } from '../../crypto/digest.ts'
import { type FactorOwner, newFactor, openFactor, sealFactor, stepOf } from '../../crypto/factor.ts'
import type { AppContext, HonoEnv, Operator } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { takeOfUser } from '../../http/limit.ts'
import { expectOperatorNetwork, operatorCookieName } from '../../http/operator.ts'
import { serve } from '../../http/serve.ts'
import { recordReading } from './record.ts'

const cookieBytes = 32

const tooLate = 'Срок подключения второго фактора истёк. Попросите владельца дать новый'
const connected = 'Второй фактор уже подключён'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Three of a million codes are valid at a time: an attacker who tries so many every day for a year succeeds with 3 %. */
const perMinute = 5
const perDay = 30

/** Tries to enter the console, by operator: six digits can be guessed. @throws AppError RATE_LIMITED */
async function limitCodes(c: AppContext): Promise<void> {
  await takeOfUser(c, { key: 'operator-code', limit: perMinute, windowMs: minuteMs })
  await takeOfUser(c, { key: 'operator-codes', limit: perDay, windowMs: dayMs })
}

/** @throws AppError NOT_FOUND for a user who is not an operator */
async function expectRole(c: AppContext): Promise<OperatorRow> {
  expectOperatorNetwork(c)
  return expectFound(await findOperator(c.var.directory, c.var.caller.userId))
}

/** Set once `expectOperatorNetwork` has passed. */
const ownerOf = (c: AppContext, userId: string): FactorOwner => ({
  of: 'operator',
  userId,
  sealedWith: c.var.environment.OPERATOR_TOKEN ?? ''
})

function expectInTime({ factorSince, enrolUntil }: OperatorRow): void {
  if (factorSince === null && Date.now() > enrolUntil) throw conflict(tooLate)
}

/** @throws AppError INVALID_CODE */
async function proveFactor(c: AppContext, operator: OperatorRow, code: string): Promise<void> {
  const { userId, factor } = operator
  const now = Date.now()
  const secret = factor === null ? null : await openFactor(factor, ownerOf(c, userId))
  const step = secret === null ? null : stepOf(secret, code, now)
  if (factor === null || step === null || !(await takeCode(c.var.directory, { userId, factor, step, now }))) {
    log({ event: 'operator-code-wrong', requestId: c.var.requestId, operator: operator.name })
    throw new AppError('INVALID_CODE')
  }
}

const sessionView = ({ name, role, session }: Operator): contract.OperatorSession => ({
  name: name ?? '',
  role,
  entered_at: session?.enteredAt ?? 0,
  ends_at: session?.endsAt ?? 0,
  now: Date.now()
})

/** Opens a session of the console under a cookie that no script can read. */
async function enter(c: AppContext, { userId, name, role }: OperatorRow): Promise<Operator> {
  const cookie = Buffer.from(crypto.getRandomValues(new Uint8Array(cookieBytes))).toString('base64url')
  const [id, now] = [digestOf(cookie), Date.now()]
  const expiresAt = now + operatorSessionMs
  const { sessionId } = c.var.caller
  await addOperatorSession(c.var.directory, { id, userId, sessionId, createdAt: now, seenAt: now, expiresAt })
  setCookie(c, operatorCookieName, cookie, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Strict',
    maxAge: operatorSessionMs / 1000
  })
  return { userId, name, role, session: { id, enteredAt: now, endsAt: expiresAt } }
}

export function mountSignIn(app: Hono<HonoEnv>) {
  serve(app, contract.beginFactor, async (_, c) => {
    const operator = await expectRole(c)
    const { name, factorSince, userId } = operator
    if (factorSince !== null) return { factor: { state: 'enter' as const, name, secret: null, uri: null } }
    expectInTime(operator)
    const { secret, uri } = newFactor('operator', name)
    if (!(await beginFactor(c.var.directory, userId, await sealFactor(secret, ownerOf(c, userId)))))
      throw conflict(connected)
    return { factor: { state: 'enrol' as const, name, secret, uri } }
  })

  serve(app, contract.enterConsole, async ({ code }, c) => {
    const row = await expectRole(c)
    expectInTime(row)
    await limitCodes(c)
    await proveFactor(c, row, code)
    const { userId, name, role, factorSince } = row
    c.set('operator', { userId, name, role, session: null })
    // The record comes first, so that it names every operator who enters the console.
    const facts = { role, first: factorSince === null }
    await recordReading(c, { action: 'console-enter', userId, facts })
    return { session: sessionView(await enter(c, row)) }
  })

  serve(app, contract.readOperatorSession, async (_, c) => ({ session: sessionView(c.var.operator) }))

  serve(app, contract.leaveConsole, async (_, c) => {
    const { session } = c.var.operator
    if (session) await endOperatorSession(c.var.directory, session.id, Date.now())
    deleteCookie(c, operatorCookieName, { path: '/', secure: true })
    return {}
  })
}
