// What support does for a person: sessions end, mails are sent again.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/people.ts'
import { findOperator } from '#data/directory/operators.ts'
import { mailOf, sendMailAgain } from '#data/directory/people.ts'
import { revokeSessions, sessionsOf } from '#data/directory/sessions.ts'
import { isActiveSession } from '#domain/session.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { limitMailbox } from '../../http/limit.ts'
import { serve } from '../../http/serve.ts'
import { sendLater } from '../../mails/send-later.ts'
import { composeRepeated } from '../../people/resend.ts'
import { composeReset } from '../../people/reset-password.ts'
import { signOutPages } from '../../people/sign-out-pages.ts'
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

export function mountHelp(app: Hono<HonoEnv>) {
  serve(app, contract.endPersonSessions, async ({ id, session_id: sessionId, ...who }, c) => {
    await expectAccount(c, id)
    if (c.var.operator.role !== 'owner' && (await findOperator(c.var.directory, id)))
      throw new AppError('NOT_PERMITTED', { text: 'Это оператор: его сессии завершает владелец' })
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
