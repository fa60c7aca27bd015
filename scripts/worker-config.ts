// `wrangler pages dev` passes command-line settings only to the Pages project. The API Worker therefore gets a
// generated configuration: wrangler.toml with this run's addresses and settings, and the script that is run.
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from './root.ts'
import { scriptConfig, workerMain } from './worker-script.ts'

/** The sandbox's origin in wrangler.toml. */
const usualSandboxOrigin = 'http://localhost:8799'

export interface WorkerConfigOptions {
  /** The file to write. */
  file: string
  /** The folder of a script that is built; without one wrangler builds wrangler.toml's entry file, again whenever a file changes. */
  script?: string | undefined
  siteOrigin: string
  sandboxOrigin: string
  /** Settings that override wrangler.toml. */
  variables: Record<string, string>
  /** A file with a developer's own settings and keys, which override all others; wrangler never prints its values. */
  ownSettings: string | undefined
}

export function writeWorkerConfig({
  file,
  script,
  siteOrigin,
  sandboxOrigin,
  variables,
  ownSettings
}: WorkerConfigOptions) {
  const read: { rawConfig: Unstable_RawConfig } = experimental_readRawConfig({ config: join(root, 'wrangler.toml') })
  const { env: _deployments, ...local } = read.rawConfig
  const usual = Object.entries(local.vars ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.replace(usualSandboxOrigin, sandboxOrigin) : value
  ])
  const config = {
    ...local,
    ...(script === undefined ? { main: join(root, workerMain) } : scriptConfig(script)),
    vars: { ...Object.fromEntries(usual), SITE_ORIGIN: siteOrigin, ...variables },
    d1_databases: local.d1_databases?.map((database) => ({
      ...database,
      migrations_dir: join(root, database.migrations_dir ?? 'migrations')
    }))
  }
  mkdirSync(dirname(file), { recursive: true })
  const besideIt = join(dirname(file), '.dev.vars')
  rmSync(besideIt, { force: true })
  if (ownSettings !== undefined && existsSync(ownSettings)) copyFileSync(ownSettings, besideIt)
  writeFileSync(file, JSON.stringify(config, null, 2))
}
