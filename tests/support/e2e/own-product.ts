// A product that a test may kill: started by a script, usually that of npm start, with its own data folder and ports.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntilHealthy } from '#scripts/health.ts'
import { root } from '#scripts/base/root.ts'

export interface OwnProduct {
  siteOrigin: string
  sandboxOrigin: string
  /** Sends SIGKILL to all processes of the product. */
  kill(): Promise<void>
}

export interface OwnProductOptions {
  port: number
  sandboxPort: number
  dataFolder: string
  /** Starts the product with the ports and the folder of its environment. */
  script?: string
  /** More variables of the environment. */
  environment?: Record<string, string>
}

/** The ids of this process and all its descendants, the process itself first. */
function familyOf(id: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? []
        return [[Number(name), Number(parent)] as const]
      } catch {
        // The process ended meanwhile.
        return []
      }
    })
  const family = [id]
  for (const member of family) family.push(...parents.flatMap(([child, parent]) => (parent === member ? [child] : [])))
  return family
}

async function killFamily(starter: ChildProcess): Promise<void> {
  if (starter.pid === undefined || starter.exitCode !== null || starter.signalCode !== null) return
  const exited = once(starter, 'exit')
  for (const id of familyOf(starter.pid)) {
    try {
      process.kill(id, 'SIGKILL')
    } catch {
      // The process ended with its parent.
    }
  }
  await exited
}

/** Starts the product, or restarts it with the same data. */
export async function startOwnProduct(options: OwnProductOptions): Promise<OwnProduct> {
  const { port, sandboxPort, dataFolder, script = 'scripts/start.ts', environment = {} } = options
  const starter = spawn(process.execPath, [join(root, script)], {
    cwd: root,
    env: {
      ...process.env,
      ...environment,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_FOLDER: dataFolder
    },
    stdio: 'ignore'
  })
  const failed = once(starter, 'exit').then(([code]) => `The product ended with ${code}`)
  const siteOrigin = `http://localhost:${port}`
  const product = { siteOrigin, sandboxOrigin: `http://localhost:${sandboxPort}`, kill: () => killFamily(starter) }
  try {
    await waitUntilHealthy(siteOrigin, failed, new AbortController().signal)
  } catch (error) {
    await product.kill()
    throw error
  }
  return product
}

/** Takes a setting from the API of a product that runs: wrangler begins a new runtime with those that are left. */
export function removeSetting(dataFolder: string, name: string): void {
  const file = join(dataFolder, 'worker/wrangler.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as { vars: object }
  const vars = Object.fromEntries(Object.entries(config.vars).filter(([one]) => one !== name))
  writeFileSync(file, JSON.stringify({ ...config, vars }))
}
