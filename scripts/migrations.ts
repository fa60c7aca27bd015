import { join } from 'node:path'
import { unlessUnchanged } from './fingerprint.ts'
import type { Workplace } from './parts.ts'
import { demandTool } from './tool.ts'
import { wrangler, wranglerEnvironment } from './wrangler.ts'

/** Brings the local D1 database up to date. @throws SetupProblem with what wrangler printed */
export const applyMigrations = ({ dataFolder, stateFolder, workerConfig }: Workplace, signal: AbortSignal) =>
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
      // With CI set, wrangler applies the migrations without asking.
      environment: { ...wranglerEnvironment(dataFolder), CI: 'true' },
      signal
    })
  )
