// The interface of mail transports, and what they share.
import { Deadline } from '../http/deadline.ts'
import type { Timeouts } from '../http/deadline.ts'
import { ProviderFailure } from '../http/failure.ts'

export interface Mail {
  to: string
  subject: string
  /** Shown by mail programs without HTML. */
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

/** Limited, because a user may be waiting. */
export const mailTimeouts: Timeouts = { totalMs: 10_000 }

/**
 * Runs one transport call with its own deadline. A timeout is not retryable: the mail may have been sent, and a
 * repetition would be a second mail.
 */
export async function withMailDeadline(
  provider: string,
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
