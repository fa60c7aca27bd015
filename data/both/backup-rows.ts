// The rows of D1 for a backup and a restore: table by table, in the order of their rowids, without knowledge of the tables.
// A restore writes rows without their triggers, because the backup has the rows that the triggers would write.
import { shardBinding } from '#domain/shard.ts'
import { openDirectory, openHistories } from '../base/database.ts'

/** Facts about the installation and not about the data: a fresh one has its own. */
const ownTables = ['backups', 'restores', 'duties', 'd1_migrations']

type BackupValue = string | number | null
/** The rowid, then the values of the columns. */
export type BackupRow = BackupValue[]

interface BackupTable {
  name: string
  columns: string[]
  /** The table that must have a row for the value of this column; children are read before their parents. */
  parents: { column: string; table: string; key: string }[]
  /** True when a column is the rowid under another name. */
  isRowidNamed: boolean
}

export interface BackupDatabase {
  name: string
  /** The migrations that made the tables: rows come back only into the same ones. */
  migrations: string[]
  /** Children before their parents. */
  tables: BackupTable[]
  /** The last ids in use, so that no id is used twice. */
  sequences: { name: string; seq: number }[]
}

/** By the names of their bindings. */
const clients = (env: Env): Map<string, D1Database> =>
  new Map([
    ['DB', openDirectory(env).$client],
    ...openHistories(env).map(({ shard, history }) => [shardBinding(shard), history.$client] as const)
  ])

/** @throws RangeError for a name that no database has */
function clientOf(env: Env, name: string): D1Database {
  const client = clients(env).get(name)
  if (!client) throw new RangeError(`There is no database ${name}`)
  return client
}

const hasTable = async (client: D1Database, name: string): Promise<boolean> =>
  (await client.prepare("select 1 as has from sqlite_master where type = 'table' and name = ?").bind(name).first()) !==
  null

async function migrationsOf(client: D1Database): Promise<string[]> {
  const { results } = await client.prepare('select name from d1_migrations order by id').all<{ name: string }>()
  return results.map(({ name }) => name)
}

async function tableOf(client: D1Database, name: string): Promise<BackupTable> {
  const [columns, keys] = await client.batch<Record<string, BackupValue>>([
    client.prepare(`select name, type, pk from pragma_table_info(?) order by cid`).bind(name),
    client.prepare(`select "from" as source, "table" as parent, "to" as key from pragma_foreign_key_list(?)`).bind(name)
  ])
  const described = columns?.results ?? []
  const primary = described.filter(({ pk }) => pk !== 0)
  return {
    name,
    columns: described.map((column) => String(column['name'])),
    parents: (keys?.results ?? []).map(({ source, parent, key }) => ({
      column: String(source),
      table: String(parent),
      key: String(key)
    })),
    isRowidNamed: primary.length === 1 && String(primary[0]?.['type']).toUpperCase() === 'INTEGER'
  }
}

function childrenFirst(tables: readonly BackupTable[]): BackupTable[] {
  const ordered: BackupTable[] = []
  const place = (table: BackupTable) => {
    if (ordered.includes(table)) return
    for (const child of tables) if (child.parents.some((parent) => parent.table === table.name)) place(child)
    ordered.push(table)
  }
  for (const table of tables) place(table)
  return ordered
}

async function databaseOf(name: string, client: D1Database): Promise<BackupDatabase> {
  const listed = await client
    .prepare(
      `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '\\_cf\\_%' escape '\\'
        order by name`
    )
    .all<{ name: string }>()
  const names = listed.results.map((row) => row.name).filter((table) => !ownTables.includes(table))
  const tables = await Promise.all(names.map((table) => tableOf(client, table)))
  const sequences = (await hasTable(client, 'sqlite_sequence'))
    ? (await client.prepare('select name, seq from sqlite_sequence').all<{ name: string; seq: number }>()).results
    : []
  return {
    name,
    migrations: await migrationsOf(client),
    tables: childrenFirst(tables),
    sequences: sequences.filter((sequence) => names.includes(sequence.name))
  }
}

export async function backupDatabases(env: Env): Promise<BackupDatabase[]> {
  const databases: BackupDatabase[] = []
  for (const [name, client] of clients(env)) databases.push(await databaseOf(name, client))
  return databases
}

/** @throws RangeError when there is no such table */
async function open(
  env: Env,
  database: string,
  table: string
): Promise<{ client: D1Database; described: BackupTable }> {
  const client = clientOf(env, database)
  if (ownTables.includes(table) || !/^[a-z][a-z0-9_]*$/.test(table) || !(await hasTable(client, table)))
    throw new RangeError(`There is no table ${table}`)
  return { client, described: await tableOf(client, table) }
}

const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ')

/** Rows behind a rowid, in their order. */
export async function readBackupRows(
  env: Env,
  { database, table, after, limit }: { database: string; table: string; after: number; limit: number }
): Promise<BackupRow[]> {
  const { client, described } = await open(env, database, table)
  return client
    .prepare(`select rowid, ${quoted(described.columns)} from "${table}" where rowid > ? order by rowid limit ?`)
    .bind(after, limit)
    .raw<BackupRow>()
}

/**
 * Writes rows as they were, over what is there under their rowids. A row without its parent is left out: it was deleted
 * while the backup read the tables, or its parent was.
 * @returns how many were left out
 * @throws RangeError when the table has no such columns
 */
export async function writeBackupRows(
  env: Env,
  { database, table, columns, rows }: { database: string; table: string; columns: string[]; rows: BackupRow[] }
): Promise<number> {
  const { client, described } = await open(env, database, table)
  if (rows.length === 0) return 0
  if (!columns.every((column) => described.columns.includes(column))) throw new RangeError(`${table} has other columns`)
  const names = described.isRowidNamed ? columns : ['rowid', ...columns]
  const first = described.isRowidNamed ? 2 : 1
  const conditions = described.parents
    .filter(({ table: parent }) => parent !== table)
    .map(({ column, table: parent, key }) => {
      const mark = `?${columns.indexOf(column) + 2}`
      return ` and (${mark} is null or exists (select 1 from "${parent}" where "${key}" = ${mark}))`
    })
  const insertion = `insert into "${table}" (${quoted(names)})
    select ${names.map((_, index) => `?${first + index}`).join(', ')} where ?1 is not null${conditions.join('')}
    on conflict do update set ${columns.map((column) => `"${column}" = excluded."${column}"`).join(', ')}`
  const { results: triggers } = await client
    .prepare(`select name, sql from sqlite_master where type = 'trigger' and tbl_name = ?`)
    .bind(table)
    .all<{ name: string; sql: string }>()
  // One transaction: even after an interruption, no other caller finds the triggers missing.
  const outcomes = await client.batch([
    ...triggers.map(({ name }) => client.prepare(`drop trigger "${name}"`)),
    ...rows.map((row) => client.prepare(insertion).bind(...row)),
    ...triggers.map(({ sql }) => client.prepare(sql))
  ])
  const written = outcomes.slice(triggers.length, triggers.length + rows.length)
  return written.filter(({ meta }) => meta.changes === 0).length
}

/** Restores the last ids in use, so that a restored database uses none of them again. */
export async function writeBackupSequences(
  env: Env,
  database: string,
  sequences: readonly { name: string; seq: number }[]
): Promise<void> {
  const client = clientOf(env, database)
  const statements = sequences.flatMap(({ name, seq }) => [
    client
      .prepare(
        'insert into sqlite_sequence (name, seq) select ?1, 0 where not exists (select 1 from sqlite_sequence where name = ?1)'
      )
      .bind(name),
    client.prepare('update sqlite_sequence set seq = max(seq, ?2) where name = ?1').bind(name, seq)
  ])
  if (statements.length > 0) await client.batch(statements)
}

/** Whether the stack has no accounts and no payments: a restore fills only such a stack. */
export async function isEmpty(env: Env): Promise<boolean> {
  for (const client of clients(env).values())
    for (const table of ['users', 'payments', 'ledger_entries', 'conversations', 'jobs'])
      if ((await hasTable(client, table)) && (await client.prepare(`select 1 from "${table}" limit 1`).first()))
        return false
  return true
}
