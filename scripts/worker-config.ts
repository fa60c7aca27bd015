// Under `wrangler pages dev` only the Pages project takes settings from the command line. The API Worker gets a
// configuration of its own instead: wrangler.toml with this run's addresses and settings.
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from './root.ts'

/** Where wrangler.toml expects the sandbox. */
const usualSandboxOrigin = 'http://localhost:8799'

export interface WorkerConfigOptions {
  /** The file to write. */
  file: string
  /** Default: wrangler.toml's. The end-to-end tests have an entry around the product's own. */
  main?: string | undefined
  siteOrigin: string
  sandboxOrigin: string
  /** Settings that win over wrangler.toml. */
  variables: Record<string, string>
  /** A developer's own settings and keys, which win over all; wrangler never prints what comes from such a file. */
  ownSettings: string | undefined
}

export function writeWorkerConfig({
  file,
  main = 'worker/index.ts',
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
    main: join(root, main),
    vars: { ...Object.fromEntries(usual), SITE_ORIGIN: siteOrigin, ...variables },
    d1_databases: local.d1_databases?.map((database) => ({ ...database, migrations_dir: join(root, 'migrations') }))
  }
  mkdirSync(dirname(file), { recursive: true })
  const besideIt = join(dirname(file), '.dev.vars')
  rmSync(besideIt, { force: true })
  if (ownSettings !== undefined && existsSync(ownSettings)) copyFileSync(ownSettings, besideIt)
  writeFileSync(file, JSON.stringify(config, null, 2))
}
