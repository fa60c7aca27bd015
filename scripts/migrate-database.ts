// Applies the migrations of a folder that a local database does not have yet.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupProblem } from './base/setup-problem.ts'

/** The used part of D1's `D1Database`, whose types belong to the Worker. */
export interface Database {
  prepare(sql: string): Statement
  batch(statements: Statement[]): Promise<unknown>
}
interface Statement {
  bind(value: string): Statement
  all(): Promise<{ results: { name: string }[] }>
}

/** Makes statements of a file. */
type Split = (sql: string) => string[]

/** The table with the applied migrations, as wrangler creates it. */
const table = 'd1_migrations'

async function applyNew(database: Database, folder: string, split: Split): Promise<void> {
  await database.batch([
    database.prepare(`create table if not exists ${table} (
      id integer primary key autoincrement, name text unique, applied_at timestamp default current_timestamp not null)`)
  ])
  const { results } = await database.prepare(`select name from ${table}`).all()
  const applied = new Set(results.map(({ name }) => name))
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && !applied.has(name))
  for (const name of files.toSorted()) {
    const statements = split(readFileSync(join(folder, name), 'utf8'))
    const noted = database.prepare(`insert into ${table} (name) values (?)`).bind(name)
    // One transaction, so that an interrupted migration is as if it had not begun.
    await database.batch([...statements.map((sql) => database.prepare(sql)), noted]).catch((error: unknown) => {
      if (isCutOff(error)) throw error
      const reason = error instanceof Error ? error.message : String(error)
      throw new SetupProblem(
        `${join(folder, name)} was not applied: ${reason}. Nothing of it is in the database; what was applied before it stays.`
      )
    })
  }
}

const triesMax = 3

/** The local runtime closes a connection that was idle for seconds, which happens where other programs keep the machine busy. */
const isCutOff = (error: unknown) => error instanceof TypeError && error.message === 'fetch failed'

/** @param split wrangler's: to load it takes long @throws what a migration throws; those before it are applied */
export async function migrate(database: Database, folder: string, split: Split): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyNew(database, folder, split)
    } catch (error) {
      // Whether it was applied or not: the next look tells.
      if (!isCutOff(error) || tries === triesMax) throw error
    }
  }
}
