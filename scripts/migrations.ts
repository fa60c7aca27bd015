import { join } from 'node:path'
import { unlessUnchanged } from './base/fingerprint.ts'
import type { Workplace } from './parts.ts'
import { root } from './base/root.ts'
import { demandTool } from './base/tool.ts'
import { wranglerEnvironment } from './base/wrangler.ts'

/** Brings the local D1 databases up to date, also one that `wrangler.toml` has just named. @throws SetupProblem with what was printed */
export const applyMigrations = ({ dataFolder, stateFolder, workerConfig }: Workplace, signal: AbortSignal) =>
  unlessUnchanged(join(stateFolder, 'migrations.sha256'), ['migrations', 'wrangler.toml'], () =>
    demandTool({
      nodeArguments: [join(root, 'scripts/migrate-locally.ts'), workerConfig, stateFolder],
      environment: wranglerEnvironment(dataFolder),
      signal
    })
  )
