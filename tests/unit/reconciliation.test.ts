import { describe, expect, it } from 'vitest'
import {
  confirmed,
  type CopyFacts,
  copyDifferences,
  type Difference,
  type JobFacts,
  jobDifferences,
  type PaymentFacts,
  paymentDifferences,
  type WalletFacts,
  walletDifferences
} from '#domain/reconciliation.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = 1000 * dayMs
const longAgo = now - 2 * dayMs
const kindsOf = (differences: readonly Difference[]) => differences.map(({ kind }) => kind)

const wallet: WalletFacts = {
  agrees: true,
  violations: [],
  frozenAt: null,
  lastSeq: 5,
  copiedSeq: 5,
  uncopiedSince: null,
  balanceSum: 95,
  lastBalance: 95,
  reservations: []
}
const copy: CopyFacts = {
  lines: 5,
  lastSeq: 5,
  balanceSum: 95,
  lastBalance: 95,
  ended: 3,
  endedBalance: 95,
  historyRows: 3,
  historyCost: -95
}

describe('a wallet and its copy', () => {
  it('agree', () => {
    expect([...walletDifferences('user', wallet), ...copyDifferences('user', copy, wallet, now)]).toEqual([])
  })

  it('that is still being written agrees', () => {
    const ahead = { ...wallet, lastSeq: 7, uncopiedSince: now - hourMs + 1 }
    expect(copyDifferences('user', copy, ahead, now)).toEqual([])
  })

  it.each<[string, Partial<CopyFacts>, Partial<WalletFacts>]>([
    ['copy-gap', { lines: 4 }, {}],
    ['copy-ahead', { lines: 6, lastSeq: 6 }, {}],
    ['copy-behind', { lines: 4, lastSeq: 4 }, {}],
    ['copy-late', {}, { lastSeq: 6, uncopiedSince: now - hourMs }],
    ['copy-differs', {}, { balanceSum: 96 }],
    ['copy-differs', {}, { lastBalance: 96 }],
    ['history-differs', { historyRows: 2 }, {}],
    ['history-differs', { historyCost: -96 }, {}]
  ])('differ: %s', (kind, inD1, inWallet) => {
    const found = copyDifferences('user', { ...copy, ...inD1 }, { ...wallet, ...inWallet }, now)
    expect(found).toEqual([{ kind, subject: 'user', detail: expect.stringMatching(/\d/) }])
  })

  it('says what the history has, and what the journal says it should have', () => {
    const [difference] = copyDifferences('user', { ...copy, historyCost: -96 }, wallet, now)
    expect(difference?.detail).toBe(`rows ${copy.ended} of ${copy.ended}, cost -96 of -95`)
  })

  it('a wallet that does not add up, or is still frozen, is reported', () => {
    const broken = { ...wallet, agrees: false, violations: ['a', 'b'], frozenAt: 1 }
    expect(walletDifferences('user', broken)).toEqual([{ kind: 'wallet-disagrees', subject: 'user', detail: 'a; b' }])
    expect(kindsOf(walletDifferences('user', { ...wallet, frozenAt: 1 }))).toEqual(['wallet-frozen'])
  })
})

const paid: PaymentFacts = {
  id: 'payment-1',
  status: 'succeeded',
  totalTokens: 550,
  refundedTokens: 0,
  refundedKopecks: 0,
  orderedKopecks: 0,
  openRefundAt: null,
  isTakingBack: false,
  reviewDecision: null,
  creditedAt: longAgo,
  updatedAt: longAgo,
  creditedTokens: 550,
  debitedTokens: 0,
  hasMonth: false,
  isMonthRefunded: false
}
const month: PaymentFacts = { ...paid, totalTokens: 0, creditedTokens: 0, hasMonth: true }
const unpaid: PaymentFacts = { ...paid, status: 'canceled', creditedAt: null, creditedTokens: 0 }
const check = (payment: PaymentFacts, hasAccount = true) => paymentDifferences([payment], { hasAccount, now })

describe('a payment', () => {
  it.each<[string, PaymentFacts]>([
    ['that was credited', paid],
    ['that was refunded in part', { ...paid, refundedTokens: 110, refundedKopecks: 10_000, debitedTokens: 110 }],
    [
      'whose refund is under way',
      { ...paid, debitedTokens: 110, isTakingBack: true, updatedAt: now - dayMs + 1, openRefundAt: now - dayMs + 1 }
    ],
    ['that was not paid', unpaid],
    ['in review', { ...unpaid, status: 'review', updatedAt: now - 2 * hourMs }],
    ['that was refunded out of its review', { ...unpaid, status: 'refunded', refundedKopecks: 50_000 }],
    ['for Premium', month],
    ['for Premium that was refunded', { ...month, status: 'refunded', refundedKopecks: 99_000, isMonthRefunded: true }],
    ['that changed a moment ago', { ...paid, updatedAt: now - hourMs + 1, creditedTokens: 0 }]
  ])('%s agrees', (_, payment) => {
    expect(check(payment)).toEqual([])
  })

  it.each<[string, string, PaymentFacts]>([
    ['payment-credit-differs', 'was never credited', { ...paid, creditedTokens: 0 }],
    ['payment-credit-differs', 'was credited with other tokens', { ...paid, creditedTokens: 500 }],
    ['payment-credit-differs', 'was credited and not paid', { ...unpaid, creditedTokens: 550 }],
    [
      'payment-credit-differs',
      'succeeded and says not when it was credited',
      { ...paid, creditedAt: null, creditedTokens: 0 }
    ],
    ['payment-refund-differs', 'was refunded and kept its tokens', { ...paid, refundedTokens: 110 }],
    ['payment-refund-differs', 'was refunded by an operator and kept its tokens', { ...paid, orderedKopecks: 10_000 }],
    ['payment-refund-differs', 'has been taken back for a day', { ...paid, isTakingBack: true }],
    ['payment-refund-differs', 'has had an open refund for a day', { ...paid, openRefundAt: now - dayMs }],
    ['payment-refund-differs', 'lost tokens without a refund', { ...paid, debitedTokens: 110 }],
    ['premium-differs', 'paid for a month that does not exist', { ...month, hasMonth: false }],
    ['premium-differs', 'gave a month and was not paid', { ...month, status: 'canceled', creditedAt: null }],
    ['premium-differs', 'lost its month without a refund', { ...month, isMonthRefunded: true }],
    ['payment-in-review', 'has been in review for a day', { ...unpaid, status: 'review', updatedAt: now - dayMs }]
  ])('differs: %s when it %s', (kind, _, payment) => {
    expect(kindsOf(check(payment))).toEqual([kind])
  })

  it('of an erased account has no month', () => {
    expect(check({ ...month, hasMonth: false }, false)).toEqual([])
  })
})

const job: JobFacts = {
  id: 'job-1',
  operationId: 'operation-1',
  createdAt: longAgo,
  finishedAt: longAgo,
  chargedTokens: 5,
  costTokens: 5,
  redoOf: null
}
const running: JobFacts = { ...job, finishedAt: null, chargedTokens: null, costTokens: 0 }
/** A job and its reservation have this long to be written. */
const beginningMs = 10 * 60_000
const held = { operationId: 'operation-1', owner: 'job' as const, createdAt: longAgo }

describe('a job', () => {
  it.each<[string, JobFacts[], WalletFacts['reservations']]>([
    ['that was charged', [job], []],
    ['that was free', [{ ...job, chargedTokens: 0, costTokens: 0 }], []],
    ['that runs', [running], [held]],
    ['that is made once more for nothing', [{ ...running, redoOf: 'operation-0' }], []],
    ['that runs at a later attempt', [running], [{ ...held, operationId: 'operation-1~2' }]],
    ['that has just begun', [{ ...running, createdAt: now - beginningMs + 1 }], []],
    ['that has just ended', [{ ...job, finishedAt: now - hourMs + 1, chargedTokens: null }], [held]],
    ['and an answer', [], [{ ...held, owner: 'answer' }]],
    ['whose row is about to be written', [], [{ ...held, createdAt: now - beginningMs + 1 }]]
  ])('%s agrees', (_, jobs, reservations) => {
    expect(jobDifferences(jobs, reservations, now)).toEqual([])
  })

  it.each<[string, JobFacts[], WalletFacts['reservations']]>([
    ['job-charge-differs', [{ ...job, costTokens: 4 }], []],
    ['job-charge-differs', [{ ...job, chargedTokens: 0 }], []],
    ['job-unsettled', [{ ...job, finishedAt: now - hourMs, chargedTokens: null }], [held]],
    ['job-without-reservation', [{ ...running, createdAt: now - beginningMs }], []],
    ['reservation-without-job', [], [{ ...held, createdAt: now - beginningMs }]],
    ['reservation-without-job', [job], [held]]
  ])('differs: %s', (kind, jobs, reservations) => {
    expect(kindsOf(jobDifferences(jobs, reservations, now))).toEqual([kind])
  })
})

it('only what is found twice is reported', () => {
  const one: Difference = { kind: 'copy-gap', subject: 'a', detail: '1' }
  const other: Difference = { kind: 'copy-gap', subject: 'b', detail: '1' }
  expect(confirmed([one, other], [{ ...one, detail: '2' }])).toEqual([{ ...one, detail: '2' }])
  expect(confirmed([one], [{ ...one, kind: 'copy-late' }])).toEqual([])
})
