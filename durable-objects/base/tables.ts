// An object leaves memory after seconds without a request, and a returned one would look for each of its tables again: a note says that
// they are there. It has the digest of the statements, so another version of them is run once.
import { createHash } from 'node:crypto'

const table = 'create table if not exists prepared_tables (name text primary key, digest text not null) without rowid'

/** What each object has noted, by its storage. */
const noted = new WeakMap<SqlStorage, Map<string, string>>()
const digests = new Map<string, string>()

function digestOf(statements: string): string {
  const digest = digests.get(statements) ?? createHash('sha256').update(statements).digest('base64url')
  digests.set(statements, digest)
  return digest
}

function notesOf(sql: SqlStorage): Map<string, string> {
  const known = noted.get(sql)
  if (known) return known
  sql.exec(table)
  const rows = sql.exec<{ name: string; digest: string }>('select name, digest from prepared_tables').toArray()
  const notes = new Map(rows.map(({ name, digest }) => [name, digest]))
  noted.set(sql, notes)
  return notes
}

/**
 * Runs statements that create what is missing, once for each version of them. Synchronous, so that a constructor may call it. Not for an
 * object that deletes all of its storage while it stays in memory.
 * @returns whether they were run
 */
export function prepareOnce(sql: SqlStorage, name: string, statements: string): boolean {
  const digest = digestOf(statements)
  const notes = notesOf(sql)
  if (notes.get(name) === digest) return false
  sql.exec(statements)
  sql.exec('insert or replace into prepared_tables values (?, ?)', name, digest)
  notes.set(name, digest)
  return true
}
