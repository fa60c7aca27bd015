// The run with `--grown`: fresh and grown users of one product process take turns, and what a grown user's request costs
// is compared with a fresh one's.
import { countGrowth } from './growth-counts.ts'
import { type GrowthSubject, growthSubjects, reads, readsOf, targetsOf } from './growth-subjects.ts'
import { growPeople, type GrowthName } from './growing.ts'
import { before, cpu, first, perSecond, shown, table } from './report.ts'
import { startProductWorker, watchOthers, type Workplace } from './servers.ts'
import {
  firstWordCells,
  readTurn,
  type RoundRow,
  saturation,
  streamTurn,
  takeTurns,
  type Turn,
  type TurnsOf
} from './timing.ts'

/** How many times a fresh user's cost a grown user's may be. */
const ratioMax = 1.5

const cells = [...firstWordCells.filter(({ lanes }) => lanes <= 10), saturation]

const rows: readonly RoundRow<GrowthSubject>[] = [
  ...cells.map((cell) => ({
    name: cell.name,
    turn: (subject: GrowthSubject, isWarmUp: boolean) =>
      streamTurn({ server: subject.server, targets: () => targetsOf(subject) }, cell, isWarmUp)
  })),
  ...Object.entries(reads).map(([name, pathOf]) => ({
    name,
    turn: async (subject: GrowthSubject, isWarmUp: boolean) =>
      readTurn(subject.server, await readsOf(subject, pathOf), isWarmUp)
  }))
]

export interface GrowthRow {
  name: string
  fresh: number
  grown: number
  /** How many times worse the grown user is off. */
  ratio: number
}

function growthRows(turns: TurnsOf<GrowthName>): GrowthRow[] {
  const row = (name: string, what: string, valueOf: (turns: Turn[]) => number | null): GrowthRow => {
    const valueFor = (who: GrowthName) => valueOf(turns[what]?.[who] ?? []) ?? Number.NaN
    const [fresh, grown] = [valueFor('fresh'), valueFor('grown')]
    return { name, fresh, grown, ratio: valueOf === perSecond ? fresh / grown : grown / fresh }
  }
  return [
    ...cells
      .slice(0, -1)
      .flatMap(({ name }) => [
        row(`first word, streams at once: ${name}, median, ms`, name, first(0.5)),
        row(`first word, streams at once: ${name}, p99, ms`, name, first(0.99)),
        row(`… its part before the upstream spoke: ${name}, median, ms`, name, before)
      ]),
    ...cells.map(({ name, shape, lanes }) =>
      row(`CPU a stream of ${shape.chunks} chunks, ${lanes} at once, ms`, name, cpu)
    ),
    row('streams of 200 chunks a second, one core', saturation.name, perSecond),
    ...Object.keys(reads).flatMap((name) => [
      row(`${name} a second`, name, perSecond),
      row(`CPU of ${name}, ms each`, name, cpu)
    ])
  ]
}

export const growthTable = (measured: readonly GrowthRow[]) =>
  table([
    ['', 'fresh', 'grown', `times worse, at most ${ratioMax}`],
    ...measured.map(({ name, fresh, grown, ratio }) => [
      name,
      shown(fresh),
      shown(grown),
      `${ratio.toFixed(2)}×${ratio > ratioMax ? ' (too much)' : ''}`
    ])
  ])

/** Grows the users, counts and times what they ask for. */
export async function measureGrowth(place: Workplace, rounds: number, onRound: (round: number) => void) {
  console.log('Growing users …')
  const people = await growPeople(place)
  console.log('Counting what single requests read …')
  const counts = await countGrowth(place, people)
  const { server } = await startProductWorker(place, 'product', 'worker/index.ts')
  const othersShareOf = watchOthers([server])
  const subjects = growthSubjects(place, server, people)
  const turns = await takeTurns<GrowthName, GrowthSubject>(subjects, rows, rounds, onRound)
  const othersShare = othersShareOf()
  await server.stop()
  return { rows: growthRows(turns), counts, turns, othersShare }
}
