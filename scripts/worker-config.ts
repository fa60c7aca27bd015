// `wrangler pages dev` passes command-line settings only to the Pages project. The API Worker therefore gets a
// generated configuration: wrangler.toml with this run's addresses and settings, and the script that is run.
import { appendFileSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { experimental_readRawConfig, type Unstable_RawConfig } from 'wrangler'
import { root } from './base/root.ts'
import { entryName, scriptConfig, workerMain } from './base/worker-script.ts'

/** The sandbox's origin in wrangler.toml. */
const usualSandboxOrigin = 'http://localhost:8799'

/**
 * The entry of a local run. Its runtime never ends a call whose body was left unread, as of a request that is refused at once; wrangler
 * puts the same around a Worker that it builds itself. On Cloudflare nothing reads such a body.
 */
const localEntry = `import product from './script/${entryName}'
export * from './script/${entryName}'

async function readRest({ body, bodyUsed }) {
  if (body === null || bodyUsed) return
  await body.pipeTo(new WritableStream()).catch(() => undefined)
}

export default {
  ...product,
  async fetch(request, env, context) {
    try {
      return await product.fetch(request, env, context)
    } finally {
      await readRest(request)
    }
  }
}
`

export interface WorkerConfigOptions {
  /** The file to write. */
  file: string
  /** Runs the script that is built into the folder `script` beside the file; else wrangler builds the product's sources, again at each change. */
  runsScript?: boolean
  siteOrigin: string
  sandboxOrigin: string
  /** Settings that override wrangler.toml. */
  variables: Record<string, string>
  /** Settings that override all others; wrangler prints none of their values. */
  secrets?: Record<string, string> | undefined
  /** A file with a developer's own settings and keys, which override all others; wrangler never prints its values. */
  ownSettings: string | undefined
}

export function writeWorkerConfig({
  file,
  runsScript = false,
  siteOrigin,
  sandboxOrigin,
  variables,
  secrets = {},
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
    ...(runsScript ? scriptConfig(dirname(file), 'local.js') : { main: join(root, workerMain) }),
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
  const lines = Object.entries(secrets).map(([name, value]) => `\n${name}=${JSON.stringify(value)}`)
  if (lines.length > 0) appendFileSync(besideIt, `${lines.join('')}\n`, { mode: 0o600 })
  if (runsScript) writeFileSync(join(dirname(file), 'local.js'), localEntry)
  writeFileSync(file, JSON.stringify(config, null, 2))
}
