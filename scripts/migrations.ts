import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Unstable_RawConfig } from 'wrangler'
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

/**
 * Does to the local Durable Objects what a deployment does at Cloudflare, and wrangler does not locally: renames and
 * deletes the classes that the migrations of the Worker's configuration name.
 */
export function migrateObjects({ stateFolder, workerConfig }: Pick<Workplace, 'stateFolder' | 'workerConfig'>): void {
  const { name, migrations = [] } = JSON.parse(readFileSync(workerConfig, 'utf8')) as Unstable_RawConfig
  const folderOf = (className: string) => join(stateFolder, 'v3/do', `${name}-${className}`)
  for (const { renamed_classes: renamed = [], deleted_classes: deleted = [] } of migrations) {
    for (const { from, to } of renamed)
      if (existsSync(folderOf(from)) && !existsSync(folderOf(to))) renameSync(folderOf(from), folderOf(to))
    for (const className of deleted) rmSync(folderOf(className), { recursive: true, force: true })
  }
}
