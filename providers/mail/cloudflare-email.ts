// Mail through the Worker's `send_email` binding. The local one accepts almost anything, so it proves little.
import type { Timeouts } from '../http/deadline.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { FailureKind } from '../http/failure.ts'
import { textAt } from '../http/fields.ts'
import { safeCode } from '../http/error-code.ts'
import { withMailDeadline } from './mailer.ts'
import type { Mailer, MailSender } from './mailer.ts'

/** The used part of the `SendEmail` binding. */
export interface EmailBinding {
  send(message: {
    from: { email: string; name: string }
    to: string
    subject: string
    text: string
    html: string
  }): Promise<unknown>
}

// Error codes of the Email Service. Codes not listed here mean that the mail itself is invalid.
const verdicts: Readonly<Record<string, { kind: FailureKind; retryable: boolean }>> = {
  E_RATE_LIMIT_EXCEEDED: { kind: 'busy', retryable: true },
  E_DAILY_LIMIT_EXCEEDED: { kind: 'busy', retryable: false },
  E_INTERNAL_SERVER_ERROR: { kind: 'server', retryable: true },
  E_DELIVERY_FAILED: { kind: 'server', retryable: true },
  E_SENDER_NOT_VERIFIED: { kind: 'unauthorized', retryable: false },
  E_SENDER_DOMAIN_NOT_AVAILABLE: { kind: 'unauthorized', retryable: false }
}

export const cloudflareMailer = (
  sender: MailSender,
  binding: EmailBinding | undefined,
  timeouts: Timeouts
): Mailer => ({
  send: (mail) =>
    withMailDeadline('cloudflare-email', timeouts, async (deadline) => {
      if (!binding) throw failureWith('unauthorized', 'no EMAIL binding')
      const from = { email: sender.MAIL_FROM_EMAIL, name: sender.MAIL_FROM_NAME }
      const { to, subject, text, html } = mail
      const sent = binding.send({ from, to, subject, text, html }).catch((error: unknown) => {
        throw failureOf(error)
      })
      await deadline.race(sent)
    })
})

function failureOf(error: unknown): ProviderFailure {
  const code = safeCode(textAt(error, 'code'))
  // The local binding rejects a sender with an error without a code.
  if (code === null) return failureWith('server', null)
  return new ProviderFailure('cloudflare-email', { kind: 'rejected', retryable: false, ...verdicts[code], code })
}

const failureWith = (kind: FailureKind, code: string | null) =>
  new ProviderFailure('cloudflare-email', { kind, retryable: false, code })
