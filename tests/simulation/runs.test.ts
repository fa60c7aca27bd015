// The runs of `npm test`: in one file, because a second thread would first have to load and compile all of the product once more.
import { registerHooks } from 'node:module'
import { expect, test } from 'vitest'
import { describe as describeRun, total } from './report.ts'
import { type Ran, simulate } from './run.ts'

const seeds = 1000
/** In so many runs everything that can go wrong goes wrong. */
const shareOfAll = 500
/** Only bounds what hangs. */
const timeoutMs = 10 * 60_000

/**
 * These load what the product imports late, and their outcome says nothing: while a module is loaded for the first time, time passes that
 * the simulator does not know, and an object that was killed meanwhile goes on.
 */
const loading = [1, 35]

/** All invariants hold, nothing is loaded meanwhile, and everything that can go wrong has gone wrong. */
async function soundRuns(): Promise<readonly Ran[]> {
  for (const seed of loading) await simulate(seed)
  const runs: Ran[] = []
  const loaded: string[] = []
  const hooks = registerHooks({
    load(url, context, next) {
      loaded.push(`${url} in run ${runs.length + 1}`)
      return next(url, context)
    }
  })
  for (let seed = 1; seed <= seeds; seed++) {
    const ran = await simulate(seed)
    expect(ran.failure, describeRun(ran)).toBeNull()
    runs.push(ran)
  }
  hooks.deregister()
  expect(loaded).toEqual([])
  for (let first = 0; first < seeds; first += shareOfAll)
    expect(total(runs.slice(first, first + shareOfAll)).missing).toEqual([])
  return runs
}

let runs: ReturnType<typeof soundRuns> | undefined

/** Run once for all tests of this file. */
const allRuns = () => (runs ??= soundRuns())

test(`${seeds} runs`, async () => expect(await allRuns()).toHaveLength(seeds), timeoutMs)

test(
  'the same seed does the same',
  async () => {
    for (const { seed, digest, steps } of (await allRuns()).slice(0, 20)) {
      const again = await simulate(seed)
      expect({ digest: again.digest, steps: again.steps }).toEqual({ digest, steps })
    }
  },
  timeoutMs
)

test(
  'another seed does something else',
  async () => expect(new Set((await allRuns()).map(({ digest }) => digest)).size).toBe(seeds),
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
