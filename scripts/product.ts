import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startChild, type Child } from './child.ts'
import { claimFolder } from './claim.ts'
import { waitUntilHealthy } from './health.ts'
import { applyMigrations } from './migrations.ts'
import { demandFreePorts } from './ports.ts'
import { root } from './root.ts'
import { buildSite } from './site.ts'
import { writeWorkerConfig } from './worker-config.ts'
import { wrangler, wranglerEnvironment } from './wrangler.ts'

export interface ProductOptions {
  port: number
  sandboxPort: number
  /** All state, logs and generated files of this run. */
  dataFolder: string
  /** Settings of the API Worker that win over wrangler.toml. */
  variables?: Record<string, string>
  /** A file with a developer's own settings, which win over all. */
  ownSettings?: string
  /** How many times faster than life the sandbox answers. */
  sandboxSpeed?: number
  /** Gives the start up; a running product is ended with `stop`. */
  signal: AbortSignal
}

export interface Product {
  siteOrigin: string
  sandboxOrigin: string
  /** Ends, with the reason, when a part of the product stops by itself. */
  failed: Promise<string>
  stop(): Promise<void>
}

/** Starts the sandbox: the only upstream of a local product. */
export const startSandbox = (port: number, dataFolder: string, speed?: number, nodeOptions: string[] = []): Child =>
  startChild({
    name: 'The sandbox',
    nodeArguments: [...nodeOptions, join(root, 'sandbox/index.ts')],
    workingFolder: root,
    environment: {
      ...process.env,
      SANDBOX_PORT: String(port),
      ...(speed === undefined ? {} : { SANDBOX_SPEED: String(speed) })
    },
    logFile: join(dataFolder, 'logs/sandbox.log')
  })

/** Pages with its Function and the API Worker in one runtime. Wrangler finds the Function only from the folder web/. */
const startPages = (port: number, dataFolder: string, stateFolder: string, workerConfig: string): Child =>
  startChild({
    name: 'The site',
    nodeArguments: [
      wrangler,
      'pages',
      'dev',
      '--config=wrangler.toml',
      `--config=${workerConfig}`,
      `--persist-to=${stateFolder}`,
      '--ip=127.0.0.1',
      `--port=${port}`,
      '--inspector-port=0'
    ],
    workingFolder: join(root, 'web'),
    environment: wranglerEnvironment(dataFolder),
    logFile: join(dataFolder, 'logs/site.log')
  })

/** Builds, migrates and starts the whole product; resolves when the API answers through Pages. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { port, sandboxPort, dataFolder, variables = {}, ownSettings, sandboxSpeed, signal } = options
  await demandFreePorts({ PORT: port, SANDBOX_PORT: sandboxPort })
  mkdirSync(join(dataFolder, 'logs'), { recursive: true })
  await claimFolder(dataFolder)

  const siteOrigin = `http://localhost:${port}`
  const sandboxOrigin = `http://localhost:${sandboxPort}`
  const stateFolder = join(dataFolder, 'state')
  const workerConfig = join(dataFolder, 'worker/wrangler.json')
  writeWorkerConfig({ file: workerConfig, siteOrigin, sandboxOrigin, variables, ownSettings })
  const preparations = await Promise.allSettled([
    buildSite(),
    applyMigrations({ dataFolder, stateFolder, workerConfig, signal })
  ])
  for (const preparation of preparations) if (preparation.status === 'rejected') throw preparation.reason
  signal.throwIfAborted()

  const children = [
    startSandbox(sandboxPort, dataFolder, sandboxSpeed),
    startPages(port, dataFolder, stateFolder, workerConfig)
  ]
  const failed = Promise.race(children.map((child) => child.ended))
  const stop = async () => void (await Promise.all(children.map((child) => child.stop())))
  try {
    await waitUntilHealthy(siteOrigin, failed, signal)
  } catch (error) {
    await stop()
    throw error
  }
  return { siteOrigin, sandboxOrigin, failed, stop }
}
