// The checks of npm test and npm run check, in stages. A stage starts only when the one before it passed; within a
// stage every failed check is reported.
import { accessSync, constants, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ensureChromium } from './chromium.ts'
import { root } from './root.ts'
import { runTool, type ToolResult } from './tool.ts'

export interface CheckResult extends ToolResult {
  tests?: { passed: number; failed: number }
}

export interface Check {
  name: string
  run: (signal: AbortSignal) => Promise<CheckResult>
}

const program = (name: string) => join(root, 'node_modules/.bin', name)

/** Turns colours off, because the output may end up in a log file. */
const runPlain = (nodeArguments: string[], signal: AbortSignal, variables: Record<string, string> = {}) =>
  runTool({
    nodeArguments,
    environment: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', COLORS: 'false', ...variables },
    signal
  })

const tool = (name: string, command: string, ...parameters: string[]): Check => ({
  name,
  run: (signal) => runPlain([program(command), ...parameters], signal)
})

/** Where Linux keeps files in memory. */
const memory = '/dev/shm'

/** Eight times what all tests together need at most. */
const roomBytes = 4 * 2 ** 30

function hasRoomInMemory(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) >= roomBytes
  } catch {
    return false
  }
}

/**
 * Makes a folder for temporary files: in memory, if there is room. Most of them are databases, and without a disk to wait for
 * the Worker's tests take a fifth less time.
 */
const temporaryFolder = () => mkdtempSync(join(hasRoomInMemory() ? memory : tmpdir(), 'ai-platform-tests-'))

const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() })

/** Runs some of the projects of vitest.config.ts. */
const tests = (name: string, ...projects: string[]): Check => ({
  name,
  run: async (signal) => {
    const folder = temporaryFolder()
    const file = join(folder, 'report.json')
    const selected = projects.map((project) => `--project=${project}`)
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    try {
      // Screenshots of failed tests stay.
      const variables = { TMPDIR: folder, SCREENSHOTS_FOLDER: tmpdir() }
      const result = await runPlain([program('vitest'), 'run', ...selected, ...reporters], signal, variables)
      if (!existsSync(file)) return { ...result, succeeded: false }
      const { numPassedTests, numFailedTests } = report.parse(JSON.parse(readFileSync(file, 'utf8')))
      return { ...result, tests: { passed: numPassedTests, failed: numFailedTests } }
    } finally {
      // What ends late may still write here; the result counts all the same.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }).catch(() => undefined)
    }
  }
})

const chromium: Check = {
  name: 'Chromium for the end-to-end tests',
  run: async (signal) => ({ succeeded: true, output: await ensureChromium(signal) })
}

export interface Stage {
  name: string
  checks: Check[]
}

/** Long ones first, so that the last one to run is short. */
const house: Check[] = [
  tool('Format', 'oxfmt', '--check', '.'),
  tool('Lint', 'oxlint'),
  tool('Types of the Worker', 'tsc', '-p', 'tsconfig.worker.json'),
  tool('Dead code', 'knip', '--no-progress'),
  tool('Types of scripts, sandbox and tests', 'tsc', '-p', 'tsconfig.node.json'),
  tool('Types of the pages', 'tsc', '-p', 'web/tsconfig.json'),
  tool('Types of the environment', 'wrangler', 'types', '--include-runtime=false', '--strict-vars=false', '--check')
]

/** The only stage of npm run check. Here and below side by side, because neither the tests nor the others keep two cores busy. */
export const quick: Stage[] = [
  { name: 'The house and its rules', checks: [tests('Unit tests, with those of layers and house', 'unit'), ...house] }
]

/** The stages of npm test. */
export const everything: Stage[] = [
  {
    name: 'The house, its rules and pages',
    checks: [
      tests('Tests of rules and pages', 'unit', 'web'),
      ...house,
      { name: 'Build within its budget', run: (signal) => runPlain(['scripts/build.ts'], signal) },
      chromium
    ]
  },
  // Side by side, because each of them often waits: for workerd to start, for a page to load, for a call to come back.
  {
    name: 'The Worker in its runtime, and the whole product in a browser',
    checks: [tests('End-to-end tests', 'e2e'), tests('Tests of the Worker', 'worker')]
  }
]
