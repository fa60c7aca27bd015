// The tables that a run prints.
import type { AnswerCount, CountingResult } from './counts.ts'
import { costOf } from './prices.ts'
import { firstWordCells, type SubjectName, type Turn, type Turns } from './timing.ts'

const subjects: readonly SubjectName[] = ['direct', 'pipe', 'floor', 'product']

function shareOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

const median = (values: readonly number[]) => shareOf(values, 0.5)

export interface Row {
  name: string
  /** `added`: `direct` is in milliseconds, and the others are what they add to it. */
  kind: 'added' | 'plain'
  values: Partial<Record<SubjectName, number>>
  /** How the product compares with the floor: milliseconds more, or times. */
  toFloor: number | null
}

/** @param valueOf one figure for all turns of a subject; null where there is none */
function rowOf(name: string, kind: Row['kind'], turns: Turns[string], valueOf: (turns: Turn[]) => number | null): Row {
  const values: Row['values'] = {}
  const base = kind === 'added' && turns.direct ? (valueOf(turns.direct) ?? 0) : 0
  for (const subject of subjects) {
    const value = turns[subject] ? valueOf(turns[subject]) : null
    if (value !== null) values[subject] = subject === 'direct' ? value : value - base
  }
  const { floor, product } = values
  const compared = floor === undefined || product === undefined
  return { name, kind, values, toFloor: compared ? null : kind === 'added' ? product - floor : product / floor }
}

export const cpu = (turns: Turn[]) => {
  const known = turns.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]))
  return known.length === 0 ? null : median(known)
}
export const perSecond = (turns: Turn[]) => median(turns.map((turn) => turn.perSecond))
export const first = (part: number) => (turns: Turn[]) =>
  shareOf(
    turns.flatMap(({ firstMs }) => firstMs),
    part
  )

/** The part of the first word's time before the upstream spoke. */
export const before = (turns: Turn[]) => median(turns.flatMap(({ beforeMs }) => beforeMs))

export function timingRows(turns: Turns): Row[] {
  const of = (what: string) => turns[what] ?? {}
  return [
    ...firstWordCells.flatMap(({ name }) => [
      rowOf(`first word, streams at once: ${name}, median, ms`, 'added', of(name), first(0.5)),
      rowOf(`first word, streams at once: ${name}, p99, ms`, 'added', of(name), first(0.99)),
      rowOf(`… its part before the upstream spoke: ${name}, median, ms`, 'added', of(name), before)
    ]),
    ...firstWordCells.map(({ name, shape }) =>
      rowOf(`CPU a stream of ${shape.chunks} chunks, ${name} at once, ms`, 'plain', of(name), cpu)
    ),
    rowOf('streams of 200 chunks a second, one core', 'plain', of('saturation'), perSecond),
    rowOf('CPU a stream of 200 chunks, ms', 'plain', of('saturation'), cpu),
    rowOf('balance reads a second (floor: a bare object)', 'plain', of('balance'), perSecond),
    rowOf('CPU a balance read, ms', 'plain', of('balance'), cpu)
  ]
}

export const shown = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) < 2 ? 2 : 1)
const signed = (value: number) => (value < 0 ? shown(value) : `+${shown(value)}`)
export const table = (rows: readonly string[][]) =>
  rows
    .map((row) => `| ${row.join(' | ')} |`)
    .toSpliced(1, 0, `|${'---|'.repeat(rows[0]?.length ?? 0)}`)
    .join('\n')

export const timingTable = (rows: readonly Row[]) =>
  table([
    ['', ...subjects, 'product to floor'],
    ...rows.map(({ name, kind, values, toFloor }) => [
      name,
      ...subjects.map((subject) => {
        const value = values[subject]
        if (value === undefined) return '–'
        return kind === 'added' && subject !== 'direct' ? signed(value) : shown(value)
      }),
      toFloor === null ? '–' : kind === 'added' ? signed(toFloor) : `${shown(toFloor)}×`
    ])
  ])

const countLines: readonly [string, (count: AnswerCount) => string][] = [
  ['hops before the upstream', ({ hops }) => `${hops.length}: ${hops.join(' → ')}`],
  ['object calls, alarms included', ({ objectCalls }) => String(objectCalls)],
  ['fresh objects', ({ freshObjects }) => String(freshObjects)],
  ['object commits', ({ commits }) => String(commits)],
  ['object rows written', ({ objectRowsWritten }) => String(objectRowsWritten)],
  ['object rows read', ({ objectRowsRead }) => String(objectRowsRead)],
  ['D1 trips / statements', ({ d1Trips, d1Statements }) => `${d1Trips} / ${d1Statements}`],
  ['D1 rows written / read', ({ d1RowsWritten, d1RowsRead }) => `${d1RowsWritten} / ${d1RowsRead}`],
  ['seconds of objects awake', ({ awakeSeconds }) => awakeSeconds.toFixed(1)]
]

export const countTable = ({ single, opening, continuing, long }: CountingResult['answers']) =>
  table([
    ['one answer', 'no conversation', 'first turn', 'next turn', 'next turn, 20 s'],
    ...countLines.map(([name, tell]) => [name, ...[single, opening, continuing, long].map(tell)])
  ])

export const costTable = (long: AnswerCount) =>
  table([
    ['1,000 answers of 20 s', 'USD'],
    ...Object.entries(costOf(long, 1000)).map(([name, dollars]) => [name, dollars.toFixed(4)])
  ])
