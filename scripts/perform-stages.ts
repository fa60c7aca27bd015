import type { Check, Stage } from './checks.ts'
import { noteRepeated, repeatedList } from './repeated-tests.ts'
import type { TestsResult } from './run-tests.ts'
import type { FailedTest } from './test-report.ts'

/** The most checks that run at once; a test run uses more processes of its own. */
const atOnce = 2

/** The most tests that are repeated: more have failed for a reason. */
const repeatedMax = 5

interface Performed {
  check: Check
  result: TestsResult
  /** Tests that passed only when they were repeated. */
  repeated?: FailedTest[]
}

const problemOf = (error: unknown): TestsResult => ({
  succeeded: false,
  output: error instanceof Error ? error.message : String(error)
})

async function perform(check: Check, signal: AbortSignal): Promise<Performed> {
  const { name, run } = check
  const startedAt = performance.now()
  const result = await run(signal).catch(problemOf)
  signal.throwIfAborted()
  const { succeeded, output, tests } = result
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const count = tests ? `, ${tests.passed} passed, ${tests.failed.length} failed` : ''
  console.log(`  ${succeeded ? '✓' : '✗'} ${name} (${seconds} s${count})`)
  if (!succeeded) console.log(`\n${output.trim()}\n`)
  return { check, result }
}

/** Only tests have failed, few of them, and of a check that may meet chance. */
function mayBeChance({ check, result: { succeeded, tests } }: Performed): boolean {
  if (succeeded) return true
  const { failed = [], otherErrors = 0 } = tests ?? {}
  return check.repeat !== undefined && otherErrors === 0 && failed.length > 0 && failed.length <= repeatedMax
}

/**
 * One stage after the other, and of each two checks at once, in their order. None begins after a failure in an earlier stage. Stages do
 * not overlap: tests of the browser beside those of the pages took a quarter more of the processor than one after the other.
 */
async function performAll(stages: readonly Stage[], signal: AbortSignal): Promise<Performed[]> {
  const performed: Performed[] = []
  for (const { name, checks } of stages) {
    console.log(`\n${name}`)
    const waiting = [...checks]
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        performed.push(await perform(next, signal))
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    if (!performed.every(mayBeChance)) break
  }
  return performed
}

const isSame = (one: FailedTest) => (other: FailedTest) => one.file === other.file && one.name === other.name

/** Failed tests, once more. @returns the check as it counts now, with those that passed this time */
async function repeatFailed({ check, result }: Performed, signal: AbortSignal): Promise<Performed> {
  const { repeat } = check
  const { tests: first } = result
  if (result.succeeded || repeat === undefined || first === undefined) return { check, result }
  const again = await perform({ name: check.name, run: (stop) => repeat(first.failed, stop) }, signal)
  const { tests } = again.result
  if (tests === undefined) return again
  const hasRunAll = tests.passed + tests.failed.length >= first.failed.length
  const repeated = hasRunAll ? first.failed.filter((test) => !tests.failed.some(isSame(test))) : []
  return { ...again, result: { ...again.result, tests: { ...tests, passed: first.passed + tests.passed } }, repeated }
}

/** One after the other, when no other check runs any more. */
async function repeatAll(performed: Performed[], signal: AbortSignal): Promise<Performed[]> {
  if (performed.every(({ result }) => result.succeeded) || !performed.every(mayBeChance)) return performed
  console.log('\nWhat failed in the browser, once more and alone')
  const judged: Performed[] = []
  for (const one of performed) judged.push(await repeatFailed(one, signal))
  return judged
}

/**
 * Runs the stages until one fails; prints each check with its time, and at the end the number of passed tests. A failure ends
 * the process.
 * @param list the file that keeps the tests which passed only when they were repeated
 */
export async function performStages(stages: Stage[], signal: AbortSignal, list = repeatedList): Promise<void> {
  const startedAt = performance.now()
  const performed = await performAll(stages, signal)
  const judged = await repeatAll(performed, signal)
  const passed = judged.reduce((sum, { result: { tests } }) => sum + (tests?.passed ?? 0), 0)
  // A check that failed without a failed test (a type error, a crash) counts as one.
  const failed = judged.reduce(
    (sum, { result: { succeeded, tests } }) => sum + Math.max(tests?.failed.length ?? 0, succeeded ? 0 : 1),
    0
  )
  console.log(`\n${passed} passed, ${failed} failed (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
  const repeated = judged.flatMap(({ repeated: tests = [] }) => tests)
  if (repeated.length > 0)
    console.log(
      ['Passed only when repeated (tests/e2e/repeated.md):', ...noteRepeated(list, repeated, new Date())].join('\n  ')
    )
  if (failed > 0) process.exit(1)
}
