// Reports from Durable Objects, queues, payments and the cron to the operators. Users appear only as a hash; nothing
// else about them is written.
import { createHash } from 'node:crypto'

export type ObjectEvent =
  | { event: 'wallet-frozen'; violation: string }
  | { event: 'wallet-platform-loss'; operationId: string; lossTokens: number }
  | { event: 'wallet-reservation-expired'; operationId: string; reason: string }
  | { event: 'wallet-overdue-failed'; operationId: string; error: string }
  | { event: 'wallet-copy-failed'; failures: number; error: string }
  | { event: 'wallet-alarm-failed'; error: string }
  | { event: 'answer-delivery-failed'; error: string }
  | { event: 'answer-bug'; error: string }
  | { event: 'channel-check-failed'; error: string }
  | { event: 'cron-failed'; duty: string; error: string }
  | { event: 'publish-failed'; type: string; error: string }

/** `failure` is our code or the provider's, never a message. */
export type JobEvent =
  | { event: 'job-message-unreadable'; queue: string }
  | { event: 'job-missing'; jobId: string }
  | { event: 'job-step-failed'; jobId: string; error: string }
  | { event: 'job-call-failed'; jobId: string; call: 'translate' | 'start' | 'check' | 'cancel'; failure: string }
  | { event: 'job-failed-upstream'; jobId: string; provider: string; failure: string }
  | { event: 'job-delivery-failed'; jobId: string; failure: string; error: string }
  | { event: 'job-given-up'; jobId: string; failure: string }
  | { event: 'job-not-dispatched'; jobId: string }
  | { event: 'job-orphaned'; jobId: string; provider: string }
  | { event: 'job-without-reservation'; jobId: string }
  | { event: 'job-wake-failed'; provider: string; error: string }
  | { event: 'job-dead'; jobId: string; step: string }
  | { event: 'jobs-swept'; sent: number; finished: number; givenUp: number; failed: number }

export type PaymentEvent =
  /** Money arrived that does not match its order: an operator has to look. */
  | { event: 'payment-review'; paymentId: string; mismatch: string }
  | { event: 'payment-not-accepted'; paymentId: string; failure: string }
  | { event: 'payment-missing'; paymentId: string }
  | { event: 'payment-check-failed'; paymentId: string; failure: string }
  | { event: 'payment-unknown' }
  | { event: 'subscription-step-failed'; failure: string }
  | { event: 'subscription-mail-failed'; mail: string; failure: string }
  | { event: 'payment-notification-refused' }

const hashOf = (userId: string) => createHash('sha256').update(userId).digest('hex').slice(0, 16)

/**
 * A frozen account and a payment in review need an operator and are logged as errors; everything else recovers by
 * itself and is logged as a warning.
 */
export function report(userId: string, entry: ObjectEvent | JobEvent | PaymentEvent) {
  const line = JSON.stringify({ ...entry, user: hashOf(userId) })
  // oxlint-disable-next-line no-console -- the Workers log is the only place a Durable Object can report to
  if (entry.event === 'wallet-frozen' || entry.event === 'payment-review') console.error(line)
  // oxlint-disable-next-line no-console -- as above
  else console.warn(line)
}

/** The only part of an unknown error that is safe to log: messages may quote an SQL statement with its values. */
export const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)
