import { expect, test } from 'vitest'
import { describe as describeRun, total } from './report.ts'
import { type Ran, simulate } from './run.ts'

/** Seeds that have found something once; each says what. */
const pinned: readonly (readonly [seed: number, found: string])[] = [
  [358, 'an order that was given up before it had a payment was looked at for ever']
]

const seeds = 300
/** Only bounds what hangs. */
const timeoutMs = 10 * 60_000

test(
  `all invariants hold in ${seeds} runs, and everything that can go wrong has gone wrong in one of them`,
  async () => {
    const runs: Ran[] = []
    for (let seed = 1; seed <= seeds; seed++) {
      const ran = await simulate(seed)
      expect(ran.failure, describeRun(ran)).toBeNull()
      runs.push(ran)
    }
    expect(total(runs).missing).toEqual([])
  },
  timeoutMs
)

test('all invariants hold where they once did not', async () => {
  for (const [seed, found] of pinned) {
    const ran = await simulate(seed)
    expect(ran.failure, `${found}: ${describeRun(ran)}`).toBeNull()
  }
})

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
