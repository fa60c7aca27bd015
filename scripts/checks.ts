// The checks of npm test and npm run check, in stages: what is quick and often fails comes first. Nothing of a stage begins after a
// failure in an earlier one; within a stage every failed check is reported.
import { join } from 'node:path'
import { ensureChromium } from './chromium.ts'
import { root } from './base/root.ts'
import { runAlone, runProjects, type TestsResult } from './run-tests.ts'
import type { FailedTest } from './test-report.ts'
import { runPlain } from './base/tool.ts'

export interface Check {
  name: string
  run: (signal: AbortSignal) => Promise<TestsResult>
  /** Repeats failed tests at the end of everything, of checks whose tests may meet chance. */
  repeat?: (failed: readonly FailedTest[], signal: AbortSignal) => Promise<TestsResult>
}

/**
 * The compiler and the type-aware linter are written in Go. They end before they use as much memory as this allows, so the garbage
 * collector need not run, which takes a third of their time. On one core each, because other checks use the other: several threads would
 * find out the same types each for itself, which took a third again.
 */
const frugal = { GOGC: 'off', GOMEMLIMIT: '3GiB', GOMAXPROCS: '1' }

const tool = (name: string, command: string, ...parameters: string[]): Check => ({
  name,
  run: (signal) => {
    const nodeArguments = [join(root, 'node_modules/.bin', command), ...parameters]
    // Tests often wait, and these fill their pauses: both at the same priority take a tenth longer.
    return runPlain(nodeArguments, signal, { variables: frugal, givesWay: true })
  }
})

const types = (what: string, project: string): Check => tool(`Types ${what}`, 'tsc', '-p', project, '--singleThreaded')

const tests = (name: string, ...projects: string[]): Check => ({ name, run: (signal) => runProjects(projects, signal) })

const browser: Check = {
  ...tests('End-to-end tests', 'e2e'),
  repeat: (failed, signal) => runAlone('e2e', failed, signal)
}

const chromium: Check = {
  name: 'Chromium for the end-to-end tests',
  run: async (signal) => ({ succeeded: true, output: await ensureChromium(signal) })
}

export interface Stage {
  name: string
  checks: Check[]
}

const house: Check[] = [
  tool('Format', 'oxfmt', '--check', '.'),
  tool('Lint', 'oxlint'),
  tool('Dead code', 'knip', '--no-progress'),
  // The linter could check types as well, but takes longer for it than the compiler.
  types('of the Worker', 'tsconfig.worker.json'),
  types('of the tools', 'tsconfig.node.json'),
  types('of the pages and of what they share', 'web/tsconfig.json'),
  tool(
    'Types of the environment',
    'wrangler',
    'types',
    '--config=wrangler.toml',
    '--config=reader/wrangler.toml',
    '--include-runtime=false',
    '--strict-vars=false',
    '--check'
  )
]

/** The only stage of npm run check. Here and below side by side, because the tests alone do not keep two cores busy. */
export const quick: Stage[] = [
  { name: 'The house and its rules', checks: [tests('Unit tests, with those of layers and house', 'unit'), ...house] }
]

/** The stages of npm test. */
export const everything: Stage[] = [
  {
    name: 'The house, its rules and pages',
    checks: [
      tests('Tests of rules and pages', 'unit', 'web'),
      chromium,
      { name: 'Build within its budget', run: (signal) => runPlain(['scripts/build.ts'], signal) },
      ...house
    ]
  },
  { name: 'The Worker in its runtime', checks: [tests('Tests of the Worker', 'worker')] },
  { name: 'The whole product in a browser', checks: [browser] }
]
