import { cloudflareTest } from '@cloudflare/vitest-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const failOnConsoleError = './tests/support/fail-on-console-error.ts'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: [failOnConsoleError]
        }
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: [failOnConsoleError, './tests/support/web/setup.ts']
        }
      },
      {
        // Real workerd. Everything the Worker fetches is answered by the sandbox, in memory.
        plugins: [cloudflareTest(async () => (await import('./tests/support/node/worker-options.ts')).workerOptions())],
        test: {
          name: 'worker',
          include: ['tests/worker/**/*.test.ts'],
          testTimeout: 20_000,
          hookTimeout: 20_000,
          setupFiles: [failOnConsoleError, './tests/support/worker/setup.ts']
        }
      },
      {
        // One browser against the whole product, one file after the other.
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          globalSetup: ['./tests/support/e2e/start-product.ts'],
          setupFiles: [failOnConsoleError]
        }
      }
    ]
  }
})
