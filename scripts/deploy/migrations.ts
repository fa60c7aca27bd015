// Migrations of the databases, before the Worker that needs them. They must leave what the running version reads: it serves meanwhile,
// and again when the new one is taken back.
import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { SetupProblem } from '../setup-problem.ts'
import { type StageConfig, stageConfig, writeStageConfig } from './config.ts'
import { accountPath, type Deployment } from './deployment.ts'
import { missing, type Step, there } from './steps.ts'
import { runWrangler } from './wrangler.ts'

type Database = StageConfig['d1_databases'][number]

const answers = z.array(z.object({ results: z.array(z.object({ name: z.string() })).default([]) }))

const filesOf = ({ migrations_dir: folder }: Database): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()

/** wrangler's own table. */
const tableOf = ({ migrations_table: table = 'd1_migrations' }: Database) => table

async function waitingFor(deployment: Deployment, database: Database): Promise<string[]> {
  const files = filesOf(database)
  const id = deployment.databases.get(database.database_name)
  if (id === undefined) return files
  const path = `${accountPath(deployment)}/d1/database/${id}/query`
  const ask = (sql: string) => deployment.api.post(path, { sql }, answers)
  const [tables] = await ask(`select name from sqlite_master where type = 'table' and name = '${tableOf(database)}'`)
  if (tables?.results.length === 0) return files
  const [applied] = await ask(`select name from ${tableOf(database)}`)
  const done = new Set(applied?.results.map(({ name }) => name))
  return files.filter((file) => !done.has(file))
}

const bookmark = z.object({ bookmark: z.string() })

/** A place to which D1 can be taken back for thirty days, should a migration destroy something. */
async function noteBookmark(deployment: Deployment, { database_name: name }: Database): Promise<void> {
  const path = `${accountPath(deployment)}/d1/database/${deployment.databases.get(name)}/time_travel/bookmark`
  const found = await deployment.api.find(path, bookmark)
  if (found)
    deployment.print(`      ${name} before: wrangler d1 time-travel restore ${name} --bookmark=${found.bookmark}`)
}

export const migrationsStep = (deployment: Deployment): Step => ({
  name: 'Migrations of the databases',
  async look() {
    const { stage, settings, folder } = deployment
    const { d1_databases: databases } = stageConfig(stage, settings)
    const waiting = await Promise.all(databases.map((database) => waitingFor(deployment, database)))
    const due = databases.flatMap((database, index) => {
      const files = waiting[index] ?? []
      return files.length === 0 ? [] : [{ database, files }]
    })
    if (due.length === 0) return there('all applied')
    return missing(
      due.map(
        ({ database, files }) =>
          `apply ${files.length} of ${tableOf(database)} to ${database.database_name}, up to ${files.at(-1)}`
      ),
      async () => {
        const config = writeStageConfig(folder, stageConfig(stage, settings, deployment.databases))
        // One after the other: two bindings may lead to one database.
        for (const { database } of due) {
          await noteBookmark(deployment, database)
          await runWrangler(deployment, [
            'd1',
            'migrations',
            'apply',
            database.binding,
            '--remote',
            `--config=${config}`
          ])
          const left = await waitingFor(deployment, database)
          if (left.length > 0) throw new SetupProblem(`${database.database_name} still lacks ${left.join(', ')}`)
        }
      }
    )
  }
})
