// Migrations of the databases, before the Worker that needs them. They must leave what the running version reads: it serves meanwhile,
// and again when the new one is taken back.
import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { SetupProblem } from '../base/setup-problem.ts'
import { type StageConfig, writeConfig } from './config.ts'
import { type Deployment, runWrangler } from './deployment.ts'
import { allOf, type Step } from './steps.ts'

type Database = StageConfig['d1_databases'][number]

const answers = z.array(z.object({ results: z.array(z.object({ name: z.string() })).default([]) }))

const pathOf = ({ account }: Deployment, { database_id: id }: Database) => `${account}/d1/database/${id}`

/** wrangler's own. */
const table = 'd1_migrations'

async function waitingFor(deployment: Deployment, database: Database): Promise<string[]> {
  const files = readdirSync(database.migrations_dir).filter((name) => name.endsWith('.sql'))
  if (database.database_id === undefined) return files.toSorted()
  const path = `${pathOf(deployment, database)}/query`
  const ask = async (sql: string) => (await deployment.api.post(path, { sql }, answers))[0]?.results ?? []
  const [made] = await ask(`select name from sqlite_master where type = 'table' and name = '${table}'`)
  const applied = made ? await ask(`select name from ${table}`) : []
  return files.filter((file) => !applied.some(({ name }) => name === file)).toSorted()
}

async function apply(deployment: Deployment, database: Database): Promise<void> {
  const { database_name: name, binding } = database
  // A place to which D1 can be taken back for thirty days, should a migration destroy something.
  const bookmark = z.object({ bookmark: z.string() })
  const found = await deployment.api.find(`${pathOf(deployment, database)}/time_travel/bookmark`, bookmark)
  const config = writeConfig(deployment.folder, deployment.config)
  // With the stage's own file: wrangler.toml has another database by this name, the local one.
  const restore = `npx wrangler d1 time-travel restore ${binding} --config=${config}`
  if (found) deployment.print(`      ${name} before: ${restore} --bookmark=${found.bookmark}`)
  await runWrangler(deployment, ['d1', 'migrations', 'apply', binding, '--remote', `--config=${config}`])
  // wrangler ends well also where D1 answers "success: false" without a reason.
  const left = await waitingFor(deployment, database)
  if (left.length > 0) throw new SetupProblem(`${name} still lacks ${left.join(', ')}`)
}

export const migrationsStep = (deployment: Deployment): Step => ({
  name: 'Migrations of the databases',
  async look() {
    const things = deployment.config.d1_databases.map(async (database) => {
      const files = await waitingFor(deployment, database)
      return {
        isThere: files.length === 0,
        plan: `apply ${files.length} to ${database.database_name}, up to ${files.at(-1)}`,
        make: () => apply(deployment, database)
      }
    })
    return allOf('all applied', await Promise.all(things))
  }
})
