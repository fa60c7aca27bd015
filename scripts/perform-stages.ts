import type { Check, CheckResult, Stage } from './checks.ts'

/** The most checks that run at once; a test run uses more processes of its own. */
const atOnce = 2

const problemOf = (error: unknown): CheckResult => ({
  succeeded: false,
  output: error instanceof Error ? error.message : String(error)
})

async function perform({ name, run }: Check, signal: AbortSignal): Promise<CheckResult> {
  const startedAt = performance.now()
  const result = await run(signal).catch(problemOf)
  signal.throwIfAborted()
  const { succeeded, output, tests } = result
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const count = tests ? `, ${tests.passed} passed, ${tests.failed} failed` : ''
  console.log(`  ${succeeded ? '✓' : '✗'} ${name} (${seconds} s${count})`)
  if (!succeeded) console.log(`\n${output.trim()}\n`)
  return result
}

async function performAll(checks: Check[], signal: AbortSignal): Promise<CheckResult[]> {
  const waiting = [...checks]
  const results: CheckResult[] = []
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      results.push(await perform(check, signal))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

/** Runs the stages until one fails; prints each check with its time, and at the end the number of passed tests. */
export async function performStages(stages: Stage[], signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const results: CheckResult[] = []
  for (const { name, checks } of stages) {
    console.log(`\n${name}`)
    results.push(...(await performAll(checks, signal)))
    if (results.some(({ succeeded }) => !succeeded)) break
  }
  const passed = results.reduce((sum, { tests }) => sum + (tests?.passed ?? 0), 0)
  // A check that failed without a failed test (a type error, a crash) counts as one.
  const failed = results.reduce((sum, { succeeded, tests }) => sum + Math.max(tests?.failed ?? 0, succeeded ? 0 : 1), 0)
  console.log(`\n${passed} passed, ${failed} failed (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
  if (failed > 0) process.exit(1)
}
