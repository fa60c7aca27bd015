// How the tests run the Worker: wrangler.toml with higher limits, and the sandbox in place of the internet.
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { Response as RuntimeResponse, type Request as RuntimeRequest } from 'miniflare'
import { createSandbox } from '#sandbox/app.ts'
import { raisedLimits } from '../raised-limits.ts'

/** Called once per test file, so each file has its own sandbox: its inbox, its calls, its faults. */
export async function workerOptions() {
  const { app } = createSandbox({ speed: 50 })
  return {
    wrangler: { configPath: './wrangler.toml' },
    verbose: false,
    miniflare: {
      bindings: { ...raisedLimits, TEST_MIGRATIONS: await readD1Migrations('./migrations') },
      outboundService: async (request: RuntimeRequest) => {
        const { method, headers, url, signal } = request
        const body = request.body === null ? null : await request.arrayBuffer()
        const answered = await app.fetch(new Request(url, { method, headers: [...headers], body, signal }))
        return new RuntimeResponse(answered.body, { status: answered.status, headers: [...answered.headers] })
      }
    }
  }
}
