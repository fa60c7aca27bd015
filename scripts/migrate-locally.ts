// Brings local D1 databases up to date: `node scripts/migrate-locally.ts <configuration of a Worker> <folder of its state>`. It does
// what `wrangler d1 migrations apply --local` does, in one runtime: wrangler starts one for each migration, which took 36 s instead of
// three for a new folder. Each of the two can continue with a database of the other.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getPlatformProxy, type Unstable_RawConfig, unstable_splitSqlQuery } from 'wrangler'
import { main } from './base/main.ts'
import { type Database, migrate } from './migrate-database.ts'

await main(async () => {
  const [configFile = '', stateFolder = ''] = process.argv.slice(2)
  const {
    name,
    compatibility_date,
    d1_databases: databases = []
  }: Unstable_RawConfig = JSON.parse(readFileSync(configFile, 'utf8'))
  // Without the Worker's other bindings, which would start objects and queues for nothing.
  const configPath = join(dirname(configFile), 'databases.json')
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases: databases }))
  const { env, dispose } = await getPlatformProxy<Record<string, Database>>({
    configPath,
    envFiles: [],
    persist: { path: join(stateFolder, 'v3') },
    remoteBindings: false
  })
  for (const { binding, migrations_dir: folder = 'migrations' } of databases) {
    const database = env[binding]
    if (database) await migrate(database, folder, unstable_splitSqlQuery)
  }
  await dispose()
})
