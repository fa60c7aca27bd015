// The register's database: a file of SQLite, or PostgreSQL. Both get the same statements, with `$1` as the first value.
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import postgres from 'postgres'

export type Value = string | number | null
export type Row = Record<string, Value>

export interface RegisterDatabase {
  /** Runs one statement, which is on the disk when this resolves. @returns the rows of a query, or of `returning` */
  run(statement: string, values?: readonly Value[]): Promise<Row[]>
  /** Writes a copy into a new file while the register runs. @throws Error: PostgreSQL has a program of its own for that */
  copyTo(file: string): void
  close(): Promise<void>
}

const tables = [
  // `seen_at`: the last comparison that found the account; `named_at`: or one that still waits; `erasing_at`: an authority's demand.
  `create table if not exists records (
    id text primary key, kind text not null, state text not null, same_as text not null, at bigint not null,
    settled_at bigint, status integer, person text, account text, address text, address_hash text, name text,
    consents text, identity text, client text, seen_at bigint, named_at bigint, erasing_at bigint)`,
  'create index if not exists records_person on records (person)',
  'create index if not exists records_account on records (account)',
  'create index if not exists records_address on records (address_hash)',
  `create index if not exists records_unsettled on records (same_as) where state in ('open', 'uncertain')`
]

/** Looks before anything is written: a wrong address must leave the database of another program as it is. @throws Error */
function demandRegister({ isKnown, isEmpty }: { isKnown: boolean; isEmpty: boolean }, mayMake: boolean): void {
  if (isKnown || (mayMake && isEmpty)) return
  throw new Error(isEmpty ? 'it is empty' : 'it is a database of something else, not of a register')
}

function lookIntoFile(database: DatabaseSync) {
  const others = database.prepare("select 1 from sqlite_schema where name not like 'sqlite!_%' escape '!'").all()
  const known = database.prepare("select 1 from pragma_table_info('records') where name = 'same_as'").all()
  return { isKnown: known.length > 0, isEmpty: others.length === 0 }
}

/** What an extension brings makes no database another program's. */
async function lookIntoServer(database: RegisterDatabase) {
  const others = await database.run(
    `select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not exists
      (select 1 from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`
  )
  const known = await database.run(
    "select 1 from pg_attribute where attrelid = to_regclass('records') and attname = 'same_as'"
  )
  return { isKnown: known.length > 0, isEmpty: others.length === 0 }
}

function openSqlite(file: string, mayMake: boolean): RegisterDatabase {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const isNew = !existsSync(file)
  const database = new DatabaseSync(file, { timeout: 1000 })
  if (isNew) chmodSync(file, 0o600)
  try {
    demandRegister(lookIntoFile(database), mayMake)
  } catch (error) {
    database.close()
    throw error
  }
  // `full` waits for the disk at each commit: a record must outlive a power cut before the Worker hears of it. What is deleted is overwritten.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statementOf = (text: string) => {
    const statement = prepared.get(text) ?? database.prepare(text.replaceAll(/\$(\d+)/g, '?$1'))
    prepared.set(text, statement)
    return statement
  }
  return {
    run: async (statement, values = []) => statementOf(statement).all(...(values as SQLInputValue[])) as Row[],
    copyTo: (copy) => {
      const isNewCopy = !existsSync(copy)
      try {
        database.prepare('vacuum into ?').run(copy)
        chmodSync(copy, 0o600)
      } catch (error) {
        // A full disk leaves a half, which must not pass for a copy.
        if (isNewCopy) rmSync(copy, { force: true })
        throw error
      }
    },
    close: async () => database.close()
  }
}

/** Type 20 is `bigint`: times in milliseconds, which a number holds exactly. */
const numbers = { numbers: { to: 20, from: [20], parse: Number, serialize: String } }

function openPostgres(url: string): RegisterDatabase {
  const sql = postgres(url, {
    max: 8,
    connect_timeout: 5,
    onnotice: () => undefined,
    types: numbers,
    connection: { synchronous_commit: 'on', statement_timeout: 10_000 }
  })
  return {
    run: async (statement, values = []) => [...(await sql.unsafe<Row[]>(statement, [...values], { prepare: true }))],
    copyTo: () => {
      throw new Error(
        'PostgreSQL is backed up by its own program: pg_dump --format=custom --file=… "$REGISTER_DATABASE_URL"'
      )
    },
    close: () => sql.end({ timeout: 5 })
  }
}

/** Whether an address of a database is that of PostgreSQL, and not a file. */
export const isServer = (url: string): boolean => /^postgres(ql)?:\/\//.test(url)

/**
 * @param url a file of SQLite, or `postgres://…` @param mayMake whether an empty file or database becomes a register
 * @throws Error for what is not a register's
 */
export async function openDatabase(url: string, mayMake = true): Promise<RegisterDatabase> {
  const database = isServer(url) ? openPostgres(url) : openSqlite(url, mayMake)
  try {
    if (isServer(url)) demandRegister(await lookIntoServer(database), mayMake)
    for (const table of tables) await database.run(table)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
