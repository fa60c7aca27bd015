// Options under which the tests run the Worker: wrangler.toml with higher limits, and the sandbox in place of the
// internet.
import { getRequestListener } from '@hono/node-server'
import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { createSandbox } from '#sandbox/app.ts'
import { raisedLimits } from '../raised-limits.ts'

/** Called once per test file: every file has its own sandbox with its own inbox, calls and faults. */
export async function workerOptions() {
  const { app } = createSandbox({ speed: 50 })
  return {
    wrangler: { configPath: './wrangler.toml' },
    verbose: false,
    miniflare: {
      bindings: { ...raisedLimits, TEST_MIGRATIONS: await readD1Migrations('./migrations') },
      // A real socket, because only a real socket breaks on a cut stream and only there the sandbox sees an abort.
      outboundService: { node: getRequestListener(app.fetch, { overrideGlobalObjects: false }) }
    }
  }
}
