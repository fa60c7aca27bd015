// Every stored text column about a person: is it in the person's archive, and does it outlive the account? A new column
// without such a decision fails here.
import { env } from 'cloudflare:workers'
import { type Fate, fates } from '#tests/support/worker/fates.ts'
import { historyRows, tablesIn } from '#tests/support/worker/histories.ts'
import { beforeAll, expect, test } from 'vitest'
import { purgeOld } from '#data/directory/retention.ts'
import { archiveEntries } from '#worker/people/account-archive.ts'
import { moveOldBooks } from '#worker/clock/move-old-books.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { changeRows } from '../support/worker/wallet-rows.ts'

interface Column {
  name: string
  type: string
  pk: number
}

const userId = 'h1-person-of-the-canaries'
const databases = [env.DB, historyRows(userId)]
const conversationId = 990_001
const folderId = 990_002
const canary = (table: string, column: string) => `canary of ${table}.${column}.`
const quoted = (table: string, column: string) => JSON.stringify(canary(table, column))

/** Values for columns where a bare canary text could not be read back. */
const written: Record<string, Record<string, unknown>> = {
  // The first line of the ledger follows.
  old_books: { last_seq: 0 },
  users: { id: userId },
  // An ended alarm is kept for a year.
  alarms: { resolved_at: 9e15 },
  jobs: {
    parameters: `{"prompt":${quoted('jobs', 'parameters')}}`,
    options: `{"prompt":${quoted('jobs', 'options')}}`,
    uploads: `[${quoted('jobs', 'uploads')}]`,
    made_from: `[{"parameter":"image","job":${quoted('jobs', 'made_from')},"file":0}]`,
    kept_sources: `[${quoted('jobs', 'kept_sources')}]`,
    files: `[{"index":0,"type":${quoted('jobs', 'files')}}]`
  },
  // As old as the others, they would be purged.
  dead_letters: { at: Date.now() },
  route_attempts: { at: Date.now() },
  operator_actions: { facts: quoted('operator_actions', 'facts') },
  outgoing_mails: { facts: `{"kind":${quoted('outgoing_mails', 'facts')}}` },
  conversations: { id: conversationId },
  messages: {
    conversation_id: conversationId,
    sources: `[{"url":"https://a.example/","title":${quoted('messages', 'sources')}}]`,
    works: `[${quoted('messages', 'works')}]`,
    read: `[{"fileId":${quoted('messages', 'read')}}]`
  },
  instructions: { conversation_id: conversationId },
  shares: { conversation_id: conversationId },
  message_attachments: { message_id: 1 },
  // The file of the project is the file that is there.
  attachments: { id: canary('attachments', 'id') + canary('project_files', 'attachment_id') },
  projects: { folder_id: folderId },
  project_files: {
    folder_id: folderId,
    attachment_id: canary('attachments', 'id') + canary('project_files', 'attachment_id')
  },
  usage: { action: `{"kind":"promo","code":${quoted('usage', 'action')}}` },
  ledger_entries: { reason: `{"kind":${quoted('ledger_entries', 'reason')}}` }
}

const tables: Record<string, Column[]> = {}
const homes = new Map<string, D1Database>()
const homeOf = (table: string): D1Database => {
  const home = homes.get(table)
  if (!home) throw new Error(`No table ${table}`)
  return home
}
const texts = (table: string) =>
  (tables[table] ?? [])
    .filter(({ name, type }) => type === 'TEXT' && name !== 'user_id' && !(table === 'users' && name === 'id'))
    .map(({ name }) => name)

beforeAll(async () => {
  for (const { name, database } of await tablesIn(databases)) {
    tables[name] = (await database.prepare(`pragma table_info("${name}")`).all<Column>()).results
    homes.set(name, database)
  }

  // The archive lists the folders of each kind: the one whose kind is a canary is of none.
  await homeOf('folders')
    .prepare("insert into folders (id, user_id, kind, name, created_at) values (?, ?, 'chat', ?, 1)")
    .bind(folderId, userId, canary('folders', 'name'))
    .run()
  // Those that others refer to.
  const first = ['users', 'conversations', 'messages', 'attachments', 'documents']
  const filled = [...first, ...Object.keys(tables).filter((one) => !first.includes(one))]
  for (const table of filled) {
    const columns = tables[table] ?? []
    const valueOf = ({ name, type }: Column) =>
      written[table]?.[name] ?? (name === 'user_id' ? userId : type === 'TEXT' ? canary(table, name) : 1)
    const marks = columns.map(() => '?').join(', ')
    await homeOf(table)
      .prepare(
        // The triggers have added the row of the bytes.
        `insert or replace into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')}) values (${marks})`
      )
      .bind(...columns.map(valueOf))
      .run()
  }
  // The archive has the operations from the wallet, whose line is the same as the row.
  await changeRows(
    userId,
    `insert into journal (seq, at, operation_id, kind, balance_delta, reserved_delta, charged_tokens, loss_tokens, credited_after,
        available_after, reserved_after, used_after, service, action, model, upstream_model, outcome, attempts)
      values (1, 1, '${canary('usage', 'operation_id')}', 'credit', 1, 0, 0, 0, 1, 1, 0, 0, '${canary('usage', 'service')}',
        '${String(written['usage']?.['action'])}', '${canary('usage', 'model')}', '${canary('usage', 'upstream_model')}',
        '${canary('usage', 'outcome')}', 1)`
  )
})

const columnsWith = (isMeant: (fate: Fate) => boolean): string[] =>
  Object.entries(fates)
    .flatMap(([table, columns]) =>
      Object.entries(columns)
        .filter(([, fate]) => isMeant(fate))
        .map(([column]) => `${table}.${column}`)
    )
    .toSorted()

async function stored(): Promise<string[]> {
  const found = await Promise.all(
    Object.keys(tables).map(async (table) => {
      const text = JSON.stringify((await homeOf(table).prepare(`select * from "${table}"`).all()).results)
      return texts(table)
        .filter((column) => text.includes(canary(table, column)))
        .map((column) => `${table}.${column}`)
    })
  )
  return found.flat().toSorted()
}

test('every text column has a decision', () => {
  expect(columnsWith(() => true)).toEqual(
    Object.keys(tables)
      .flatMap((table) => texts(table).map((column) => `${table}.${column}`))
      .toSorted()
  )
})

async function textOf(input: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const part of input) text += String(part)
  return text
}

test('the archive shows the columns marked as shown and no others', async () => {
  let text = ''
  for await (const { name, input } of archiveEntries(env, userId))
    text += name + (typeof input === 'string' ? input : await textOf(input))
  const shown = Object.keys(tables).flatMap((table) =>
    texts(table)
      .filter((column) => text.includes(canary(table, column)))
      .map((column) => `${table}.${column}`)
  )
  expect(shown.toSorted()).toEqual(columnsWith((fate) => fate.startsWith('shown')))
})

test('an erasure leaves only the books, and old usage is purged later', async () => {
  expect(await stored()).toEqual(columnsWith(() => true))
  expect(await eraseAccounts(env, Date.now())).toBe(1)
  const left = columnsWith((fate) => /books|kept/.test(fate))
  expect(await stored()).toEqual(left)
  await purgeOld(env, Date.now())
  expect(await stored()).toEqual(left)
  expect(await moveOldBooks(env, Date.now())).toMatchObject({ failed: 0 })
  expect(await stored()).toEqual(left.filter((one) => !/^(usage|ledger_entries|book_walks)\./.test(one)))
})
