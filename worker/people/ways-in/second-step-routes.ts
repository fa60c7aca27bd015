// The authenticator, the second step and its recovery codes.
import type { Hono } from 'hono'
import * as contract from '#contract/second-step.ts'
import * as rows from '#data/directory/second-step.ts'
import { newFactor, sealFactor } from '../../crypto/factor.ts'
import { newRecoveryCodes } from '../../crypto/recovery-codes.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { callerAccount } from '../../http/session.ts'
import { callersWays, expectFresh } from '../expect-fresh.ts'
import type { WaysInChange } from '../mails/ways-in.ts'
import { tellWaysIn } from '../tell-ways-in.ts'
import { limitCodes, limitWaysIn } from './limits.ts'
import { mailMailboxLink } from './mailbox-link.ts'
import { takeCode } from './prove.ts'

const connected = 'Приложение с кодами уже подключено. Чтобы подключить другое, сначала отключите это'
const nothingWaits = 'Сначала получите код для приложения'
const mailboxFirst = 'Сначала подтвердите почту: мы отправили письмо'
const nothingToAsk = 'Сначала добавьте ключ доступа или подключите приложение с кодами'

/** What each of these calls asks for first. @throws AppError FRESH_SIGN_IN_REQUIRED, RATE_LIMITED */
async function expectChange(c: AppContext): Promise<void> {
  await expectFresh(c)
  await limitWaysIn(c)
}

const tell = (c: AppContext, change: WaysInChange) => tellWaysIn(c, callerAccount(c), change)

function mountAuthenticator(app: Hono<HonoEnv>) {
  serve(app, contract.connectAuthenticator, async (_, c) => {
    await expectChange(c)
    const { directory, environment } = c.var
    const { FACTOR_SECRET: sealedWith } = environment
    if (sealedWith === undefined) throw new AppError('SERVICE_OFF')
    const { id: userId, email } = callerAccount(c)
    const { secret, uri } = newFactor('user', email)
    const factor = await sealFactor(secret, { of: 'user', userId, sealedWith })
    if (!(await rows.beginAuthenticator(directory, { userId, factor, now: Date.now() }))) throw conflict(connected)
    return { secret, uri }
  })

  serve(app, contract.confirmAuthenticator, async ({ code }, c) => {
    await expectChange(c)
    const { userId } = c.var.caller
    const row = await rows.authenticatorOf(c.var.directory, userId)
    if (!row) throw conflict(nothingWaits)
    if (row.since !== null) throw conflict(connected)
    await limitCodes(c, userId, 'connect')
    if (!(await takeCode(c, row, code))) throw new AppError('INVALID_CODE')
    tell(c, { kind: 'authenticator-added' })
    return {}
  })

  serve(app, contract.removeAuthenticator, async (_, c) => {
    await expectChange(c)
    const { directory, caller } = c.var
    const row = await rows.authenticatorOf(directory, caller.userId)
    if (!row) throw new AppError('NOT_FOUND', { text: 'Приложение с кодами не подключено' })
    if (!(await rows.removeAuthenticator(directory, caller.userId))) throw new AppError('LAST_SECOND_STEP')
    if (row.since !== null) tell(c, { kind: 'authenticator-removed' })
    return {}
  })
}

/** @returns the codes; null when it was on already @throws AppError CONFLICT when nothing can take it, or the mailbox is not proven */
async function switchOn(c: AppContext): Promise<string[] | null> {
  const { directory, caller } = c.var
  const { texts, hashes } = newRecoveryCodes()
  if (await rows.switchSecondStepOn(directory, { userId: caller.userId, hashes, now: Date.now() })) {
    tell(c, { kind: 'second-step-on' })
    return texts
  }
  const { secondStepAt, passkeys, authenticatorSince } = await callersWays(c)
  if (secondStepAt !== null) return null
  const isAskable = passkeys > 0 || authenticatorSince !== null
  throw conflict(isAskable && (await mailMailboxLink(c)) ? mailboxFirst : nothingToAsk)
}

export function mountSecondStep(app: Hono<HonoEnv>) {
  mountAuthenticator(app)

  serve(app, contract.switchSecondStep, async ({ on }, c) => {
    await expectChange(c)
    if (on) return { recoveryCodes: await switchOn(c) }
    const { directory, caller } = c.var
    if (await rows.switchSecondStepOff(directory, caller.userId)) tell(c, { kind: 'second-step-off' })
    return { recoveryCodes: null }
  })

  serve(app, contract.renewRecoveryCodes, async (_, c) => {
    await expectChange(c)
    const { texts, hashes } = newRecoveryCodes()
    const { userId } = c.var.caller
    if (!(await rows.renewRecoveryCodes(c.var.directory, { userId, hashes, now: Date.now() })))
      throw conflict('Второй шаг выключен: коды восстановления для него не нужны')
    tell(c, { kind: 'recovery-renewed' })
    return { recoveryCodes: texts }
  })
}
