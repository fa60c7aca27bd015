import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The table in which wrangler notes what was applied. */
const recordOf = (migrations: string[]) => [
  'create table d1_migrations (id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)',
  `insert into d1_migrations (name) values ${migrations.map((name) => `('${name}')`).join(', ')}`
]

/**
 * The tables, indexes and triggers that are there after all migrations of a folder, as statements. Making them takes each
 * test file a fraction of the time of the whole past. That the migrations themselves run in D1 is shown by every start of the product.
 */
export function schemaOf(folder: string): string[] {
  const database = new DatabaseSync(':memory:')
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  for (const name of migrations) database.exec(readFileSync(join(folder, name), 'utf8'))
  const query = "select sql from sqlite_master where sql is not null and name not like 'sqlite_%' order by rowid"
  const statements = database.prepare(query).all()
  database.close()
  return [...statements.map(({ sql }) => String(sql)), ...recordOf(migrations)]
}
