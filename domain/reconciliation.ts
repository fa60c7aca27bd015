// What must agree between a user's wallet, its copy in D1, the payments and the jobs, and the names of the differences.
// Pure. Only compares: nothing here or after it moves money.
import { usageKeptMs } from './books.ts'
import { operationIdOf } from './ledger-attempts.ts'
import type { PaymentStatus } from './payment.ts'

export type DifferenceKind =
  /** The count of the whole journal disagrees with the account; which freezes the wallet. */
  | 'wallet-disagrees'
  /** Still frozen: waits for an operator. */
  | 'wallet-frozen'
  /** D1 lacks lines between others. */
  | 'copy-gap'
  /** D1 has lines that the wallet does not have. */
  | 'copy-ahead'
  /** The wallet has a confirmation for lines that D1 does not have. */
  | 'copy-behind'
  /** Lines have waited too long to be copied. */
  | 'copy-late'
  | 'copy-differs'
  /** The rows of the history do not add up to the copy of the journal. */
  | 'history-differs'
  | 'payment-credit-differs'
  | 'payment-refund-differs'
  /** Still in review: waits for an operator. */
  | 'payment-in-review'
  | 'credit-without-payment'
  | 'premium-differs'
  | 'job-unsettled'
  | 'job-charge-differs'
  | 'job-without-reservation'
  | 'reservation-without-job'
  | 'result-missing'
  | 'result-size-differs'
  | 'file-without-job'
  /** The check of this user failed. */
  | 'not-checked'

export interface Difference {
  kind: DifferenceKind
  /** The id of the user, payment, job, operation or file. */
  subject: string
  /** Numbers and codes, like `D1 5, wallet 7`. */
  detail: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Records that changed less than this ago may still be on their way. */
export const settlingMs = hourMs
/** The same for a job and its reservation, which are written within seconds. */
const beginningMs = 10 * minuteMs
/** An operator has this long before a payment in review is reported again. */
const reviewMs = dayMs
/** A refund, and taking its tokens back, wait for the provider; after this time it is reported to an operator. */
const givingBackMs = dayMs
/** The history is deleted after two years without activity (domain/books.ts), a little later than this. */
export const historyKeptMs = usageKeptMs - 2 * dayMs

/** The copy in D1. */
export interface CopyFacts {
  lines: number
  lastSeq: number
  /** From the newest correction on: earlier differences are settled. */
  balanceSum: number
  /** After the last line; null: there is none. */
  lastBalance: number | null
  /** The lines that ended an operation, as far back as the table and the history go, and what they moved. */
  ended: number
  endedBalance: number
  historyRows: number
  historyCost: number
}

/** The wallet itself. */
export interface WalletFacts {
  agrees: boolean
  violations: readonly string[]
  frozenAt: number | null
  lastSeq: number
  /** The last line that D1 has confirmed. */
  copiedSeq: number
  /** When the oldest line was written that D1 has not confirmed. */
  uncopiedSince: number | null
  /** Of the same lines. */
  balanceSum: number
  lastBalance: number | null
  reservations: readonly { operationId: string; owner: 'answer' | 'job' | 'api'; createdAt: number }[]
}

export function walletDifferences(userId: string, wallet: WalletFacts): Difference[] {
  if (!wallet.agrees) return [{ kind: 'wallet-disagrees', subject: userId, detail: wallet.violations.join('; ') }]
  return wallet.frozenAt === null ? [] : [{ kind: 'wallet-frozen', subject: userId, detail: String(wallet.frozenAt) }]
}

export function copyDifferences(userId: string, copy: CopyFacts, wallet: WalletFacts, now: number): Difference[] {
  const found: Difference[] = []
  const add = (kind: DifferenceKind, inD1: number | null, inWallet: number | null) =>
    found.push({ kind, subject: userId, detail: `D1 ${inD1}, wallet ${inWallet}` })
  if (copy.lastSeq > wallet.lastSeq) add('copy-ahead', copy.lastSeq, wallet.lastSeq)
  if (copy.lines !== copy.lastSeq) add('copy-gap', copy.lines, copy.lastSeq)
  if (wallet.copiedSeq > copy.lastSeq) add('copy-behind', copy.lastSeq, wallet.copiedSeq)
  if (wallet.uncopiedSince !== null && wallet.uncopiedSince <= now - settlingMs)
    add('copy-late', copy.lastSeq, wallet.lastSeq)
  if (found.length > 0) return found
  if (copy.balanceSum !== wallet.balanceSum) add('copy-differs', copy.balanceSum, wallet.balanceSum)
  else if (copy.lastBalance !== wallet.lastBalance) add('copy-differs', copy.lastBalance, wallet.lastBalance)
  if (copy.historyRows !== copy.ended || copy.historyCost !== 0 - copy.endedBalance)
    found.push({
      kind: 'history-differs',
      subject: userId,
      detail: `rows ${copy.historyRows} of ${copy.ended}, cost ${copy.historyCost} of ${0 - copy.endedBalance}`
    })
  return found
}

export interface PaymentFacts {
  id: string
  status: PaymentStatus
  /** 0 for a month of Premium. */
  totalTokens: number
  refundedTokens: number
  refundedKopecks: number
  /** The refunds that operators ordered and the provider has made, of which the tokens must be back by now. */
  orderedKopecks: number
  /** When the refund was ordered that has no outcome yet. */
  openRefundAt: number | null
  /** A step is taking tokens back. */
  isTakingBack: boolean
  reviewDecision: string | null
  creditedAt: number | null
  updatedAt: number
  /** According to the history. */
  creditedTokens: number
  debitedTokens: number
  hasMonth: boolean
  isMonthRefunded: boolean
}

/** @param hasAccount an erased account has no months any more */
export function paymentDifferences(
  payments: readonly PaymentFacts[],
  { hasAccount, now }: { hasAccount: boolean; now: number }
): Difference[] {
  return payments.flatMap((payment) => {
    const kind = payment.status === 'review' ? reviewKind(payment, now) : paymentKind(payment, hasAccount, now)
    return kind ? [{ kind, subject: payment.id, detail: detailOf(payment) }] : []
  })
}

const creditOf = ({ creditedAt, totalTokens }: PaymentFacts) => (creditedAt === null ? 0 : totalTokens)

const detailOf = (payment: PaymentFacts) =>
  `${payment.status}, credited ${payment.creditedTokens} of ${creditOf(payment)}, ` +
  `taken back ${payment.debitedTokens} of ${payment.refundedTokens}`

/** A decision to credit that was interrupted may have credited: it is reported as waiting, and finished by an operator. */
function reviewKind({ updatedAt, creditedTokens, reviewDecision }: PaymentFacts, now: number): DifferenceKind | null {
  if (creditedTokens !== 0 && reviewDecision !== 'credit') return 'payment-credit-differs'
  return updatedAt <= now - reviewMs ? 'payment-in-review' : null
}

function paymentKind(payment: PaymentFacts, hasAccount: boolean, now: number): DifferenceKind | null {
  const { status, creditedAt, creditedTokens, debitedTokens, refundedTokens } = payment
  if (payment.updatedAt > now - settlingMs) return null
  if (creditedTokens !== creditOf(payment) || (status === 'succeeded' && creditedAt === null))
    return 'payment-credit-differs'
  const isRefundWrong = debitedTokens !== refundedTokens || payment.orderedKopecks > payment.refundedKopecks
  const waitsSince = payment.isTakingBack ? payment.updatedAt : payment.openRefundAt
  const isStuck = waitsSince !== null && waitsSince <= now - givingBackMs
  if (isStuck || (isRefundWrong && !payment.isTakingBack)) return 'payment-refund-differs'
  const isPaidMonth = payment.totalTokens === 0 && creditedAt !== null
  const isMonthWrong = payment.hasMonth !== isPaidMonth || (payment.isMonthRefunded && payment.refundedKopecks === 0)
  return hasAccount && isMonthWrong ? 'premium-differs' : null
}

export interface JobFacts {
  id: string
  operationId: string
  createdAt: number
  finishedAt: number | null
  /** Null until the wallet has ended the reservation. */
  chargedTokens: number | null
  /** According to the history. */
  costTokens: number
  /** Not null: made once more for nothing, so nothing is reserved for it. */
  redoOf: string | null
}

/** @param jobs all of the last days, beyond any job's time */
export function jobDifferences(
  jobs: readonly JobFacts[],
  reservations: WalletFacts['reservations'],
  now: number
): Difference[] {
  const held = new Set(reservations.map(({ operationId }) => operationIdOf(operationId)))
  const unsettled = new Set(jobs.filter(({ chargedTokens }) => chargedTokens === null).map((job) => job.operationId))
  const ofJobs = jobs.flatMap(
    ({ id: subject, operationId, createdAt, finishedAt, chargedTokens, costTokens, redoOf }): Difference[] => {
      if (finishedAt === null)
        return redoOf === null && createdAt <= now - beginningMs && !held.has(operationId)
          ? [{ kind: 'job-without-reservation', subject, detail: operationId }]
          : []
      if (finishedAt > now - settlingMs) return []
      if (chargedTokens === null) return [{ kind: 'job-unsettled', subject, detail: operationId }]
      if (chargedTokens === costTokens) return []
      return [{ kind: 'job-charge-differs', subject, detail: `job ${chargedTokens}, history ${costTokens}` }]
    }
  )
  const ofReservations = reservations
    .filter(({ owner, createdAt }) => owner === 'job' && createdAt <= now - beginningMs)
    .filter(({ operationId }) => !unsettled.has(operationIdOf(operationId)))
    .map(({ operationId: subject }): Difference => ({ kind: 'reservation-without-job', subject, detail: '' }))
  return [...ofJobs, ...ofReservations]
}

/** The differences that were found twice: records that were only on their way agree at the second look. */
export const confirmed = <Found extends Difference>(first: readonly Difference[], second: readonly Found[]): Found[] =>
  second.filter(({ kind, subject }) => first.some((other) => other.kind === kind && other.subject === subject))
