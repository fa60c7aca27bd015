// The sandbox behind a real port, for clients that bring their own HTTP. Its clock skips every wait.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '#sandbox/app.ts'
import { createTimelessSandbox } from './sandbox-exchange.ts'

/** Call once per file. @returns its address and the sandbox, once the tests run */
export function serveSandbox(): { origin: () => string; sandbox: Sandbox } {
  const sandbox = createTimelessSandbox()
  const server = createAdaptorServer({ fetch: sandbox.fetch, overrideGlobalObjects: false })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())
  return { origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sandbox }
}
