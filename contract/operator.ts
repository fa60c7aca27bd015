// The calls of operators: what an alarm of the log names is opened, decided and corrected here. Every change names the
// operator and the reason, and is recorded; its idempotency key makes it once, however often it is sent.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { change, operatorAction as action, subjectId as id } from './operator-change.ts'
import { tokenChange } from './operator-tokens.ts'
import { numberInText } from './validation.ts'

/** What an operator does to a payment in review. */
const reviewDecision = z.enum(['credit', 'refund', 'dismiss'])
export type ReviewDecision = z.infer<typeof reviewDecision>

/** As stored; with `provider`, as the provider sees the payment now. Amounts in kopecks. */
export const reviewedPayment = z.object({
  id: z.string(),
  user_id: z.string(),
  status: z.enum(['created', 'pending', 'succeeded', 'canceled', 'refunded', 'review']),
  /** Why it is in review: how the payment differs from the order. */
  mismatch: z.string().nullable(),
  /** The decision that has begun; until it is done, only the same one may be repeated. */
  decision: reviewDecision.nullable(),
  package_id: z.string(),
  total_tokens: z.number().int(),
  amount_kopecks: z.number().int(),
  refunded_kopecks: z.number().int(),
  /** Money that went back whose tokens are not taken back yet; the wallet may be frozen. */
  taking_back: z.boolean(),
  currency: z.string(),
  provider_payment_id: z.string().nullable(),
  /** Of the fiscal receipt, as the provider says. */
  receipt_status: z.enum(['pending', 'succeeded', 'canceled']).nullable(),
  created_at: z.number()
})
export type ReviewedPayment = z.infer<typeof reviewedPayment>

const seen = z.object({
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  paid: z.boolean(),
  test: z.boolean(),
  amount_kopecks: z.number().int().nullable(),
  refunded_kopecks: z.number().int().nullable(),
  currency: z.string().nullable(),
  order_id: z.string().nullable(),
  user_id: z.string().nullable()
})

const orderedRefund = z.object({
  amount_kopecks: z.number().int(),
  status: z.string(),
  /** The code with which the provider refused it. */
  failure: z.string().nullable(),
  /** Of its fiscal receipt, as the provider says; null before it is made. */
  receipt_status: z.enum(['pending', 'succeeded', 'canceled']).nullable(),
  created_at: z.number()
})

export const openPayment = endpoint({
  method: 'GET',
  path: '/operator/payments/:id',
  access: 'operator',
  permission: 'payments.read',
  recorded: true,
  input: z.object({ id }),
  /** `provider`: null when the provider does not know the payment, or is silent: it did not answer. `refunds`: those that operators ordered. */
  output: z.object({
    payment: reviewedPayment,
    provider: seen.nullable(),
    provider_silent: z.boolean(),
    /** The tokens of returned money are not taken back, because the wallet has not so many and is frozen. */
    wallet_frozen: z.boolean(),
    refunds: z.array(orderedRefund),
    actions: z.array(action)
  })
})

/**
 * Ends the review of a payment. `credit` gives the buyer what was ordered, and what of it was not paid passes the gate of
 * `changeTokens`; `refund` has the provider return all of the
 * money; `dismiss` closes it without either, for example because it is test money. 409: the payment is not in review, is
 * not paid, or another decision has begun. `PAYMENT_DELAYED` (503): repeat the call.
 */
export const decidePayment = endpoint({
  method: 'POST',
  path: '/operator/payments/:id/decision',
  access: 'operator',
  permission: 'payments.change',
  input: z.object({ id, decision: reviewDecision, ...change }),
  /** `done`: false when the provider has accepted the refund but not made it yet; repeat the call later. `change`: of `credit`. */
  output: z.object({ payment: reviewedPayment, done: z.boolean(), change: tokenChange.nullable() })
})

const wallet = z.object({
  user_id: z.string(),
  frozen_at: z.number().nullable(),
  /** What was found when it was frozen. */
  frozen_because: z.string().nullable(),
  /** The newest line of the journal: what a correction was based on. */
  seq: z.number().int(),
  /** The account of the newest line: available tokens, or the debt when negative. */
  free_tokens: z.number().int(),
  reserved_tokens: z.number().int(),
  used_tokens: z.number().int(),
  /** What all lines of the journal add up to. */
  counted: z.object({
    free_tokens: z.number().int(),
    reserved_tokens: z.number().int(),
    used_tokens: z.number().int()
  }),
  /** Whether the whole journal, counted from its first line, agrees with the account and the open reservations. */
  agrees: z.boolean(),
  violations: z.array(z.string()),
  open_reservations: z.number().int()
})
export type OpenedWallet = z.infer<typeof wallet>

/** Counts the whole journal. Like «Проверить баланс», it freezes a wallet that does not agree. */
export const openWallet = endpoint({
  method: 'GET',
  path: '/operator/wallets/:id',
  access: 'operator',
  permission: 'wallets.read',
  recorded: true,
  input: z.object({ id }),
  output: z.object({ wallet, actions: z.array(action) })
})

/** Thaws a frozen wallet if the whole journal agrees; otherwise 409, and it stays frozen. */
export const thawWallet = endpoint({
  method: 'POST',
  path: '/operator/wallets/:id/thaw',
  access: 'operator',
  permission: 'wallets.change',
  input: z.object({ id, ...change }),
  output: z.object({ wallet })
})

/**
 * Adds one line to the journal of a frozen wallet, after which `free_tokens` are free, and restores the reservations
 * that the journal shows as open. What it adds passes the gate of `changeTokens`. The wallet stays frozen: see `thawWallet`.
 * 409: not frozen, or lines were added after `seq`.
 */
export const correctWallet = endpoint({
  method: 'POST',
  path: '/operator/wallets/:id/correction',
  access: 'operator',
  permission: 'wallets.change',
  input: z.object({
    id,
    /** Available tokens, or the debt when negative. */
    free_tokens: z.number().int(),
    seq: z.number().int().nonnegative(),
    ...change
  }),
  output: z.object({ wallet, change: tokenChange })
})

const redo = z.object({
  user_id: z.string(),
  /** The work that its user called broken, as the user knows it and as R2 does. */
  operation_id: z.string(),
  job_id: z.string(),
  service: z.string(),
  provider: z.string(),
  upstream_model: z.string(),
  /** What the measure found; `fine`: nothing, so the work was not made again. */
  verdict: z.string(),
  at: z.number(),
  /** How often it was begun once more. */
  attempts: z.number().int(),
  /** The newest of these jobs; null when there is none. */
  redo_id: z.string().nullable()
})

/** Works that their users called broken, newest first, of all users. */
export const openRedos = endpoint({
  method: 'GET',
  path: '/operator/redos',
  access: 'operator',
  permission: 'jobs.read',
  recorded: true,
  input: z.object({ limit: numberInText(z.number().int().min(1).max(500)).default(100) }),
  output: z.object({ redos: z.array(redo) })
})

/** A calendar month in UTC. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Месяц пишется как 2026-11')

const bookFile = z.object({
  month: z.string(),
  kind: z.enum(['ledger', 'usage']),
  /** From 1: a month with many lines has several files. */
  part: z.number().int(),
  /** Where it is in the bucket. */
  key: z.string(),
  rows: z.number().int(),
  first_seq: z.number().int(),
  last_seq: z.number().int(),
  bytes: z.number().int(),
  /** Of the stored bytes, in hexadecimal. */
  sha256: z.string(),
  archived_at: z.number()
})

/** Where the copy of a user's ledger is; of an erased account too. */
export const openBooks = endpoint({
  method: 'GET',
  path: '/operator/users/:id/books',
  access: 'operator',
  permission: 'books.read',
  recorded: true,
  input: z.object({ id }),
  /** `live`: the months that are still in the database. */
  output: z.object({ files: z.array(bookFile), live: z.object({ from: z.string(), to: z.string() }).nullable() })
})

/** The lines of the ledger of a month, from files or from the database. 409: a file is damaged. */
export const readBooks = endpoint({
  method: 'GET',
  path: '/operator/users/:id/books/:month',
  access: 'operator',
  permission: 'books.read',
  recorded: true,
  input: z.object({ id, month, format: z.enum(['csv', 'jsonl']).default('csv') }),
  output: z.string()
})

/** Writes the damaged files of a month anew from the journal. 409: the journal adds up to something else. */
export const restoreBooks = endpoint({
  method: 'POST',
  path: '/operator/users/:id/books/:month/restoration',
  access: 'operator',
  permission: 'books.change',
  input: z.object({ id, month, ...change }),
  /** How many files were written. */
  output: z.object({ files: z.number().int() })
})
