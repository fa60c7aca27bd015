import { mailerOf } from '#providers/mail/mail.ts'
import type { AppContext } from '../http/context.ts'
import { log } from '#notices/report.ts'
import type { RenderedMail } from './layout.ts'

export interface AddressedMail extends RenderedMail {
  to: string
}

/**
 * Composes and sends a mail after the response, so that neither its duration nor a failure tells the caller whether a
 * mail was sent. A user who misses a mail can request another.
 * @param compose returns null when there is nothing to send
 */
export function sendLater(c: AppContext, kind: string, compose: () => Promise<AddressedMail | null>): void {
  const send = async () => {
    const mail = await compose()
    if (mail) await mailerOf(c.var.environment, c.env.EMAIL).send(mail)
  }
  c.executionCtx.waitUntil(send().catch(() => log({ event: 'mail-failed', requestId: c.var.requestId, kind })))
}
