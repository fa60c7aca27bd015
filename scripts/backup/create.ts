// Brings everything that a stack keeps into a folder. The tables are read first, children before their parents, then the wallets,
// then the files: so no row of a copy is newer than its wallet, and no row is without its parent.
import { randomUUID } from 'node:crypto'
import { type BackupClient, query } from './client.ts'
import {
  demandNew,
  fillNew,
  mediaFile,
  mediaList,
  type NewFolder,
  rowsFile,
  type StoredDatabase,
  usersFile,
  walletFile
} from './folder.ts'
import { rowPages } from './compare.ts'
import { owedIn } from './verify.ts'

interface ReadDatabase extends Omit<StoredDatabase, 'tables'> {
  tables: { name: string; columns: string[] }[]
}

const decoder = new TextDecoder()

async function* rowTexts(client: BackupClient, database: string, table: string) {
  for await (const page of rowPages(client, database, table)) yield page.map((line) => `${line}\n`).join('')
}

async function storeDatabases(client: BackupClient, folder: NewFolder, databases: ReadDatabase[]) {
  const stored: StoredDatabase[] = []
  for (const database of databases) {
    const tables: StoredDatabase['tables'] = []
    for (const { name, columns } of database.tables) {
      const rows = await folder.addLines(rowsFile(database.name, name), rowTexts(client, database.name, name))
      tables.push({ name, columns, rows })
    }
    stored.push({ ...database, tables })
  }
  return stored
}

async function* usersOf(client: BackupClient) {
  for (let after = ''; ;) {
    const { users } = await client.call<{ users: string[] }>('GET', `/users?${query({ after })}`)
    if (users.length === 0) return
    yield* users
    after = users.at(-1) ?? after
  }
}

export async function* once(text: string) {
  yield text
}

const newline = 10
const decodedAtOnce = 16 * 1024 * 1024

/** The text of bytes, piece by piece: a million lines of a wallet are more than a string holds. */
async function* textsOf(bytes: Uint8Array) {
  const pieces = new TextDecoder()
  for (let first = 0; first < bytes.length; first += decodedAtOnce)
    yield pieces.decode(bytes.subarray(first, first + decodedAtOnce), { stream: true })
}

async function storeWallets(client: BackupClient, folder: NewFolder) {
  const users: string[] = []
  let owedTokens = 0
  for await (const user of usersOf(client)) {
    const bytes = await client.read(`/wallets/${user}`)
    await folder.addLines(walletFile(user), textsOf(bytes))
    users.push(user)
    owedTokens += owedIn(decoder.decode(bytes.subarray(0, bytes.indexOf(newline))))
  }
  await folder.addLines(usersFile, once(users.map((user) => `${user}\n`).join('')))
  return { users: users.length, owedTokens }
}

interface ListedFile {
  key: string
  size: number
  type: string | null
}

async function storeMedia(client: BackupClient, folder: NewFolder) {
  const lines: string[] = []
  let mediaBytes = 0
  let mediaGone = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const path: string = cursor === '' ? '/files' : `/files?${query({ cursor })}`
    const page = await client.call<{ files: ListedFile[]; cursor: string | null }>('GET', path)
    for (const { key, type } of page.files) {
      const name = mediaFile(lines.length)
      const bytes = await client.find(`/file?${query({ key })}`)
      // The file was deleted after the list was read, by its owner or by the cleanup.
      if (!bytes) {
        mediaGone += 1
        continue
      }
      mediaBytes += bytes.byteLength
      lines.push(`${JSON.stringify({ name, key, type, sha256: folder.addBytes(name, bytes) })}\n`)
    }
    cursor = page.cursor
  }
  await folder.addLines(mediaList, once(lines.join('')))
  return { stored: { mediaFiles: lines.length, mediaBytes }, mediaGone }
}

/** The operator and the reason, for the record of operators. */
export interface Who {
  operator: string
  reason: string
}

export interface Figures {
  users: number
  owedTokens: number
  mediaFiles: number
  mediaBytes: number
  rows: number
}

const newId = () => `${new Date().toISOString().slice(0, 10)}-${randomUUID().slice(0, 8)}`

/** @throws SetupProblem, leaving no folder */
export async function createBackup(
  client: BackupClient,
  path: string,
  who: Who
): Promise<{ id: string; figures: Figures & { mediaGone: number } }> {
  const change = { ...who, idempotency_key: randomUUID() }
  demandNew(path)
  const { databases } = await client.call<{ databases: ReadDatabase[] }>('POST', '/begin', change)
  return fillNew(path, async (folder) => {
    const id = newId()
    const stored = await storeDatabases(client, folder, databases)
    const wallets = await storeWallets(client, folder)
    const { stored: media, mediaGone } = await storeMedia(client, folder)
    const createdAt = new Date().toISOString()
    folder.close({ id, scope: 'whole', createdAt, databases: stored, ...wallets, ...media })
    const rows = stored.flatMap(({ tables }) => tables).reduce((sum, table) => sum + table.rows, 0)
    return { id, figures: { ...wallets, ...media, rows, mediaGone } }
  })
}
