// Options under which the tests run the Worker: wrangler.toml with higher limits, and the sandbox in place of the
// internet.
import { getRequestListener } from '@hono/node-server'
import { createSandbox } from '#sandbox/app.ts'
import { raisedLimits } from '../raised-limits.ts'
import { sandboxSizes, sandboxSpeed } from '../sandbox-speed.ts'
import { bundledModules } from './bundled-worker.ts'
import { readerWorker } from './reader-worker.ts'
import { schemaOf } from './schema-of.ts'
import { openSocketsUncompressed } from './uncompressed-sockets.ts'

const newSandbox = () => createSandbox({ speed: sandboxSpeed, sizes: sandboxSizes })

/**
 * Called once per runtime, which serves many test files. Each asks for a sandbox of its own with POST /new-sandbox: its
 * inbox, its calls, its faults.
 */
export async function workerOptions() {
  openSocketsUncompressed()
  let sandbox = newSandbox()
  // The environment holds the socket, which the sandbox cuts.
  const answer: Parameters<typeof getRequestListener>[0] = (request, environment) => {
    if (new URL(request.url).pathname !== '/new-sandbox') return sandbox.fetch(request, environment)
    sandbox = newSandbox()
    return new Response(null, { status: 204 })
  }
  return {
    wrangler: { configPath: './wrangler.toml' },
    verbose: false,
    miniflare: {
      workers: [await readerWorker()],
      modulesRules: [bundledModules],
      bindings: {
        ...raisedLimits,
        // Only the tests of titles want the calls that ask for one.
        CHAT_TITLES: 'off',
        FACTOR_SECRET: 'w8Kq3ZtX6nVb1LsY9cRf4HmJ7dPg2UeA',
        DIRECTORY_SCHEMA: schemaOf('./migrations/directory'),
        HISTORY_SCHEMA: schemaOf('./migrations/history')
      },
      // A real socket, because only a real socket breaks on a cut stream and only there the sandbox sees an abort.
      outboundService: { node: getRequestListener(answer, { overrideGlobalObjects: false }) }
    }
  }
}
