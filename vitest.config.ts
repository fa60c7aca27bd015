import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/node/longest-first.ts'

const failOnConsoleError = './tests/support/fail-on-console-error.ts'
const stayOnThisMachine = './tests/support/stay-on-this-machine.ts'

// Long, because they only bound what hangs: a busy machine must not fail a test.
const patience = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

// The test files of a thread share its loaded modules, and those of pages its window: that takes a third of the time.
const sharedModules = { pool: 'threads', isolate: false } as const

// Vite would turn each use of an import into a look into an object of its own: the simulator's runs take a tenth longer so.
const loadedByNode = { viteModuleRunner: false, nodeLoader: false } as const

const chosen = [...process.argv.join(' ').matchAll(/(?:--project|-p)[= ](\S+)/g)].map(([, project = '']) => project)

/** Whether this run may have tests of the Worker: their plugin takes most of a second to load, in each process that runs only others. */
const hasWorker = chosen.length === 0 || chosen.some((project) => /^worker$|[!*]/i.test(project))

const { cloudflareTest } = hasWorker ? await import('@cloudflare/vitest-plugin') : { cloudflareTest: () => [] }
const { bundledWorker } = hasWorker
  ? await import('./tests/support/node/bundled-worker.ts')
  : { bundledWorker: () => [] }

export default defineConfig({
  test: {
    // Threads often wait: with two, a third of both cores was idle once lint and types had ended.
    maxWorkers: 3,
    allowOnly: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patience,
          ...sharedModules,
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts', 'tests/simulation/*.test.ts', 'sandbox/tests/*.test.ts'],
          experimental: loadedByNode,
          setupFiles: [failOnConsoleError, stayOnThisMachine, './tests/unit/setup.ts']
        }
      },
      {
        plugins: [react()],
        test: {
          ...patience,
          ...sharedModules,
          name: 'web',
          environment: 'jsdom',
          // The window counts its frames with a real timer, and may stop it while a test fakes the others.
          fakeTimers: { shouldClearNativeTimers: true },
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: [failOnConsoleError, stayOnThisMachine, './tests/support/web/setup.ts']
        }
      },
      {
        // Real workerd. Everything the Worker fetches is answered by the sandbox, in memory.
        plugins: [
          bundledWorker(),
          cloudflareTest(async () => (await import('./tests/support/node/worker-options.ts')).workerOptions())
        ],
        test: {
          ...patience,
          name: 'worker',
          isolate: false,
          // Processes often wait for their workerd: with three, both cores were idle for a fifth of the time, with four for a twelfth.
          maxWorkers: 4,
          include: ['tests/worker/**/*.test.ts'],
          setupFiles: [failOnConsoleError, './tests/support/worker/setup.ts']
        }
      },
      {
        // Against one product for all files, which therefore keep to accounts of their own.
        test: {
          ...patience,
          name: 'e2e',
          environment: 'node',
          // For files that Vite has changed, Node counts the lines anew in each of the stacks that Playwright keeps.
          experimental: loadedByNode,
          include: ['tests/e2e/**/*.test.ts'],
          // Files of one process hand on the browser and its contexts, whose caches are warm.
          isolate: false,
          // A file often waits, for the product or for minutes of the clock: the others keep both cores busy meanwhile. A fourth would
          // only load another browser.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // Each look is often a call of the product, which costs more than what is seen a moment later.
          expect: { poll: { timeout: 20_000, interval: 150 } },
          globalSetup: ['./tests/support/e2e/start-product.ts'],
          setupFiles: [failOnConsoleError, stayOnThisMachine]
        }
      }
    ]
  }
})
