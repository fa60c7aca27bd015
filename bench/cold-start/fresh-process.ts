// Starts a workerd process, asks it once, and kills it.
import { execFileSync, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '#scripts/base/root.ts'
import { cpuMsOf } from '../base/figures.ts'
import { workerdConfig } from './workerd-config.ts'

const binary = createRequire(join(root, 'node_modules/workerd/package.json')).resolve('./bin/workerd')
const controlChannel = 3

/** Compiles the configuration of a Worker, so that a start neither parses it nor looks for files. @returns the file */
export function compileWorker(folder: string, modules: readonly string[]): string {
  const config = join(folder, 'worker.capnp')
  writeFileSync(config, workerdConfig(modules))
  const compiled = join(folder, 'worker.bin')
  const most = 64 * 1024 * 1024
  writeFileSync(compiled, execFileSync(binary, ['compile', '--config-only', config, 'config'], { maxBuffer: most }))
  return compiled
}

export interface Call {
  method: 'GET' | 'POST'
  path: string
  /** The status of the product's answer. */
  status: number
}

export interface Start {
  /** From the start of the process until it listens, in milliseconds. */
  readyMs: number
  /** From sending the first request until its whole answer. */
  answerMs: number
  /** Of all threads of the process, until then. */
  cpuMs: number
  status: number
}

/** @throws when the process ends before it listens */
export async function startFresh(compiled: string, { method, path }: Call): Promise<Start> {
  const startedAt = performance.now()
  const workerd = spawn(binary, ['serve', '--binary', `--control-fd=${controlChannel}`, compiled], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe']
  })
  const closed = new Promise<never>((_, reject) => workerd.on('close', () => reject(new Error('workerd has ended'))))
  const listening = new Promise<number>((resolve) => {
    let said = ''
    workerd.stdio[controlChannel]?.on('data', (chunk: Buffer) => {
      const port = /"port":(\d+)/.exec((said += chunk.toString()))?.[1]
      if (port !== undefined) resolve(Number(port))
    })
  })
  try {
    const port = await Promise.race([listening, closed])
    const readyAt = performance.now()
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...body })
    await response.arrayBuffer()
    const answeredAt = performance.now()
    const cpuMs = cpuMsOf(workerd.pid ?? 0)
    return { readyMs: readyAt - startedAt, answerMs: answeredAt - readyAt, cpuMs, status: response.status }
  } finally {
    workerd.kill('SIGKILL')
    await closed.catch(() => undefined)
  }
}
