// Runs inside workerd before every test file.
import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach } from 'vitest'

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[]
    }
  }
}

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

const sandbox = new URL(env.OPENAI_BASE_URL).origin
const unexpected: string[] = []
const send = globalThis.fetch

// Worker and tests share this isolate, so this function sees every outbound request of both.
globalThis.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
  const { origin } = new URL(input instanceof Request ? input.url : input)
  if (origin === sandbox) return send(input, init)
  unexpected.push(origin)
  throw new Error(`A test may not reach ${origin}`)
}

afterEach(() => {
  const origins = unexpected.splice(0)
  if (origins.length > 0) throw new Error(`Unexpected requests to ${origins.join(', ')}`)
})
