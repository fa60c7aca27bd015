// What requests cost, and would have cost without the plan, for the subscription page. Read from the copy in D1.
import { and, desc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { usage } from './schema-ledger.ts'

const count = sql<number>`count(*)`
const charged = sql<number>`coalesce(sum(${usage.costTokens}), 0)`
const onPlan = sql<number>`coalesce(sum(${usage.planTokens}), 0)`

/** Requests that ended in this period, by service. Includes requests that were free for another reason. */
export async function usageOfPeriod(history: History, userId: string, period: { start: number; end: number }) {
  const rows = await history
    .select({ service: usage.service, requests: count, charged, onPlan })
    .from(usage)
    .where(
      and(
        eq(usage.userId, userId),
        gt(usage.priceTokens, 0),
        gte(usage.finishedAt, period.start),
        lt(usage.finishedAt, period.end)
      )
    )
    .groupBy(usage.service)
    .orderBy(desc(count))
  const sum = (pick: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + pick(row), 0)
  return {
    requests: sum(({ requests }) => requests),
    chargedTokens: sum((row) => row.charged),
    priceTokens: sum((row) => row.charged + row.onPlan),
    planTokens: sum((row) => row.onPlan),
    byService: rows.map((row) => ({
      service: row.service,
      requests: row.requests,
      priceTokens: row.charged + row.onPlan
    }))
  }
}
