// The history that a user sees: operations that ended, newest first.
import { desc, eq } from 'drizzle-orm'
import { type UsageRecord, usageLimit } from '#contract/wallet.ts'
import type { Database } from './database.ts'
import { usage } from './schema-ledger.ts'

/** The user's last operations, by the order in which they ended. */
export async function recentUsage(database: Database, userId: string): Promise<UsageRecord[]> {
  const rows = await database
    .select()
    .from(usage)
    .where(eq(usage.userId, userId))
    .orderBy(desc(usage.seq))
    .limit(usageLimit)
  return rows.map((row) => ({
    id: row.operationId,
    service: row.service,
    action: row.action,
    model: row.model,
    cost_in_tokens: row.costTokens,
    created_at: row.createdAt,
    upstream_model: row.upstreamModel,
    outcome: row.outcome,
    price_tokens: row.priceTokens,
    reserved_tokens: row.reservedTokens,
    returned_tokens: row.returnedTokens,
    attempts: row.attempts,
    balance_after: row.balanceAfter
  }))
}
