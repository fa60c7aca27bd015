import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unlessUnchanged } from './fingerprint.ts'
import type { Workplace } from './parts.ts'
import { demandTool } from './tool.ts'
import { wrangler, wranglerEnvironment } from './wrangler.ts'

interface Database {
  binding: string
  database_id: string
}

function migrate({ dataFolder, stateFolder, workerConfig }: Workplace, binding: string, signal: AbortSignal) {
  return demandTool({
    nodeArguments: [
      wrangler,
      'd1',
      'migrations',
      'apply',
      binding,
      '--local',
      `--config=${workerConfig}`,
      `--persist-to=${stateFolder}`
    ],
    // With CI set, wrangler applies the migrations without asking.
    environment: { ...wranglerEnvironment(dataFolder), CI: 'true' },
    signal
  })
}

/** Brings the local D1 databases up to date. @throws SetupProblem with what wrangler printed */
export const applyMigrations = (workplace: Workplace, signal: AbortSignal) =>
  unlessUnchanged(join(workplace.stateFolder, 'migrations.sha256'), ['migrations'], async () => {
    const { d1_databases: databases }: { d1_databases: Database[] } = JSON.parse(
      readFileSync(workplace.workerConfig, 'utf8')
    )
    // Two bindings may lead to one database, which takes its migrations in the order of the bindings.
    const byDatabase = Map.groupBy(databases, ({ database_id: id }) => id)
    await Promise.all(
      [...byDatabase.values()].map(async (bindings) => {
        for (const { binding } of bindings) await migrate(workplace, binding, signal)
      })
    )
  })
