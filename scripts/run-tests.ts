// Runs tests as a check of npm test or npm run check.
import { accessSync, constants, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './base/root.ts'
import { type FailedTest, readReport, reportVariable, type TestReport } from './test-report.ts'
import { runPlain, type ToolResult } from './base/tool.ts'
import { watchProgress } from './test-progress.ts'

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

/** Megabytes that young objects may fill before they are collected: with Node's default of 16 pages' tests take an eighth longer. */
const roomForYoungObjects = '--max-semi-space-size=64'

/** Node reads the configuration itself. By default Vite makes one file of it and of all that it imports first, for a second and a half. */
const loadsConfig = '--configLoader=native'

export interface TestsResult extends ToolResult {
  /** Absent when no test was run. */
  tests?: TestReport
  /** Of a run that was stopped because it hung: why. */
  hung?: string
}

/** Runs Vitest. @param words more words of its command line */
async function runOnce(words: string[], signal: AbortSignal): Promise<TestsResult> {
  const folder = temporaryFolder()
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=dot', `--reporter=${join(root, 'scripts/test-report.ts')}`]
  try {
    // Screenshots of failed tests stay.
    const variables = {
      TMPDIR: folder,
      SCREENSHOTS_FOLDER: tmpdir(),
      // Wrangler's own log: it opens the file anew for each line that it writes, and a run writes thousands.
      WRANGLER_WRITE_LOGS: 'false',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${roomForYoungObjects}`.trim(),
      [reportVariable]: file
    }
    using watch = watchProgress(file)
    const command = ['node_modules/.bin/vitest', 'run', loadsConfig, ...words, ...reporters]
    const stopped = AbortSignal.any([signal, watch.signal])
    const result: TestsResult = await runPlain(command, stopped, { variables }).catch((error: unknown) => {
      const stop = watch.stopped()
      if (stop === undefined) throw error
      return { succeeded: false, output: stop.text, ...(stop.isHung && { hung: stop.text }) }
    })
    if (!existsSync(file)) return { ...result, succeeded: false }
    return { ...result, tests: readReport(file) }
  } finally {
    // A process that ends late may still write here; the result counts nevertheless.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }).catch(() => undefined)
  }
}

/**
 * Runs tests, and once more when the run hung: the runtime of the Worker's tests, or a browser, has stopped answering the runner, which says
 * nothing about the product. It is printed; a second run that hangs fails.
 */
export async function onceMoreWhenHung(run: () => Promise<TestsResult>): Promise<TestsResult> {
  const first = await run()
  if (first.hung === undefined) return first
  console.log(`\n${first.hung}\nOnce more:`)
  return run()
}

const runTests = (words: string[], signal: AbortSignal): Promise<TestsResult> =>
  onceMoreWhenHung(() => runOnce(words, signal))

const selected = (projects: string[]): string[] => projects.map((project) => `--project=${project}`)

/** Runs some of the projects of vitest.config.ts. */
export const runProjects = (projects: string[], signal: AbortSignal): Promise<TestsResult> =>
  runTests(selected(projects), signal)

const literal = (text: string): string => text.replace(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** Runs these tests of a project again, one after the other. Fewer than there are count as a failure: one was not found. */
export async function runAlone(
  project: string,
  failed: readonly FailedTest[],
  signal: AbortSignal
): Promise<TestsResult> {
  const files = [...new Set(failed.map(({ file }) => file))]
  const names = failed.map(({ name }) => literal(name)).join('|')
  const result = await runTests(
    [...selected([project]), ...files, `--testNamePattern=^(?:${names})$`, '--maxWorkers=1'],
    signal
  )
  return { ...result, succeeded: result.succeeded && (result.tests?.passed ?? 0) >= failed.length }
}
