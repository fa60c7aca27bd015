// Every kind of difference that the nightly check can find, planted in the books of one customer.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { resultKey } from '#data/files/job-files.ts'
import { payments } from '#data/directory/schema-payments.ts'
import { subscriptionPeriods } from '#data/directory/schema-subscriptions.ts'
import { jobs } from '#data/history/schema.ts'
import { openHistory } from '#data/base/database.ts'
import { moveOldLines } from '#worker/clock/move-old-books.ts'
import { damage } from './damaged-wallets.ts'
import { addPayment, type Customer, directory, holdForJob } from './reconciling.ts'
import { runOnD1 } from './histories.ts'
import { changeRows, forget } from './wallet-rows.ts'

const ofUser = ({ person }: Customer) => person.userId
const ofPayment = ({ paymentId }: Customer) => paymentId
const ofJob = ({ jobId }: Customer) => jobId

const inD1 = (statement: string) => (one: Customer) => runOnD1(statement, one.person.userId)
/** A refund that an operator has ordered, as it stands in D1. */
const orderedRefund = (status: 'pending' | 'succeeded') =>
  inD1(`insert into refunds (id, payment_id, user_id, operation_id, amount_kopecks, status, idempotence_key, created_at)
    select id, id, user_id, 'order-1', 10000, '${status}', id, 1 from payments where user_id = ?1`)
const ofLedger = (statement: string) => inD1(`${statement} where user_id = ?1 and seq = 5`)

async function forge({ person, wallet }: Customer) {
  await wallet.audit()
  await damage(person, 'update journal set available_after = 551, credited_after = 551 where seq = 1')
}

/** The customer's first line, a purchase, has left the table as an old one; then something is changed. */
const thenOld = (plant: Plant) => async (one: Customer) => {
  const later = Date.now() + 2 * 365 * 24 * 60 * 60 * 1000
  await moveOldLines({ now: later, sizes: { rows: 1 } }, openHistory(env, one.person.userId), one.person.userId)
  await plant(one)
}
const ofOldBooks = (change: string) => thenOld(inD1(`update old_books set ${change} where user_id = ?1`))

/** A journal that adds up to one token more. */
const forgeWhole = ({ person }: Customer) =>
  damage(
    person,
    `update journal set balance_delta = 551 where seq = 1;
      update journal set available_after = available_after + 1, credited_after = credited_after + 1`
  )

const addMonth = (paymentId: string, { userId }: { userId: string }, refundedAt: number | null = null) =>
  directory
    .insert(subscriptionPeriods)
    .values({ paymentId, userId, subscriptionId: paymentId, startsAt: 1, endsAt: 2, refundedAt })
const premium = { packageId: 'premium', tokens: 0, bonusTokens: 0, totalTokens: 0 }

type Plant = (one: Customer) => Promise<unknown>
/** A kind of difference, how it is planted, and the subject under which it is reported. */
type Planted = [kind: string, how: string, plant: Plant, subjectOf: (one: Customer) => string]

export const planted: Planted[] = [
  ['wallet-disagrees', 'a forged line before those that were counted last', forge, ofUser],
  [
    'wallet-frozen',
    'a wallet that is still frozen',
    ({ person }) => damage(person, "update wallet set frozen_at = 1, frozen_because = 'test'"),
    ofUser
  ],
  ['copy-gap', 'a line that D1 has lost', inD1('delete from ledger_entries where user_id = ?1 and seq = 2'), ofUser],
  [
    'copy-ahead',
    'a wallet that has lost its lines',
    async ({ person }) => {
      await changeRows(
        person.userId,
        'alter table journal rename to journal_away; create table journal as select * from journal_away where false'
      )
      await forget(person.userId)
    },
    ofUser
  ],
  ['copy-behind', 'a database restored to an earlier time', ofLedger('delete from ledger_entries'), ofUser],
  [
    'copy-late',
    'a line that is never copied',
    async ({ person, wallet }) => {
      await wallet.credit({ id: 'gift', amountTokens: 1, service: 'bonus', action: { kind: 'signup-bonus' } })
      await changeRows(person.userId, 'update wallet set copy_at = 9e15, copy_failures = 1')
    },
    ofUser
  ],
  ['copy-differs', 'another balance in D1', ofLedger('update ledger_entries set balance_after = 1'), ofUser],
  [
    'copy-differs',
    'another charge in D1, and in the history',
    async (one) => {
      await ofLedger('update ledger_entries set balance_delta = -4')(one)
      await ofLedger('update usage set cost_tokens = 4')(one)
    },
    ofUser
  ],
  ['history-differs', 'a row of the history that is gone', ofLedger('delete from usage'), ofUser],
  ['copy-differs', 'another amount in an old line of the journal', thenOld(forgeWhole), ofUser],
  ['copy-differs', 'another sum of the old lines', ofOldBooks('balance_sum = balance_sum + 1'), ofUser],
  ['copy-gap', 'another number of old lines', ofOldBooks('last_seq = 2'), ofUser],
  [
    'payment-credit-differs',
    'the row of an old purchase that is gone',
    thenOld(inD1("delete from usage where user_id = ?1 and operation_id like 'payment:%'")),
    ofPayment
  ],
  [
    'payment-credit-differs',
    'a paid order that was never credited',
    ({ person }) => addPayment(person, { id: 'never-credited' }),
    () => 'never-credited'
  ],
  [
    'payment-credit-differs',
    'an order that was credited and not paid',
    inD1("update payments set status = 'canceled', credited_at = null where user_id = ?1"),
    ofPayment
  ],
  [
    'payment-refund-differs',
    'a refund whose tokens were not taken back',
    inD1('update payments set refunded_kopecks = 10000, refunded_tokens = 110 where user_id = ?1'),
    ofPayment
  ],
  [
    'payment-refund-differs',
    'a refund that an operator ordered and nothing was taken back for',
    orderedRefund('succeeded'),
    ofPayment
  ],
  [
    'payment-refund-differs',
    'a refund whose tokens are being taken back for days',
    inD1('update payments set refunding_kopecks = 10000, updated_at = updated_at - 172800000 where user_id = ?1'),
    ofPayment
  ],
  [
    'payment-refund-differs',
    'a refund that an operator ordered and that has had no outcome for a day',
    orderedRefund('pending'),
    ofPayment
  ],
  [
    'payment-in-review',
    'a payment without a decision',
    ({ person }) => addPayment(person, { id: 'in-review', status: 'review', creditedAt: null }),
    () => 'in-review'
  ],
  [
    'credit-without-payment',
    'a credit whose order is gone',
    ({ paymentId }) => directory.delete(payments).where(eq(payments.id, paymentId)),
    ({ paymentId }) => `payment:${paymentId}`
  ],
  [
    'premium-differs',
    'a paid month that was never granted',
    ({ person }) => addPayment(person, { ...premium, id: 'no-month' }),
    () => 'no-month'
  ],
  [
    'premium-differs',
    'a month that ended without a refund',
    async ({ person }) => addMonth(await addPayment(person, { ...premium, id: 'lost-month' }), person, 1),
    () => 'lost-month'
  ],
  ['credit-without-payment', 'a month without a payment', ({ person }) => addMonth('gift', person), () => 'gift'],
  [
    'job-charge-differs',
    'a job that says another charge',
    inD1('update jobs set charged_tokens = 2 where user_id = ?1'),
    ofJob
  ],
  [
    'job-unsettled',
    'an ended job that was never settled',
    async (one) => {
      await holdForJob('unsettled-1', one.person)
      await inD1("update jobs set charged_tokens = null, operation_id = 'unsettled-1' where user_id = ?1")(one)
    },
    ofJob
  ],
  [
    'job-without-reservation',
    'a running job whose tokens are not reserved',
    inD1(
      "update jobs set step = 'running', finished_at = null, charged_tokens = null, files = '[]' where user_id = ?1"
    ),
    ofJob
  ],
  [
    'reservation-without-job',
    'tokens that are reserved for no job',
    ({ person }) => holdForJob('of-nothing', person),
    () => 'of-nothing'
  ],
  [
    'result-missing',
    'a result that is gone',
    ({ jobId }) => env.MEDIA.delete(resultKey(jobId, 0)),
    ({ jobId }) => `${jobId}/0`
  ],
  [
    'result-size-differs',
    'a result of another size',
    ({ jobId }) => env.MEDIA.put(resultKey(jobId, 0), 'other bytes'),
    ({ jobId }) => `${jobId}/0`
  ],
  [
    'file-without-job',
    'the result of a deleted job',
    ({ jobId }) => openHistory(env, jobId).update(jobs).set({ deletedAt: 1 }).where(eq(jobs.id, jobId)),
    ({ jobId }) => resultKey(jobId, 0)
  ],
  [
    'not-checked',
    'a wallet that cannot be read',
    ({ person }) => changeRows(person.userId, 'alter table reservations rename column owner to owner_away'),
    ofUser
  ]
]
