// Builds and starts the measured servers: workerd processes on one core, asked over their own sockets, and the upstream on
// the other core, beside the load.
import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { startChild } from '#scripts/child.ts'
import { findFreePort } from '#scripts/ports.ts'
import { root } from '#scripts/base/root.ts'
import { writeWorkerConfig } from '#scripts/worker-config.ts'
import { buildScript, entryName } from '#scripts/base/worker-script.ts'
import type { AccessSettings } from '#worker/crypto/access-token.ts'
import { startPortkey } from '#tests/support/node/portkey-process.ts'
import { raisedLimits } from '#tests/support/raised-limits.ts'
import { cpuMsOf } from '../base/figures.ts'

const serverCore = 0
const loadCore = 1

function pin(pid: number, core: number) {
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' })
}

/** Keeps this process, and what it starts from now on, off the servers' core. */
export const pinLoad = () => pin(process.pid, loadCore)

export interface Server {
  url: string
  /** Of the workerd process. */
  pid: number
  /** CPU time of the process until now, in milliseconds. */
  cpuMs(): number
  stop(): Promise<void>
}

/** The children of this process that run workerd. */
const workerdPids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const [, command, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return command === 'workerd' && Number(parent) === process.pid
      } catch {
        return false
      }
    })
    .map(Number)

const ticksPerSecond = 100

/** Time that the servers' core has worked since the machine started, for whatever program, in milliseconds. */
function serverCoreMs(): number {
  const line = new RegExp(`^cpu${serverCore} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  const [user = 0, nice = 0, system = 0, _idle, _waiting, interrupts = 0, soft = 0, stolen = 0] = line
    .split(' ')
    .map(Number)
  return ((user + nice + system + interrupts + soft + stolen) * 1000) / ticksPerSecond
}

/** @returns which share of the servers' core programs other than these had since now: next to none on a quiet machine */
export function watchOthers(servers: readonly Server[]): () => number {
  const othersMs = () => serverCoreMs() - servers.reduce((sum, server) => sum + server.cpuMs(), 0)
  const [startedAt, before] = [performance.now(), othersMs()]
  return () => (othersMs() - before) / (performance.now() - startedAt)
}

async function start(worker: V4WorkerOptions, stateFolder: string): Promise<{ server: Server; miniflare: Miniflare }> {
  const before = new Set(workerdPids())
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [{ ...worker, unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] }],
      resourcePersistencePath: stateFolder,
      // The product logs every request. Only its errors are of interest here.
      handleStructuredLogs: ({ level, message }) => {
        if (level === 'error') console.error(message)
      },
      cf: false
    })
  )
  await miniflare.ready
  const url = (await miniflare.unsafeGetDirectURL(worker.name)).origin
  const [pid, ...others] = workerdPids().filter((found) => !before.has(found))
  if (pid === undefined || others.length > 0) throw new Error('Expected one new workerd process')
  pin(pid, serverCore)
  return { miniflare, server: { url, pid, cpuMs: () => cpuMsOf(pid), stop: () => miniflare.dispose() } }
}

/** What one run of the bench shares. */
export interface Workplace {
  folder: string
  upstreamUrl: string
  /** With which the product's Worker signs access tokens. */
  settings: AccessSettings
}

const siteOrigin = 'http://localhost:8788'

/** What access tokens are signed with locally. */
export function signingSettings(): AccessSettings {
  const { bindings } = unstable_getMiniflareWorkerOptions(join(root, 'wrangler.toml')).workerOptions
  const secret = new Map<string, unknown>(Object.entries(bindings ?? {})).get('JWT_SECRET')
  if (typeof secret !== 'string') throw new Error('wrangler.toml has no JWT_SECRET')
  return { SITE_ORIGIN: siteOrigin, JWT_SECRET: secret }
}

/** Builds an entry file. @returns what Miniflare needs to run it: a list of modules, and no rules for them */
const built = async (main: string, folder: string) =>
  modulesIn(
    folder,
    (await buildScript(main, folder)).map(({ name }) => name)
  )

const modulesIn = (folder: string, names: readonly string[]) => ({
  modulesRoot: folder,
  modules: names.map((name) => ({ type: 'ESModule' as const, path: join(folder, name) }))
})

/** A script of another commit, as its bench or its build has left it. */
function builtBefore(folder: string) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  return modulesIn(
    folder,
    names.toSorted((one, other) => Number(other === entryName) - Number(one === entryName))
  )
}

/**
 * Starts the product's Worker.
 * @param main the entry file, relative to the repository's folder
 * @param name of its folders. The state is shared: what one entry has stored, the next one finds
 * @param before the folder of a script that is built already, in place of the entry file; its state is a copy
 */
export async function startProductWorker(
  { folder, upstreamUrl }: Workplace,
  name: string,
  main: string,
  before?: string
) {
  const config = join(folder, name, 'wrangler.json')
  writeWorkerConfig({
    file: config,
    siteOrigin,
    sandboxOrigin: upstreamUrl,
    variables: { ...raisedLimits, OPENAI_BASE_URL: upstreamUrl },
    ownSettings: undefined
  })
  // No bench reads a document.
  const {
    modulesRules: _rules,
    serviceBindings: _others,
    ...bindings
  } = unstable_getMiniflareWorkerOptions(config).workerOptions
  const source = before === undefined ? await built(main, join(folder, name, 'built')) : builtBefore(before)
  const state = join(folder, 'state', 'product')
  if (before === undefined) return start({ ...bindings, ...source, name: 'product' }, state)
  cpSync(state, join(folder, 'state', name), { recursive: true })
  return start({ ...bindings, ...source, name: 'product' }, join(folder, 'state', name))
}

export async function startFloor({ folder, upstreamUrl }: Workplace): Promise<Server> {
  const worker = {
    ...(await built('bench/first-word/workers/floor.ts', join(folder, 'floor'))),
    name: 'floor',
    compatibilityDate: '2026-11-01',
    bindings: { UPSTREAM: upstreamUrl },
    durableObjects: { METER: { className: 'Meter', useSQLite: true } }
  }
  return (await start(worker, join(folder, 'state', 'floor'))).server
}

/** Portkey's gateway, which passes calls on and counts nothing. */
export async function startGateway(): Promise<Server> {
  const gateway = await startPortkey()
  const { baseUrl: url, pid } = gateway
  pin(pid, serverCore)
  return { url, pid, cpuMs: () => cpuMsOf(pid), stop: () => gateway.stop() }
}

/** Starts the upstream and waits until it answers. */
export async function startUpstream(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await findFreePort()
  const child = startChild({
    name: 'upstream',
    nodeArguments: [join(root, 'bench/first-word/paced-upstream.ts'), String(port)],
    workingFolder: root,
    environment: process.env,
    logFile: join(folder, 'upstream.log')
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + 10_000
  while (performance.now() < deadline) {
    const ready = await fetch(url).catch(() => null)
    if (ready?.ok) return { url, stop: () => child.stop() }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The upstream did not start')
}
