// Everything that is recorded, for an inspection: lines of JSON, or a table.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addressHashOf } from './keys.ts'
import type { Register } from './app.ts'
import type { Row, Value } from './database.ts'
import { pagesOfRecords } from './records.ts'

const columns =
  'id person kind state at address name consents identity client account settled_at status erasing_at'.split(' ')
const times = new Set(['at', 'settled_at', 'erasing_at'])

const shown = (row: Row) =>
  columns.map((column): [string, Value] => {
    const value = row[column] ?? null
    return [column, times.has(column) && value !== null ? new Date(Number(value)).toISOString() : value]
  })

/** A cell that begins like a formula would be one in a table program: people choose their names. */
function cellOf(value: Value): string {
  const text = String(value ?? '').replace(/^[=+\-@\t\r]/, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes all records, or those of everybody who has given an address, into a new file.
 * @param file ends in `.csv` for a table, else it gets lines of JSON
 * @returns the number of records
 */
export async function exportRecords({ settings, database }: Register, file: string, address?: string): Promise<number> {
  const isTable = file.endsWith('.csv')
  const hash = address === undefined ? undefined : addressHashOf(settings.REGISTER_KEY, address)
  let count = 0
  async function* lines() {
    // The mark of the encoding, by which table programs read Russian letters.
    if (isTable) yield `\uFEFF${columns.join(',')}\r\n`
    for await (const rows of pagesOfRecords(database, hash))
      for (const row of rows) {
        count += 1
        const cells = shown(row)
        yield isTable
          ? `${cells.map(([, value]) => cellOf(value)).join(',')}\r\n`
          : `${JSON.stringify(Object.fromEntries(cells))}\n`
      }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  return count
}
