// Metering as it goes into a backup of the wallet, and how it comes back: without the receipts, which nothing is counted from.
import { insertRow } from '../wallet/insert-row.ts'
import type { MeteringRows, WalletRow } from '../wallet/backup-calls.ts'

export function meteringRows(sql: SqlStorage): MeteringRows {
  const all = (query: string) => sql.exec<WalletRow>(query).toArray()
  return {
    meter: all('select * from meter'),
    metered_calls: all('select * from metered_calls where ended_at is null order by id'),
    metered_days: all('select * from metered_days order by key_id, day, model'),
    metered_keys: all('select * from metered_keys order by key_id'),
    key_works: all('select * from key_works order by operation_id'),
    key_work_days: all('select * from key_work_days order by key_id, day, model')
  }
}

const meteringTables = ['meter', 'metered_calls', 'metered_days', 'metered_keys'] as const
const workTables = ['key_works', 'key_work_days'] as const

/** Puts back what `meteringRows` gave. */
export function restoreMetering(sql: SqlStorage, rows: MeteringRows): void {
  for (const table of [...meteringTables, ...workTables]) {
    sql.exec(`delete from ${table}`)
    for (const row of rows[table] ?? []) insertRow(sql, table, row)
  }
}
