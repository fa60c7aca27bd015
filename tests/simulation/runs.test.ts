import { expect, test } from 'vitest'
import { expectSound, seeds, timeoutMs } from './many-runs.ts'
import { describe as describeRun } from './report.ts'
import { simulate } from './run.ts'

let runs: ReturnType<typeof expectSound> | undefined

/** Run once for all tests of this file. */
const firstRuns = () => (runs ??= expectSound(1))

test(`the first ${seeds} runs`, async () => expect(await firstRuns()).toHaveLength(seeds), timeoutMs)

test(
  'the same seed does the same',
  async () => {
    for (const { seed, digest, steps } of (await firstRuns()).slice(0, 20)) {
      const again = await simulate(seed)
      expect({ digest: again.digest, steps: again.steps }).toEqual({ digest, steps })
    }
  },
  timeoutMs
)

test(
  'another seed does something else',
  async () => expect(new Set((await firstRuns()).map(({ digest }) => digest)).size).toBe(seeds),
  timeoutMs
)

test('what failed says with which seed, at which step, and how to see it again', async () => {
  const trace = ['0.0s purchase', '1.0s credit']
  const failure = { invariant: 'a', problem: 'a: b', trace }
  const text = describeRun({ seed: 17, steps: 2, digest: 1, counts: new Map(), failure })
  expect(text).toBe(
    'Seed 17 has failed: a: b\n  0.0s purchase\n  1.0s credit\nAll of its steps: npm run simulate -- --seed 17'
  )
})
