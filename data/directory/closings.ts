// The closed months, and what a month's payments add up to.
import { eq, sql } from 'drizzle-orm'
import type { ClosingFigures } from '#contract/operator/money/closing.ts'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { closings } from './schema-closings.ts'

export type ClosingRow = typeof closings.$inferSelect

export const findClosing = (directory: Directory, month: string): Promise<ClosingRow | undefined> =>
  directory.select().from(closings).where(eq(closings.month, month)).get()

/** Whether any month was closed: then the next month begins with the end of that one. */
export async function hasClosings(directory: Directory): Promise<boolean> {
  return (await directory.select({ month: closings.month }).from(closings).limit(1)).length > 0
}

/** A closed month never changes. @returns the stored row */
export async function storeClosing(directory: Directory, row: ClosingRow): Promise<ClosingRow> {
  await directory.insert(closings).values(row).onConflictDoNothing()
  return (await findClosing(directory, row.month)) ?? row
}

type MoneyFigures = Pick<ClosingFigures, 'payments' | 'paid_kopecks' | 'refunds' | 'refunded_kopecks'>

/** By the indexes of the credited payments and of the returned money. */
export async function moneyOfSpan(directory: Directory, start: number, end: number): Promise<MoneyFigures> {
  const [paid, refunded] = await directory.$client.batch<{ n: number; sum: number }>([
    prepared(
      directory,
      sql`select count(*) as n, coalesce(sum(amount_kopecks), 0) as sum from payments
        where credited_at >= ${start} and credited_at < ${end}`
    ),
    prepared(
      directory,
      sql`select count(*) as n, coalesce(sum(amount_kopecks), 0) as sum from money_returns
        where at >= ${start} and at < ${end}`
    )
  ])
  const [one, other] = [paid?.results[0], refunded?.results[0]]
  return {
    payments: one?.n ?? 0,
    paid_kopecks: one?.sum ?? 0,
    refunds: other?.n ?? 0,
    refunded_kopecks: other?.sum ?? 0
  }
}
