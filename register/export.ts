// Everything that is recorded, for an inspection: lines of JSON, or a table.
import { createWriteStream, openSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addressHashOf } from './keys.ts'
import type { Register } from './app.ts'
import type { Row, Value } from './database.ts'
import { pagesOfRecords, personsOf } from './records.ts'

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

const tableLine = (cells: [string, Value][]) => `${cells.map(([, value]) => cellOf(value)).join(',')}\r\n`
const jsonLine = (cells: [string, Value][]) => `${JSON.stringify(Object.fromEntries(cells))}\n`

/**
 * Writes all records, or those of everybody whose address this is, into a new file.
 * @param file ends in `.csv` for a table, else it gets lines of JSON
 * @returns what an operator reads: how many there are, and who is not among them
 */
export async function exportRecords(
  { settings, database }: Register,
  file: string,
  address?: string,
  signal?: AbortSignal
): Promise<string> {
  const isTable = file.endsWith('.csv')
  const named = address === undefined ? null : await personsOf(database, addressHashOf(settings.REGISTER_KEY, address))
  let count = 0
  async function* lines() {
    // The mark of the encoding, by which table programs read Russian letters.
    if (isTable) yield `\uFEFF${columns.join(',')}\r\n`
    for (const person of named?.owners ?? [undefined])
      for await (const rows of pagesOfRecords(database, person)) {
        count += rows.length
        for (const row of rows) yield isTable ? tableLine(shown(row)) : jsonLine(shown(row))
      }
  }
  const written = createWriteStream(file, { fd: openSync(file, 'wx', 0o600) })
  await pipeline(Readable.from(lines()), written, signal ? { signal } : {}).catch((error: unknown) => {
    // Half of the records must not pass for all.
    rmSync(file, { force: true })
    throw error
  })
  const others =
    named?.others.map((person) => `\n${person}: had this address once, or only asked for it. Not in the file.`) ?? []
  return `${count} records are in ${file}. It holds personal data.${others.join('')}`
}
