import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unlessUnchanged } from './fingerprint.ts'
import { root } from './root.ts'
import { wrangler, wranglerEnvironment } from './wrangler.ts'

/** Brings the local D1 database up to date. `stateFolder` is what the servers get as `--persist-to`. */
export async function applyMigrations(
  dataFolder: string,
  stateFolder: string,
  workerConfig: string,
  signal: AbortSignal
) {
  const command = [wrangler, 'd1', 'migrations', 'apply', 'DB', '--local']
  await unlessUnchanged(join(stateFolder, 'migrations.sha256'), ['migrations'], () =>
    promisify(execFile)(process.execPath, [...command, '--config', workerConfig, '--persist-to', stateFolder], {
      cwd: root,
      signal,
      env: { ...wranglerEnvironment(dataFolder), CI: 'true' }
    })
  )
}
