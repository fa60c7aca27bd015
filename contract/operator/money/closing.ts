// The months of the money books. Amounts in kopecks.
import { z } from 'zod'
import { change } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'

/** A calendar month of Moscow. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Месяц пишется как 2026-11')

/** In tokens: opening + late + sold + bonus + granted + corrected − taken back − spent = owed. */
const figures = z.object({
  opening: z.number().int(),
  /** Lines of earlier months that came after the month before was closed. */
  late: z.number().int(),
  sold: z.number().int(),
  /** For signing up and by promo codes. */
  bonus: z.number().int(),
  /** Given by operators, minus what they took. */
  granted: z.number().int(),
  corrected: z.number().int(),
  /** By refunds. */
  taken_back: z.number().int(),
  spent: z.number().int(),
  /** What users own at the end: free and reserved tokens less debts. */
  owed: z.number().int(),
  /** Of credited payments, and of the money returned for them, by an operator or in the provider's dashboard. */
  payments: z.number().int(),
  paid_kopecks: z.number().int(),
  refunds: z.number().int(),
  refunded_kopecks: z.number().int()
})
export type ClosingFigures = z.infer<typeof figures>

/** `owed`: all wallets, as a nightly backup added them up. `books`: the same by the ledgers' copies, of the moment `at`. */
const night = z.object({ owed: z.number().int(), books: z.number().int(), at: z.number() })
export type ClosingNight = z.infer<typeof night>

/**
 * `closed`: null while the month was not closed; then the figures are those of this moment. 409: it can be counted no
 * more, or not yet.
 */
export const openClosing = endpoint({
  call: 'GET /operator/closing/:month',
  permission: 'books.read',
  input: z.object({ month }),
  output: z.object({
    figures,
    closed: z.object({ at: z.number(), by: z.string() }).nullable(),
    /** Of a closed month, the first night behind its end, as it was stored at closing; else the newest. Null: there is none. */
    wallets: night.nullable(),
    /** By the ledger's copy, at this moment. */
    owed_now: z.number().int()
  })
})

/** Stores the figures of a month that is over. 409: it is not over for a day, is closed, or the month before is not. */
export const closeMonth = endpoint({
  call: 'POST /operator/closing/:month',
  permission: 'books.change',
  input: z.object({ month, ...change }),
  output: z.object({ figures })
})

/** Payments and refunds of a month as CSV. */
export const exportMoney = endpoint({
  call: 'GET /operator/closing/:month/money.csv',
  permission: 'books.read',
  recorded: true,
  input: z.object({ month }),
  output: z.string()
})
