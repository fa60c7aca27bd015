import { expect, test } from 'vitest'
import { expectSound, seeds, timeoutMs } from './many-runs.ts'
import { describe as describeRun } from './report.ts'
import { simulate } from './run.ts'

test(`the first ${seeds} runs`, () => expectSound(1), timeoutMs)

test('the same seed does the same', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const [one, again] = [await simulate(seed), await simulate(seed)]
    expect({ digest: again.digest, steps: again.steps }).toEqual({ digest: one.digest, steps: one.steps })
  }
})

test('another seed does something else', async () => {
  const digests = new Set<number>()
  for (let seed = 1; seed <= 20; seed++) digests.add((await simulate(seed)).digest)
  expect(digests.size).toBe(20)
})

test('what failed says with which seed, at which step, and how to see it again', async () => {
  const trace = ['0.0s purchase', '1.0s credit']
  const failure = { invariant: 'a', problem: 'a: b', trace }
  const text = describeRun({ seed: 17, steps: 2, digest: 1, counts: new Map(), failure })
  expect(text).toBe(
    'Seed 17 has failed: a: b\n  0.0s purchase\n  1.0s credit\nAll of its steps: npm run simulate -- --seed 17'
  )
})
