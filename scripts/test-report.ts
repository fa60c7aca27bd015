// The result of a test run, written by a reporter of Vitest and read by the checks. Vitest's own JSON lacks errors
// outside of tests, with which a run must never count as one that only failed tests.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { z } from 'zod'
import { root } from './base/root.ts'
import { Progress } from './test-progress.ts'

const failedTest = z.object({
  /** Relative to the repository's folder. */
  file: z.string(),
  /** The titles of its groups and its own, as `-t` compares them. */
  name: z.string(),
  errors: z.array(z.string())
})
export type FailedTest = z.infer<typeof failedTest>

const testReport = z.object({
  passed: z.number(),
  failed: z.array(failedTest),
  /** How many errors came from outside of the tests: of files that do not load, of rejected promises without a handler. */
  otherErrors: z.number()
})
export type TestReport = z.infer<typeof testReport>

/** Names the file that the reporter writes. */
export const reportVariable = 'TEST_REPORT'

interface Failing {
  message: string
  stack?: string | undefined
}

const textOf = ({ message, stack }: Failing): string => stack ?? message

/** The groups that a test is in, the outermost first. */
function groupsOf(test: TestCase): TestSuite[] {
  const groups: TestSuite[] = []
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) groups.unshift(parent)
  return groups
}

/** Of a test that did not run because a hook before it failed, the errors of the hook. */
const errorsOf = (test: TestCase): Failing[] => {
  const { errors = [] } = test.result()
  return errors.length > 0 ? [...errors] : [test.module, ...groupsOf(test)].flatMap((around) => around.errors())
}

const hasFailed = (test: TestCase): boolean => test.result().state !== 'passed' && errorsOf(test).length > 0

const describeTest = (test: TestCase): FailedTest => ({
  file: relative(root, test.module.moduleId),
  name: test.fullName,
  errors: errorsOf(test).map(textOf)
})

const failedIn = (module: TestModule): FailedTest[] =>
  [...module.children.allTests()].filter(hasFailed).map(describeTest)

function reportOf(modules: readonly TestModule[], unhandled: number): TestReport {
  const failed = modules.map(failedIn)
  // Such a file does not load, or cleans up in vain.
  const withoutTest = modules.filter((module, index) => module.state() === 'failed' && failed[index]?.length === 0)
  return {
    passed: modules.flatMap((module) => [...module.children.allTests('passed')]).length,
    failed: failed.flat(),
    otherErrors: unhandled + withoutTest.length
  }
}

/** @param file that the reporter wrote */
export const readReport = (file: string): TestReport => testReport.parse(JSON.parse(readFileSync(file, 'utf8')))

/** Adds errors that are found when all tests have ended. */
export function reportMore(errors: number): void {
  const file = process.env[reportVariable]
  if (file === undefined || !existsSync(file)) return
  const report = readReport(file)
  writeFileSync(file, JSON.stringify({ ...report, otherErrors: report.otherErrors + errors }))
}

export default class ReportWriter implements Reporter {
  readonly #file = process.env[reportVariable]
  readonly #progress = this.#file === undefined ? undefined : new Progress(this.#file)

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#progress?.begin(relative(root, moduleId))
  }

  onTestCaseResult(test: TestCase): void {
    if (hasFailed(test)) this.#progress?.fail(test.fullName)
    this.#progress?.note()
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#progress?.end(relative(root, moduleId))
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    if (this.#file !== undefined) writeFileSync(this.#file, JSON.stringify(reportOf(modules, unhandledErrors.length)))
  }
}
