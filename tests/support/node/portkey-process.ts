// Portkey's gateway, which others wrote and others use, in a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const gateway = createRequire(import.meta.url).resolve('@portkey-ai/gateway/build/start-server.js')
const preload = new URL('portkey-preload.mjs', import.meta.url).href

export interface Portkey {
  baseUrl: string
  pid: number
  stop(): Promise<void>
}

export async function startPortkey(): Promise<Portkey> {
  const started = fork(gateway, ['--headless'], {
    execArgv: ['--import', preload],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc']
  })
  const [port] = (await once(started, 'message')) as [number]
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    pid: started.pid ?? 0,
    async stop() {
      const gone = once(started, 'exit')
      started.kill()
      await gone
    }
  }
}
