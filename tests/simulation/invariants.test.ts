import { describe, expect, test } from 'vitest'
import { bugs } from './bugs.ts'
import { invariants, invariantsAtTheEnd } from './invariants.ts'
import { endless, simulate } from './run.ts'

/** Each bug must be caught within so many runs. */
const seedsMax = 250

test('every invariant has a bug that it must catch', () => {
  const names = [...Object.keys(invariants), ...Object.keys(invariantsAtTheEnd), endless]
  expect(new Set(Object.values(bugs).map(({ breaks }) => breaks))).toEqual(new Set(names))
})

describe('a seeded bug is caught:', () => {
  test.each(Object.entries(bugs))('%s', async (_, bug) => {
    for (let seed = 1; seed <= seedsMax; seed++) {
      const { failure } = await simulate(seed, { bug, only: bug.breaks })
      if (failure?.invariant !== bug.breaks) continue
      expect(failure.problem).toContain(bug.breaks)
      return
    }
    expect.fail(`${bug.breaks} has not caught it in ${seedsMax} runs`)
  })
})
