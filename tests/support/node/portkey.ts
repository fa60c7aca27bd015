// Portkey's gateway, which others wrote and others use, between the product's adapter and the sandbox.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { afterAll, beforeAll } from 'vitest'
import type { Send } from '#providers/http/http.ts'

const gateway = createRequire(import.meta.url).resolve('@portkey-ai/gateway/build/start-server.js')
const preload = new URL('portkey-preload.mjs', import.meta.url).href

/** Call once per file. @returns its base URL, once the tests run */
export function servePortkey(): { baseUrl: () => string } {
  let gatewayProcess: ChildProcess
  let port = 0
  beforeAll(async () => {
    gatewayProcess = fork(gateway, ['--headless'], {
      execArgv: ['--import', preload],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc']
    })
    const [told] = (await once(gatewayProcess, 'message')) as [number]
    port = told
  })
  afterAll(async () => {
    const gone = once(gatewayProcess, 'exit')
    gatewayProcess.kill()
    await gone
  })
  return { baseUrl: () => `http://127.0.0.1:${port}/v1` }
}

/** A `fetch` that tells the gateway by its headers which supplier it is to ask, and where. */
export const throughPortkey =
  (provider: string, baseUrl: string): Send =>
  (url, init) => {
    const headers = new Headers(init.headers)
    headers.set('x-portkey-provider', provider)
    headers.set('x-portkey-custom-host', baseUrl)
    return fetch(url, { ...init, headers })
  }
