// Fills an empty stack from a folder, and compares the stack with the folder afterwards. Every step may be repeated: a
// restore that was interrupted is begun again with the same command.
import { randomUUID } from 'node:crypto'
import { SetupProblem } from '../base/setup-problem.ts'
import { type BackupClient, query } from './client.ts'
import { differingRows } from './compare.ts'
import type { Figures, Who } from './create.ts'
import { linesIn, rowsFile, type StoredDatabase } from './folder.ts'
import { restoreMedia, usualPartBytes } from './restore-media.ts'
import { restoreWallets } from './restore-wallets.ts'
import { verifyBackup } from './verify.ts'

const rowsAtOnce = 100

/** @returns how many rows were left out, because their parent was deleted while the backup read the tables */
async function restoreTable(
  client: BackupClient,
  folder: string,
  database: string,
  table: { name: string; columns: string[] }
): Promise<number> {
  let leftOut = 0
  const path = `/restore/rows?${query({ database, table: table.name })}`
  const send = async (lines: string[]) => {
    const body = { columns: table.columns, rows: lines.map((line) => JSON.parse(line) as unknown[]) }
    leftOut += (await client.call<{ left_out: number }>('PUT', path, body)).left_out
  }
  let lines: string[] = []
  for await (const line of linesIn(folder, rowsFile(database, table.name))) {
    lines.push(line)
    if (lines.length === rowsAtOnce) await send(lines.splice(0))
  }
  if (lines.length > 0) await send(lines)
  return leftOut
}

/** @returns how many rows were left out. @throws SetupProblem when a table differs after it was written */
async function restoreDatabase(client: BackupClient, folder: string, { name, tables, sequences }: StoredDatabase) {
  let leftOut = 0
  for (const table of tables.toReversed()) {
    const without = await restoreTable(client, folder, name, table)
    const differing = await differingRows(client, folder, name, table.name)
    if (differing !== without)
      throw new SetupProblem(`${name}.${table.name}: ${differing - without} rows are missing or read otherwise`)
    leftOut += without
  }
  await client.call('PUT', '/restore/sequences', { database: name, sequences })
  return leftOut
}

export interface Restored {
  figures: Figures & { leftOut: number; living: number; refused: number }
  /** Only for a restore of wallets: those that an operator must correct, with the reason. */
  refused: string[]
}

/**
 * @param partBytes files that are larger come in parts of this size
 * @throws SetupProblem when the stack is not empty, or restored data differ from the backup
 */
export async function restoreBackup(
  client: BackupClient,
  folder: string,
  who: Who,
  partBytes = usualPartBytes
): Promise<Restored> {
  const manifest = await verifyBackup(folder)
  const { scope, databases, users, owedTokens, mediaFiles, mediaBytes } = manifest
  const migrations = Object.fromEntries(databases.map((database) => [database.name, database.migrations]))
  const change = { ...who, idempotency_key: randomUUID() }
  await client.call('POST', '/restore/begin', { ...change, scope, migrations })
  let leftOut = 0
  for (const database of databases) leftOut += await restoreDatabase(client, folder, database)
  const { living, refused } = await restoreWallets(client, folder, scope)
  // A new stack must not open with such a wallet. A stack that lost its wallets must open for all other users.
  if (scope === 'whole' && refused.length > 0)
    throw new SetupProblem(`Wallets that did not come back:\n${refused.join('\n')}`)
  if (scope === 'whole') await restoreMedia(client, folder, partBytes)
  const rows = databases.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0) - leftOut
  const counted = { leftOut, living, refused: refused.length }
  const figures = { users, owedTokens, mediaFiles, mediaBytes, rows, ...counted }
  await client.call('POST', '/restore/end', figures)
  return { figures, refused }
}
