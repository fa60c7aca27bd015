// Browser tests that failed in a whole run and passed when they were repeated: tests/e2e/repeated.md (decisions/0059).
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './base/root.ts'
import type { FailedTest } from './test-report.ts'

export const repeatedList = join(root, 'tests/e2e/repeated.md')

const titleOf = ({ file, name }: FailedTest): string => `${file}: ${name}`

/** The first line of what failed, without the sign that stands between a test and its cause. */
const causeOf = ({ errors: [first = ''] }: FailedTest): string =>
  (first.split('\n')[0] ?? '').slice(0, 200).replaceAll(' — ', ', ')

/** The box is ticked once the cause is mended. @param day like 2026-11-26 */
const lineOf = (test: FailedTest, day: string): string => `- [ ] ${day} ${titleOf(test)} — ${causeOf(test)}\n`

/** Adds tests to the list. @returns their names in the list */
export function noteRepeated(list: string, tests: readonly FailedTest[], now: Date): string[] {
  const day = now.toISOString().slice(0, 10)
  appendFileSync(list, tests.map((test) => lineOf(test, day)).join(''))
  return tests.map(titleOf)
}

/** The tests whose cause is not mended, in the order of the list, each as often as it stands there. */
export const openIn = (list: string): string[] =>
  [...list.matchAll(/^- \[ \] \S+ (.+) — /gm)].map(([, title = '']) => title)
