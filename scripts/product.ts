import { join } from 'node:path'
import type { Child } from './child.ts'
import { claimFolder } from './claim.ts'
import { runCron } from './cron.ts'
import { waitUntilHealthy } from './health.ts'
import { aborted } from './base/main.ts'
import { makeFolder } from './base/make-folder.ts'
import { applyMigrations } from './migrations.ts'
import { keptToken } from './kept-token.ts'
import { startApi, startPages, startReader, startRegister, startSandbox, startVite, type Workplace } from './parts.ts'
import { demandFreePorts, findFreePort, localOrigin } from './ports.ts'
import { writeServedSite } from './served-site.ts'
import { SetupProblem } from './base/setup-problem.ts'
import { buildSite, builtOrigin, siteFolder } from './site/site.ts'
import { writeWorkerConfig } from './worker-config.ts'
import { buildScriptAround } from './base/script-around.ts'
import { buildScript, workerMain } from './base/worker-script.ts'

export interface ProductOptions {
  port: number
  sandboxPort: number
  /** Another process runs the sandbox on `sandboxPort`, so this product starts none. */
  sandboxRuns?: boolean
  /** The folder for the state, logs and generated files of this run. */
  dataFolder: string
  /** The entry file of the API Worker, relative to the repository's folder; default: the product's own. */
  main?: string
  /** Settings of the API Worker that override wrangler.toml. */
  variables?: Record<string, string>
  /** Settings that no log shows, which override all others. */
  secrets?: Record<string, string>
  /** A file with a developer's own settings, which override all others. */
  ownSettings?: string
  /** Puts the register inside the country before the site. */
  withRegister?: boolean
  /** How many times faster than a real upstream the sandbox answers. */
  sandboxSpeed?: number
  /** How long the reader of documents may be silent before it is started anew. */
  readerPatienceMs?: number
  /** For tests that start it again and again, and attach no documents. */
  withoutReader?: boolean
  /** Aborts the start; a running product is stopped with `stop`. */
  signal: AbortSignal
}

export interface Product {
  siteOrigin: string
  sandboxOrigin: string
  /** Resolves with the reason when a part of the product stops by itself. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** @param runsScript whether `build` makes the API's script, or wrangler does */
async function prepare(
  options: ProductOptions,
  build: () => Promise<unknown>,
  runsScript: boolean
): Promise<Workplace> {
  const {
    port,
    sandboxPort,
    sandboxRuns,
    dataFolder,
    variables = {},
    secrets,
    ownSettings,
    withRegister,
    signal
  } = options
  await demandFreePorts({ PORT: port, ...(!sandboxRuns && { SANDBOX_PORT: sandboxPort }) })
  makeFolder(join(dataFolder, 'logs'))
  await claimFolder(dataFolder)
  const workplace = {
    dataFolder,
    stateFolder: join(dataFolder, 'state'),
    siteFolder: join(dataFolder, 'site'),
    workerConfig: join(dataFolder, 'worker/wrangler.json'),
    operatorToken: keptToken(dataFolder, 'operator')
  }
  writeWorkerConfig({
    file: workplace.workerConfig,
    runsScript,
    siteOrigin: localOrigin(port),
    sandboxOrigin: localOrigin(sandboxPort),
    variables: {
      ...variables,
      OPERATOR_TOKEN: workplace.operatorToken,
      BACKUP_TOKEN: keptToken(dataFolder, 'backup'),
      FACTOR_SECRET: keptToken(dataFolder, 'factor'),
      ...(withRegister && { REGISTER_KEY: keptToken(dataFolder, 'register') })
    },
    secrets,
    ownSettings
  })
  // Waits for both even if one fails, so that the other does not go on in the background.
  const results = await Promise.allSettled([build(), applyMigrations(workplace, signal)])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  signal.throwIfAborted()
  return workplace
}

async function run(
  { port, sandboxPort, readerPatienceMs, withoutReader, signal }: ProductOptions,
  parts: Child[],
  /** The origin at which the API answers. */
  apiOrigin: string,
  workplace: Workplace
): Promise<Product> {
  const reader = withoutReader ? null : startReader(workplace, await findFreePort(), readerPatienceMs)
  const children = reader ? [...parts, reader] : parts
  const failed = Promise.race(children.map((child) => child.ended))
  const stopping = new AbortController()
  const stop = async () => {
    stopping.abort()
    await Promise.all(children.map((child) => child.stop()))
  }
  try {
    await waitUntilHealthy(apiOrigin, failed, signal)
    const failure = await Promise.race([reader?.ready, failed, aborted(signal)])
    signal.throwIfAborted()
    if (failure !== undefined) throw new SetupProblem(failure)
    void runCron(apiOrigin, workplace.operatorToken, stopping.signal)
  } catch (error) {
    await stop()
    throw error
  }
  return { siteOrigin: localOrigin(port), sandboxOrigin: localOrigin(sandboxPort), failed, stop }
}

/** Builds the site and the API's script, migrates the database and starts all parts; resolves when the API answers through Pages. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { port, sandboxPort, sandboxRuns, sandboxSpeed, main = workerMain, dataFolder, withRegister = false } = options
  const script = join(dataFolder, 'worker/script')
  const built = main === workerMain ? buildScript : buildScriptAround
  const workplace = await prepare(options, () => Promise.all([buildSite(), built(main, script)]), true)
  const [siteOrigin, sandboxOrigin] = [localOrigin(port), localOrigin(sandboxPort)]
  writeServedSite(siteFolder, workplace.siteFolder, { builtOrigin, siteOrigin, sandboxOrigin })
  const sandbox = { port: sandboxPort, siteOrigin: localOrigin(port), speed: sandboxSpeed }
  const sitePort = withRegister ? await findFreePort() : port
  const before = withRegister
    ? startRegister(workplace, { front: port, site: sitePort, register: await findFreePort() })
    : []
  const served = [startPages(workplace, sitePort), ...before]
  const children = [...(sandboxRuns ? [] : [startSandbox(workplace, sandbox)]), ...served]
  return run(options, children, localOrigin(port), workplace)
}

/** The same with hot reload: Vite serves the pages and passes `/api` to the API Worker on a port of its own. */
export async function startDevelopment(options: ProductOptions): Promise<Product> {
  const { port, sandboxPort } = options
  const workplace = await prepare({ ...options, withRegister: false }, async () => {}, false)
  const apiPort = await findFreePort()
  const apiOrigin = localOrigin(apiPort)
  const children = [
    startSandbox(workplace, { port: sandboxPort, siteOrigin: localOrigin(port), watch: true }),
    startApi(workplace, apiPort),
    startVite(workplace, port, apiOrigin)
  ]
  return run(options, children, apiOrigin, workplace)
}
