import { join } from 'node:path'
import { unlessUnchanged } from './fingerprint.ts'
import { demandTool } from './tool.ts'
import { wrangler, wranglerEnvironment } from './wrangler.ts'

export interface MigrationOptions {
  dataFolder: string
  /** What the servers get as `--persist-to`. */
  stateFolder: string
  workerConfig: string
  signal: AbortSignal
}

/** Brings the local D1 database up to date. @throws SetupProblem with what wrangler printed */
export const applyMigrations = ({ dataFolder, stateFolder, workerConfig, signal }: MigrationOptions) =>
  unlessUnchanged(join(stateFolder, 'migrations.sha256'), ['migrations'], () =>
    demandTool({
      nodeArguments: [
        wrangler,
        'd1',
        'migrations',
        'apply',
        'DB',
        '--local',
        `--config=${workerConfig}`,
        `--persist-to=${stateFolder}`
      ],
      // CI: apply without asking.
      environment: { ...wranglerEnvironment(dataFolder), CI: 'true' },
      signal
    })
  )
