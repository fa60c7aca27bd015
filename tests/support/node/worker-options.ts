// How the tests run the Worker: wrangler.toml with higher limits, and the sandbox in place of the internet.
import { getRequestListener } from '@hono/node-server'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
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
      // Over a real socket: only there does a cut stream break, and only there does the sandbox see an abort.
      outboundService: { node: getRequestListener(app.fetch, { overrideGlobalObjects: false }) }
    }
  }
}
