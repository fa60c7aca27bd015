// Creates the mail transport that the environment selects.
import { cloudflareMailer } from './cloudflare-email.ts'
import type { EmailBinding } from './cloudflare-email.ts'
import type { Timeouts } from '../http/deadline.ts'
import type { Send } from '../http/http.ts'
import { mailTimeouts } from './mailer.ts'
import type { Mailer } from './mailer.ts'
import { unisenderMailer } from './unisender.ts'
import type { UnisenderSettings } from './unisender.ts'

export type { Mailer } from './mailer.ts'

/** The part of the environment that mail needs; the base URL comes without a final slash. */
export interface MailSettings extends UnisenderSettings {
  MAIL_TRANSPORT: 'cloudflare' | 'unisender'
}

export interface MailOptions {
  send?: Send
  timeouts?: Timeouts
}

/**
 * @param binding the Worker's `send_email` binding; the transport `cloudflare` cannot send without it
 * @param options another `fetch` and other timeouts, for tests
 */
export function mailerOf(settings: MailSettings, binding: EmailBinding | undefined, options: MailOptions = {}): Mailer {
  const { send, timeouts = mailTimeouts } = options
  switch (settings.MAIL_TRANSPORT) {
    case 'cloudflare':
      return cloudflareMailer(settings, binding, timeouts)
    case 'unisender':
      return unisenderMailer(settings, timeouts, send)
    default:
      return settings.MAIL_TRANSPORT satisfies never
  }
}
