// Counts waiting rows: those whose due time has passed.
import { sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

export interface Backlog {
  /** At most `countedMax` of each database. */
  rows: number
  /** When the first of them fell due; null when there are none. */
  oldestDueAt: number | null
}

/** Counting reads the index, so a large backlog is not counted to its end. */
const countedMax = 10_000

/** Counts the rows that are due. @param due indexed */
export async function countDue(
  database: Database,
  { table, due }: { table: SQLiteTable; due: SQLiteColumn },
  dueBefore: number
): Promise<Backlog> {
  const [found] = await database.all<{ rows: number; oldest: number | null }>(
    sql`select count(*) as rows, min(due) as oldest from
      (select ${due} as due from ${table} where ${due} <= ${dueBefore} order by ${due} limit ${countedMax})`
  )
  return { rows: found?.rows ?? 0, oldestDueAt: found?.oldest ?? null }
}

/** The waiting rows of several databases together. */
export const backlogInAll = (backlogs: readonly Backlog[]): Backlog => {
  const oldest = backlogs.flatMap(({ oldestDueAt }) => (oldestDueAt === null ? [] : [oldestDueAt]))
  return {
    rows: backlogs.reduce((rows, backlog) => rows + backlog.rows, 0),
    oldestDueAt: oldest.length === 0 ? null : Math.min(...oldest)
  }
}
