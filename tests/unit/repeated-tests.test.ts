// decisions/0059: a failed browser test is repeated once and alone, is named, and is kept on a list.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Check } from '#scripts/checks.ts'
import { performStages } from '#scripts/perform-stages.ts'
import { openIn, repeatedList } from '#scripts/repeated-tests.ts'
import { runAlone, type TestsResult } from '#scripts/run-tests.ts'
import type { FailedTest } from '#scripts/test-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'repeated-'))
const list = join(folder, 'repeated.md')
const { signal } = new AbortController()
let printed = ''

beforeEach(() => {
  printed = ''
  writeFileSync(list, '# Tests\n\n')
  vi.spyOn(console, 'log').mockImplementation((line: string) => void (printed += `${line}\n`))
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
})

afterEach(() => vi.restoreAllMocks())

const failedTest = (name: string): FailedTest => ({
  file: 'tests/e2e/film.test.ts',
  name,
  errors: ['Timeout\nat line 7']
})

const result = (passed: number, failed: FailedTest[], otherErrors = 0): TestsResult => ({
  succeeded: failed.length + otherErrors === 0,
  output: 'What the page showed',
  tests: { passed, failed, otherErrors }
})

/** @param runs what the first run finds, and the repetition */
const browser = ([first, again]: [TestsResult, TestsResult?], order: string[] = []): Check => ({
  name: 'Browser',
  run: async () => first,
  repeat: async (failed) => {
    order.push(`again: ${failed.map(({ name }) => name).join(', ')}`)
    return again ?? result(failed.length, [])
  }
})

const slow = (order: string[], found = result(3, [])): Check => ({
  name: 'Worker',
  run: async () => {
    await new Promise(setImmediate)
    order.push('Worker')
    return found
  }
})

const lastLines = (count: number) => printed.trimEnd().split('\n').slice(-count)

test('a browser test that fails by chance is repeated when all others have ended, named at the end and listed', async () => {
  const order: string[] = []
  const checks = [browser([result(9, [failedTest('A film plays')])], order), slow(order)]
  await performStages([{ name: 'All', checks }], signal, list)
  expect(order).toEqual(['Worker', 'again: A film plays'])
  expect(printed).toContain('What the page showed')
  expect(lastLines(3)).toEqual([
    expect.stringMatching(/^13 passed, 0 failed/),
    'Passed only when repeated (tests/e2e/repeated.md):',
    '  tests/e2e/film.test.ts: A film plays'
  ])
  expect(readFileSync(list, 'utf8')).toMatch(
    /^# Tests\n\n- \[ \] 20\d\d-\d\d-\d\d tests\/e2e\/film\.test\.ts: A film plays — Timeout\n$/
  )
})

test('two checks of a stage run at once; the next stage begins when all have ended, and not after a failure', async () => {
  const order: string[] = []
  const held = Promise.withResolvers<TestsResult>()
  const check = (name: string, found: Promise<TestsResult> | TestsResult): Check => ({
    name,
    run: async () => {
      order.push(name)
      return found
    }
  })
  const stages = (end: TestsResult[]) => [
    {
      name: 'One',
      checks: [check('long', held.promise), check('short', end[0] ?? result(1, [])), check('third', result(1, []))]
    },
    { name: 'Two', checks: [check('next', result(1, []))] }
  ]
  const running = performStages(stages([]), signal, list)
  await expect.poll(() => order).toEqual(['long', 'short', 'third'])
  held.resolve(result(1, []))
  await running
  expect(order).toEqual(['long', 'short', 'third', 'next'])
  order.length = 0
  const failing = performStages(stages([{ succeeded: false, output: 'A rule is broken' }]), signal, list)
  await expect(failing).rejects.toThrow('exit 1')
  expect(order).toEqual(['long', 'short', 'third'])
})

test('a second failure fails the run; what passed the second time is listed all the same', async () => {
  const first = result(8, [failedTest('A film plays'), failedTest('A film stops')])
  const check = browser([first, result(1, [failedTest('A film plays')])])
  await expect(performStages([{ name: 'All', checks: [check] }], signal, list)).rejects.toThrow('exit 1')
  expect(printed).toContain('9 passed, 1 failed')
  expect(openIn(readFileSync(list, 'utf8'))).toEqual(['tests/e2e/film.test.ts: A film stops'])
})

test('a repetition that ran nothing says nothing about the tests', async () => {
  const check = browser([result(9, [failedTest('A film plays')]), { ...result(0, []), succeeded: false }])
  await expect(performStages([{ name: 'All', checks: [check] }], signal, list)).rejects.toThrow('exit 1')
  expect(readFileSync(list, 'utf8')).toBe('# Tests\n\n')
})

test('a title and a cause with a dash are told apart', async () => {
  const failed = { ...failedTest('A film — a long one'), errors: ['Timeout — 60 s'] }
  await performStages([{ name: 'All', checks: [browser([result(9, [failed])])] }], signal, list)
  expect(openIn(readFileSync(list, 'utf8'))).toEqual(['tests/e2e/film.test.ts: A film — a long one'])
})

test.each([
  ['an error outside of the tests', [browser([result(9, [failedTest('A film plays')], 1)])]],
  ['six failures at once', [browser([result(9, [...'abcdef'].map(failedTest))])]],
  ['a file that does not load', [browser([result(9, [], 1)])]],
  [
    'a failed test of another check',
    [browser([result(9, [failedTest('A film plays')])]), slow([], result(2, [failedTest('A wallet pays')]))]
  ],
  ['a run that died', [browser([{ succeeded: false, output: 'Killed' }])]]
])('%s: nothing is repeated, and the run fails', async (_, checks) => {
  await expect(performStages([{ name: 'All', checks }], signal, list)).rejects.toThrow('exit 1')
  expect(printed).not.toContain('once more')
  expect(readFileSync(list, 'utf8')).toBe('# Tests\n\n')
})

test('only the failed tests are run again, whatever signs their titles have; one that is not found counts as failed', async () => {
  const file = 'tests/unit/repeated-tests.test.ts'
  const names = ['signs > a test with signs: (1 + 1) [2] «…» $5 is found by its title', 'no such test']
  const failed = names.map((name) => ({ file, name, errors: [] }))
  const { succeeded, tests } = await runAlone('unit', failed, signal)
  expect({ succeeded, tests }).toEqual({ succeeded: false, tests: { passed: 1, failed: [], otherErrors: 0 } })
})

describe('signs', () => {
  test('a test with signs: (1 + 1) [2] «…» $5 is found by its title', () => {
    expect(1 + 1).toBe(2)
  })
})

test('no test stands on the list twice: such a one is a defect to be mended', () => {
  const open = openIn(readFileSync(repeatedList, 'utf8'))
  expect(open.filter((title, index) => open.indexOf(title) < index)).toEqual([])
  rmSync(folder, { recursive: true })
})
