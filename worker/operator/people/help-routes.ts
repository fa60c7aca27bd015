// What support does for a person: sessions and keys of the API end, mails are sent again.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/people.ts'
import { findOperator } from '#data/directory/operators.ts'
import { mailOf, type PersonAccount, sendMailAgain } from '#data/directory/people.ts'
import { revokeSessions, sessionsOf } from '#data/directory/sessions.ts'
import { isActiveSession } from '#domain/session.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict, expectFound } from '../../http/errors.ts'
import { limitMailbox } from '../../http/limit.ts'
import { serve } from '../../http/serve.ts'
import { sendLater } from '../../mails/send-later.ts'
import { composeRepeated } from '../../people/resend.ts'
import { composeReset } from '../../people/reset-password.ts'
import { signOutPages } from '../../people/sign-out-pages.ts'
import { tellWaysIn } from '../../people/tell-ways-in.ts'
import { recorded } from '../access/record.ts'
import { isOutdated } from '../../clock/send-outgoing-mail.ts'
import { expectAccount } from './expect-person.ts'

async function aliveSessions(c: AppContext, userId: string): Promise<number> {
  const found = await sessionsOf(c.var.directory, userId)
  return found.filter((session) => isActiveSession(session, Date.now())).length
}

/** No session has an empty id. */
const all = { allBut: '' }

/** @throws AppError CONFLICT when there is no such mail to send, or it is outdated; RATE_LIMITED by the mailbox */
async function sendAgain(c: AppContext, userId: string, mail: string): Promise<void> {
  const { email, canonicalEmail, verifiedAt } = await expectAccount(c, userId)
  if (mail === 'confirmation') {
    if (verifiedAt !== null) throw conflict('Адрес уже подтверждён')
    await limitMailbox(c, 'resend', canonicalEmail)
    sendLater(c, 'resend', () => composeRepeated(c, email, canonicalEmail))
  } else if (mail === 'reset') {
    if (verifiedAt === null) throw conflict('Сначала нужно подтвердить адрес: отправьте письмо с подтверждением')
    await limitMailbox(c, 'reset', canonicalEmail)
    sendLater(c, 'reset', () => composeReset(c, email, canonicalEmail))
  } else {
    const now = Date.now()
    const stored = await mailOf(c.var.directory, { userId, id: mail })
    if (!stored) throw conflict('Такого письма больше нет: письма хранятся 30 дней')
    if (await isOutdated(c.env, stored, now)) throw conflict('Письмо устарело: то, о чём оно, изменилось')
    await limitMailbox(c, 'resend', canonicalEmail)
    await sendMailAgain(c.var.directory, mail, now)
  }
}

/** @throws AppError NOT_FOUND for an account that is not there, NOT_PERMITTED: only an owner may end what an operator has */
async function expectHelpable(c: AppContext, id: string): Promise<PersonAccount> {
  if (c.var.operator.role !== 'owner' && (await findOperator(c.var.directory, id)))
    throw new AppError('NOT_PERMITTED', { text: 'Это оператор: его сессии и ключи завершает владелец' })
  return expectAccount(c, id)
}

export function mountHelp(app: Hono<HonoEnv>) {
  serve(app, contract.endPersonKey, async ({ id, key: keyId, ...who }, c) => {
    const { email } = await expectHelpable(c, id)
    const user = userOf(c.env, id)
    const found = (await user.viewKeys(true)).find((one) => one.id === keyId)
    const { name, hint, ended_at: endedAt } = expectFound(found)
    const facts = async () => ({ hint, ended: Boolean(endedAt) })
    const change = { action: 'api-key-end', userId: id, ...who, request: { keyId }, facts } as const
    await recorded(c, change, async (_, isRepeated) => {
      if (endedAt && !isRepeated) throw conflict('Ключ уже отозван')
      await user.endKey(keyId)
      tellWaysIn(c, { id, email }, { kind: 'api-key-ended', name, hint })
      // Not asked for anew: keys that ended long ago are forgotten.
      return { hint, ended: true }
    })
    return {}
  })

  serve(app, contract.endPersonSessions, async ({ id, session_id: sessionId, ...who }, c) => {
    await expectHelpable(c, id)
    const facts = async () => ({ sessions: await aliveSessions(c, id) })
    let ended = 0
    const request = { session: sessionId ?? null }
    const change = { action: 'sessions-end', userId: id, ...who, request, facts } as const
    await recorded(c, change, async (_, isRepeated) => {
      const which = sessionId === undefined ? all : { id: sessionId }
      const ids = await revokeSessions(c.var.directory, id, which, Date.now())
      if (sessionId !== undefined && ids.length === 0 && !isRepeated) throw new AppError('NOT_FOUND')
      await signOutPages(c, id, ids)
      ended = ids.length
    })
    return { ended }
  })

  serve(app, contract.resendMail, async ({ id, mail, ...who }, c) => {
    await expectAccount(c, id)
    const facts = async () => ({ mail })
    const change = { action: 'mail-resend', userId: id, ...who, request: { mail }, facts } as const
    await recorded(c, change, async () => {
      await sendAgain(c, id, mail)
    })
    return {}
  })
}
