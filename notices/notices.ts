// Everything that the server writes to its log, by area. The lists are closed: no notice can carry a prompt, a token or an
// address, and an operator who meets a line in the log finds its event here.
import type { AlarmFact } from '#contract/alarm-facts.ts'
import type { AlarmKind } from '#contract/alarm-kinds.ts'

/** One line a request, and what went wrong in it. `route` is the pattern, because an address may hold a token. */
export type RequestNotice =
  | { event: 'request'; requestId: string; method: string; route: string; status: number; ms: number }
  /** `npm run where` finds the places of the stack in the sources, by the version's tag. */
  | { event: 'bug' | 'unavailable'; requestId: string; name: string; version: string; stack: string }
  | { event: 'bad-environment'; text: string }
  /** Requests still have older prices; without any prices they are refused. */
  | { event: 'prices-not-read'; error: string }
  /** The operators' token was changed, or the row: nothing is sent to the supplier until an operator sets its key anew. */
  | { event: 'supplier-key-not-opened'; supplier: string }
  /** A stored definition that this version cannot read counts as if it were not there. */
  | { event: 'model-not-read'; model: string }
  | { event: 'end-live-failed' | 'session-reused'; requestId: string }
  | { event: 'mail-failed'; requestId: string; kind: string }
  /** A provider of identities did not name a person: its code or ours. */
  | { event: 'identity-failed'; requestId: string; provider: string; failure: string }
  /** A person with an operator's password entered a wrong code of the authenticator. */
  | { event: 'operator-code-wrong'; requestId: string; operator: string }

type WalletNotice =
  | { event: 'wallet-frozen'; violation: string }
  | { event: 'wallet-platform-loss'; operationId: string; lossTokens: number }
  /** A supplier counted more than the call could cost: the platform bears the rest, in millionths of a site token. */
  | { event: 'api-call-above-hold'; callId: string; lossMicros: number }
  | { event: 'wallet-reservation-expired'; operationId: string; reason: string }
  | { event: 'wallet-overdue-failed'; operationId: string; error: string }
  | { event: 'wallet-copy-failed'; failures: number; error: string }
  | { event: 'user-alarm-failed'; error: string }

type AnswerNotice =
  | { event: 'answer-delivery-failed'; error: string }
  | { event: 'answer-bug'; error: string }
  /** The cost at list price of a model's title for a chat. */
  | { event: 'title-asked'; reason: string; usdMicros: number | null }
  | { event: 'title-failed'; error: string }
  /** The cost at list price of looking for a line that the user may want to be remembered. */
  | { event: 'memory-asked'; reason: string; usdMicros: number | null }
  | { event: 'memory-failed'; error: string }

/** `failure` is a code of ours or of a provider, never its prose. */
type JobNotice =
  | { event: 'message-unreadable'; queue: string }
  | { event: 'job-missing'; jobId: string }
  | { event: 'attachment-lost'; error: string }
  | { event: 'attachment-step-failed'; attachmentId: string; error: string }
  | { event: 'job-step-failed'; jobId: string; error: string }
  | { event: 'job-call-failed'; jobId: string; call: 'translate' | 'start' | 'check' | 'cancel'; failure: string }
  | { event: 'job-failed-upstream'; jobId: string; provider: string; failure: string }
  | { event: 'job-delivery-failed'; jobId: string; failure: string; error: string }
  /** A result was stored without the mark that a model made it. */
  | { event: 'result-not-marked'; jobId: string; type: string; error: string }
  | { event: 'job-given-up'; jobId: string; failure: string }
  | { event: 'job-not-dispatched'; jobId: string }
  | { event: 'job-orphaned'; jobId: string; provider: string }
  | { event: 'job-without-reservation'; jobId: string }
  /** A work that its user called broken is made once more for nothing. */
  | { event: 'job-redone'; jobId: string; redoJobId: string }
  | { event: 'job-wake-failed'; provider: string; error: string }
  | { event: 'job-dead'; jobId: string; step: string }
  /** A message that a queue gave up could not be noted for the console. */
  | { event: 'dead-letter-not-noted'; queue: string; error: string }
  /** A message about an ended job did not reach the user, or not all devices; most are tried again. */
  | { event: 'ready-message-failed'; jobId: string; failure: string }
  | { event: 'sweep-failed'; shard: number; error: string }
  | { event: 'jobs-swept'; sent: number; finished: number; givenUp: number; failed: number }

/** About our account at a provider. */
type ProviderNotice =
  /** The provider is switched off: an operator has to pay. */
  | { event: 'provider-unpaid'; provider: string; failure: string }
  | { event: 'provider-outage-failed'; provider: string; error: string }
  /** A route of a model has failed and is left out for so many seconds; or it has answered again. */
  | { event: 'route-open'; supplier: string; model: string; failure: string; seconds: number }
  | { event: 'route-closed'; supplier: string; model: string }
  | { event: 'route-state-failed'; error: string }
  /** The calls of routes are stored later. */
  | { event: 'route-attempts-not-saved'; error: string }
  /** Most requests to a service fail. */
  | { event: 'provider-down'; service: string; providers: string }

type PaymentNotice =
  /** A payment arrived that does not fit its order: an operator has to decide. */
  | { event: 'payment-review'; paymentId: string; mismatch: string }
  | { event: 'payment-not-accepted'; paymentId: string; failure: string }
  | { event: 'payment-missing'; paymentId: string }
  /** The fiscal receipt of a sale, its refund or its spent advance was canceled, or has been pending for a week and is no longer checked. */
  | {
      event: 'receipt-not-registered'
      paymentId: string
      operation: 'sale' | 'refund' | 'advance'
      registration: 'canceled' | 'pending'
    }
  /** Our account at the provider of payments may make no receipts: one alarm for all of them. */
  | { event: 'shop-refused'; provider: string; failure: string }
  | { event: 'payment-check-failed'; paymentId: string; failure: string }
  /** The daily search found a refund without a notification. */
  | { event: 'refund-missed'; paymentId: string }
  /** The daily search found a payment whose order is not here. `subject` is the provider's id. */
  | { event: 'payment-without-order'; subject: string }
  /** A refund that an operator ordered will not be made: an operator has to order it again. */
  | { event: 'refund-not-made'; paymentId: string; failure: string }
  | { event: 'second-receipt-failed'; paymentId: string; failure: string }
  | { event: 'refund-check-failed'; paymentId: string; failure: string }
  | { event: 'payment-unknown' }
  | { event: 'payment-notification-refused' }

type PremiumNotice =
  | { event: 'subscription-step-failed'; failure: string }
  | { event: 'subscription-mail-failed'; mail: string; failure: string }

/** About the pages that a user has open. */
type LiveNotice = { event: 'publish-failed'; type: string; error: string }

/** An action of an operator, before and after, or a reading. `operator` is a short name; the contract lets no address into the reason. */
interface OperatorNotice {
  event: 'operator-action'
  phase: 'begun' | 'done' | 'read'
  actionId: string
  operator: string
  action: string
  /** The id of the payment, or of the user whose wallet it is. */
  subject: string
  reason: string
  facts: Record<string, string | number | boolean | null>
}

type CronNotice =
  | { event: 'cron-failed'; duty: string; error: string }
  /** No run of the cron for so long. */
  | { event: 'clock-late'; minutes: number }
  /** A duty has not succeeded for too long, or its oldest row has waited for so many minutes (null: none waits). */
  | { event: 'duty-behind'; duty: string; backlog: number | null; waitingMinutes: number | null }
  /** A message whose processing died several times. */
  | { event: 'duty-dead'; duty: string; row: string | null }
  /** A database of D1 fills up; `isOpen`: new accounts go into it. */
  | { event: 'database-large'; database: string; percent: number; isOpen: boolean }
  /** The bucket of files nears the size that was planned for it. */
  | { event: 'bucket-large'; bucket: string; percent: number; files: number }
  /** The nightly check found what does not agree; `subject` is the id of the user, payment, job, operation or file. */
  | { event: 'reconciliation-difference'; kind: string; subject: string; detail: string }
  /** The number of differences without an alarm of their own; all are in D1. */
  | { event: 'reconciliation-differences'; more: number }
  | { event: 'reconciliation-finished'; night: number; users: number; jobs: number; differences: number }
  /** Old books of this user stay in the database until the next day's try. */
  | { event: 'books-not-moved'; error: string }
  /** For too long no check was finished, or one does not move. */
  | { event: 'reconciliation-late' }

/** Counts of what strangers do, and changes of operators. `scope`: one network or all; `directive`: of the broken policy. */
type SecurityNotice =
  | { event: 'passwords-sprayed'; scope: 'network' | 'all'; failures: number }
  | { event: 'csp-reports'; directive: string; reports: number }
  /** An account became an operator's or got another role. `subject`: the account; `detail`: name, role, and the operator who gave it. */
  | { event: 'role-granted'; subject: string; detail: string }
  /** `detail`: the operator's name, and the one who removed the authenticator. */
  | { event: 'factor-reset'; subject: string; detail: string }

/** A wallet that could not be stored: it is tried again at the end of the night. */
interface BackupStepNotice {
  event: 'backup-wallet-failed'
  error: string
}

/** About nightly backups and restores. `subject` is the id of the night or user. */
type BackupNotice =
  /** No complete night for 36 hours. */
  | { event: 'backup-late'; subject: string }
  /** `more`: so many others failed in the night, and have no alarm of their own. */
  | { event: 'backup-user-failed'; subject: string; night: number; more?: number }
  | { event: 'wallet-not-restored'; subject: string; outcome: string }

/** About the alarms themselves: one that is in the log only, and a channel that could not deliver. */
type AlarmSendingNotice =
  | { event: 'alarm-not-stored'; alarm: string; error: string }
  | { event: 'alarm-channel-failed'; channel: string; failure: string }

/** What happens to one user's money, answers, jobs and pages, outside a request. */
export type UserNotice =
  | WalletNotice
  | AnswerNotice
  | JobNotice
  | ProviderNotice
  | PaymentNotice
  | PremiumNotice
  | LiveNotice
  | OperatorNotice
  | CronNotice
  | BackupStepNotice
  | SecurityNotice
  | BackupNotice
  | AlarmSendingNotice

type FieldOf<Notice> = Notice extends unknown ? keyof Notice : never
/** Never, so that nothing compiles, when a fact has no name in the console. */
type Named<Notice> = FieldOf<Notice> extends AlarmFact | 'event' ? Notice : never

/** Notices that need an operator: only `raiseAlarm` writes them, and has them sent. */
export type AlarmNotice = Named<Extract<UserNotice, { event: AlarmKind }>>
