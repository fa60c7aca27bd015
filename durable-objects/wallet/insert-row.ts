import type { MeteringRows, WalletRow } from './backup-calls.ts'

/**
 * Adds a row with the columns that it names: columns that are newer than the backup keep their defaults.
 * @throws Error when this version has no such column
 */
export function insertRow(
  sql: SqlStorage,
  table: 'journal' | 'reservations' | 'budgets' | 'answers' | 'answer_texts' | 'api_keys' | keyof MeteringRows,
  row: WalletRow
) {
  const columns = Object.keys(row)
  if (!columns.every((column) => /^[a-z_]+$/.test(column))) throw new Error('A column has an impossible name')
  const marks = columns.map(() => '?').join(', ')
  sql.exec(`insert or replace into ${table} (${columns.join(', ')}) values (${marks})`, ...Object.values(row))
}
