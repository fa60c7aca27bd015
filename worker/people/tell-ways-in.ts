import { passwordHashOf } from '#data/directory/users.ts'
import { hasPassword } from '../crypto/passwords.ts'
import type { AppContext } from '../http/context.ts'
import { sendLater } from '../mails/send-later.ts'
import { type WaysInChange, waysInMail } from './mails/ways-in.ts'

/** Mails the owner what has changed about how they sign in. */
export function tellWaysIn(c: AppContext, user: { id: string; email: string }, change: WaysInChange): void {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin, SUPPORT_EMAIL: support } = c.var.environment
  sendLater(c, 'ways-in', async () => {
    const mayType = hasPassword((await passwordHashOf(c.var.directory, user.id)) ?? '')
    return { to: user.email, ...waysInMail({ product, siteOrigin, support, hasPassword: mayType, change }) }
  })
}
