// What a mail transport is to the rest of the product, and what transports share.
import { Deadline } from '../http/deadline.ts'
import type { Timeouts } from '../http/deadline.ts'
import { ProviderFailure } from '../http/failure.ts'
import type { ProviderName } from '../http/failure.ts'

export interface Mail {
  to: string
  subject: string
  /** What a mail program without HTML shows. */
  text: string
  html: string
}

export interface Mailer {
  /**
   * Resolves when the transport accepted the mail for its one recipient.
   * @throws ProviderFailure
   */
  send(mail: Mail): Promise<void>
}

export interface MailSender {
  MAIL_FROM_EMAIL: string
  MAIL_FROM_NAME: string
}

/** Somebody waits for the page that says "look into your inbox". */
export const mailTimeouts: Timeouts = { firstByteMs: 10_000, idleMs: 10_000, totalMs: 10_000 }

/**
 * Runs one transport call under a deadline of its own. Too slow is not retryable: the mail may well be on its way, and
 * no transport can tell a repeated mail from a second one.
 */
export async function withMailDeadline(
  provider: ProviderName,
  timeouts: Timeouts,
  call: (deadline: Deadline) => Promise<void>
): Promise<void> {
  const deadline = new Deadline(
    timeouts,
    null,
    (stage) => new ProviderFailure(provider, { kind: 'timeout', retryable: false, code: stage })
  )
  try {
    await call(deadline)
  } finally {
    deadline.stop()
  }
}
