// Operations that have ended, as the copy in D1 has them, without the wallet that would have written them.
import { env } from 'cloudflare:workers'
import { openHistory } from '#data/base/database.ts'
import { usage } from '#data/history/schema-ledger.ts'

let rows = 0

/** One delivered operation, which cost nothing and ended now, with these changes. */
export async function addUsage(userId: string, changes: Partial<typeof usage.$inferInsert> = {}): Promise<void> {
  const seq = ++rows
  const at = changes.finishedAt ?? Date.now()
  const amounts = { priceTokens: 0, reservedTokens: 0, costTokens: 0, returnedTokens: 0, balanceAfter: 0 }
  const what = { service: 'flux', action: { kind: 'answer' } as const, outcome: 'delivered', attempts: 1 }
  const row = { userId, operationId: `ended-${seq}`, seq, ...what, ...amounts, createdAt: at, finishedAt: at }
  await openHistory(env, userId)
    .insert(usage)
    .values({ ...row, ...changes })
}
