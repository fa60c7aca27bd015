import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unlessUnchanged } from './fingerprint.ts'
import type { Workplace } from './parts.ts'
import { demandTool } from './tool.ts'
import { wrangler, wranglerEnvironment } from './wrangler.ts'

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

/** Brings the local D1 databases up to date, also one that `wrangler.toml` has just named. @throws SetupProblem with what wrangler printed */
export const applyMigrations = (workplace: Workplace, signal: AbortSignal) =>
  unlessUnchanged(join(workplace.stateFolder, 'migrations.sha256'), ['migrations', 'wrangler.toml'], async () => {
    const { d1_databases: databases }: { d1_databases: { binding: string }[] } = JSON.parse(
      readFileSync(workplace.workerConfig, 'utf8')
    )
    // One after the other: two bindings may lead to one database, and all share the state of wrangler.
    for (const { binding } of databases) await migrate(workplace, binding, signal)
  })
