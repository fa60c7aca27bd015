// The copy of the ledger in D1, written only by wallets. Copying the same lines again changes nothing.
import { eq } from 'drizzle-orm'
import type { History } from '../base/database.ts'
import { ledgerEntries, usage } from './schema-ledger.ts'

export type LedgerEntryRow = typeof ledgerEntries.$inferInsert
export type UsageRow = typeof usage.$inferInsert

/** D1 binds at most 100 values per statement; an entry has 10 columns, a usage row 17. */
const entriesPerStatement = 9
const usagePerStatement = 5

function chunksOf<Row>(rows: readonly Row[], size: number): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
    rows.slice(index * size, (index + 1) * size)
  )
}

/** The statements that write journal entries, and the operations that ended with them. */
export const ledgerStatements = (
  history: History,
  entries: readonly LedgerEntryRow[],
  ended: readonly UsageRow[]
): D1PreparedStatement[] =>
  [
    ...chunksOf(entries, entriesPerStatement).map((rows) =>
      history.insert(ledgerEntries).values(rows).onConflictDoNothing()
    ),
    ...chunksOf(ended, usagePerStatement).map((rows) => history.insert(usage).values(rows).onConflictDoNothing())
  ].map((query) => {
    const { sql, params } = query.toSQL()
    return history.$client.prepare(sql).bind(...params)
  })

/** Writes journal entries, and the operations that ended with them, in one transaction. */
export async function copyLedger(
  history: History,
  entries: readonly LedgerEntryRow[],
  ended: readonly UsageRow[]
): Promise<void> {
  const statements = ledgerStatements(history, entries, ended)
  if (statements.length > 0) await history.$client.batch(statements)
}

/** The users who have an ended operation with this id; those of more than a year ago are not known here. */
export async function usersOfOperation(history: History, operationId: string, limit: number): Promise<string[]> {
  const found = await history
    .select({ userId: usage.userId })
    .from(usage)
    .where(eq(usage.operationId, operationId))
    .limit(limit)
  return found.map(({ userId }) => userId)
}
