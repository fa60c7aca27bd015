import type { AppContext } from '../http/context.ts'
import { sendLater } from '../mails/send-later.ts'
import { type WaysInChange, waysInMail } from './mails/ways-in.ts'

/** Mails the owner what has changed about how they sign in. */
export function tellWaysIn(c: AppContext, to: string, change: WaysInChange): void {
  const { MAIL_FROM_NAME: product, SITE_ORIGIN: siteOrigin } = c.var.environment
  sendLater(c, 'ways-in', async () => ({ to, ...waysInMail({ product, siteOrigin, change }) }))
}
