// Fills an empty stack from a folder, and compares afterwards what is there with what was stored. Every step may be repeated: a
// restore that was interrupted is begun again with the same command.
import { randomUUID } from 'node:crypto'
import { SetupProblem } from '../setup-problem.ts'
import { type BackupClient, query } from './client.ts'
import { differingRows } from './compare.ts'
import type { Figures, Who } from './create.ts'
import {
  bytesIn,
  linesIn,
  type Manifest,
  mediaList,
  rowsFile,
  type StoredDatabase,
  textIn,
  usersFile,
  walletFile
} from './folder.ts'
import { verifyBackup } from './verify.ts'

const rowsAtOnce = 100
const decoder = new TextDecoder()

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

/** @returns how many rows were left out. @throws SetupProblem when a table reads otherwise than it was written */
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

/** Each wallet is read again: a wallet that is the same gives the same text. */
async function restoreWallets(client: BackupClient, folder: string, scope: Manifest['scope']): Promise<string[]> {
  const wrong: string[] = []
  for await (const user of linesIn(folder, usersFile)) {
    const text = await textIn(folder, walletFile(user))
    const { state } = await client.write<{ state: string }>(`/restore/wallets/${user}`, text)
    if (state !== 'restored') wrong.push(`${user}: ${state}`)
    else if (scope === 'whole' && decoder.decode(await client.read(`/wallets/${user}`)) !== text)
      wrong.push(`${user}: what was written is not what is read`)
  }
  return wrong
}

async function restoreMedia(client: BackupClient, folder: string) {
  for await (const line of linesIn(folder, mediaList)) {
    const { name, key, type, sha256 } = JSON.parse(line) as Record<'name' | 'key' | 'sha256', string> & {
      type: string | null
    }
    const path = `/restore/file?${query({ key, ...(type !== null && { type }) })}`
    await client.write(path, bytesIn(folder, name), { 'x-sha256': sha256 })
  }
}

/** @throws SetupProblem when the stack is not empty, or something came back otherwise than it was stored */
export async function restoreBackup(
  client: BackupClient,
  folder: string,
  who: Who
): Promise<Figures & { leftOut: number }> {
  const manifest = await verifyBackup(folder)
  const { scope, databases, users, owedTokens, mediaFiles, mediaBytes } = manifest
  const migrations = Object.fromEntries(databases.map((database) => [database.name, database.migrations]))
  const change = { ...who, idempotency_key: randomUUID() }
  await client.call('POST', '/restore/begin', { ...change, scope, migrations })
  let leftOut = 0
  for (const database of databases) leftOut += await restoreDatabase(client, folder, database)
  const wrong = await restoreWallets(client, folder, scope)
  if (wrong.length > 0) throw new SetupProblem(`Wallets that did not come back:\n${wrong.join('\n')}`)
  if (scope === 'whole') await restoreMedia(client, folder)
  const rows = databases.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0) - leftOut
  const figures = { users, owedTokens, mediaFiles, mediaBytes, rows, leftOut }
  await client.call('POST', '/restore/end', figures)
  return figures
}
