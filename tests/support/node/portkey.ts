// Portkey's gateway between the product's adapter and the sandbox.
import { afterAll, beforeAll } from 'vitest'
import type { Send } from '#providers/http/http.ts'
import { type Portkey, startPortkey } from './portkey-process.ts'

/** Call once per file. @returns its base URL, once the tests run */
export function servePortkey(): { baseUrl: () => string } {
  let gateway: Portkey
  beforeAll(async () => {
    gateway = await startPortkey()
  })
  afterAll(() => gateway.stop())
  return { baseUrl: () => gateway.baseUrl }
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
