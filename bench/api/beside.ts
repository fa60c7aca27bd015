// Do calls of the API slow the site's own answers? One core serves all, so whatever works beside an answer slows it: as many streams of the
// floor, in a process of its own, tell the wait for the core from what an answer waits because it shares its isolate or its user's object.
import type { Buyer } from '../first-word/people.ts'
import type { Workplace } from '../first-word/servers.ts'
import type { Target } from '../first-word/stream.ts'
import { type Load, shareOf, signed, takeTurn } from '../first-word/turns.ts'
import { apiTargets, floorTargets, type Servers, siteTargets } from './subjects.ts'

/** Of one user at most as many calls are open at once. */
const callers = 10
const calls = { lanes: callers, shape: { chunks: 50, pauseMs: 20 } }
const answers: Load = { lanes: 2, shape: { chunks: 10, pauseMs: 10 }, forMs: 2500 }

interface Beside {
  name: string
  targets: (() => Promise<Target[]>) | null
}

/** @returns for each kind of traffic the first words of the site's answers beside it, in milliseconds */
export async function measureBeside(
  place: Workplace,
  people: readonly Buyer[],
  { servers: { floor, product }, rounds }: { servers: Servers; rounds: number }
): Promise<Map<string, number[]>> {
  const asking = people.slice(0, answers.lanes)
  const others = people.slice(answers.lanes, answers.lanes + callers)
  const kinds: Beside[] = [
    { name: 'nothing', targets: null },
    { name: 'streams of the floor', targets: () => floorTargets(place, others, floor) },
    { name: 'calls of other users', targets: async () => apiTargets(others, product) },
    { name: 'calls of the same users', targets: async () => apiTargets(asking, product) }
  ]
  const firstMs = new Map<string, number[]>()
  for (let round = 0; round < rounds; round++)
    for (const { name, targets } of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const beside = targets && { name, server: null, targets }
      const turns = await Promise.all([
        takeTurn(
          { name: 'site', server: null, targets: () => siteTargets(place, asking, product) },
          answers,
          answers.forMs
        ),
        ...(beside ? [takeTurn(beside, { ...calls, forMs: answers.forMs }, answers.forMs)] : [])
      ])
      firstMs.set(name, [...(firstMs.get(name) ?? []), ...turns[0].firstMs])
    }
  return firstMs
}

/** A row for each kind: the first word beside nothing in milliseconds, and what the others add to it. */
export function rowsBeside(firstMs: ReadonlyMap<string, number[]>): Record<string, Record<string, string>> {
  const alone = firstMs.get('nothing') ?? []
  const rows = [...firstMs].map(([name, values]) => {
    const shown = (part: number) =>
      values === alone ? shareOf(alone, part).toFixed(1) : signed(shareOf(values, part) - shareOf(alone, part))
    return [`an answer of the site beside ${name}`, { median: shown(0.5), p90: shown(0.9), p99: shown(0.99) }]
  })
  return Object.fromEntries(rows) as Record<string, Record<string, string>>
}
