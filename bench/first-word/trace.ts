// What the counting run hands out, and what follows from it.

/** One call of an object, one trip to D1, or the call of the upstream. */
export interface Step {
  kind: 'object' | 'd1' | 'upstream'
  target: string
  call: string
  /** Statements of a trip to D1. */
  statements: number
  /** Whose code made the call: `worker`, or an object as `<binding> <name>`. */
  by: string
  /** Places in the order of all beginnings and ends; `end` is null while the call is open. */
  begin: number
  end: number | null
  beginMs: number
  endMs: number | null
}

export interface Counts {
  objectRowsWritten: number
  objectRowsRead: number
  alarmsSet: number
  alarmsRun: number
  d1RowsRead: number
  d1RowsWritten: number
}

export interface Trace {
  steps: Step[]
  counts: Counts
}

/** Whether the call is still open when `place` is reached in the order of events. */
const isOpenAt = ({ begin, end }: Step, place: number) => begin < place && (end === null || end > place)

/**
 * The calls that stand in a row between the request and the call of the upstream: the longest chain in which each call
 * begins after the one before has ended, or inside a call that is still open because its object is the one that asks the
 * upstream. Only calls of the Worker and of that object count: what another object does in its turn is its own hop.
 */
export function hopsBefore(steps: readonly Step[]): Step[] {
  const asked = steps.find(({ kind }) => kind === 'upstream')
  if (!asked) throw new Error('The upstream was never asked')
  const entered = steps.filter((step) => step.target === asked.by && isOpenAt(step, asked.begin))
  const candidates = steps.filter(
    (step) =>
      entered.includes(step) ||
      (step.kind !== 'upstream' &&
        (step.by === 'worker' || step.by === asked.by) &&
        step.end !== null &&
        step.end < asked.begin)
  )
  const chains = new Map<Step, Step[]>()
  for (const step of candidates.toSorted((a, b) => a.begin - b.begin)) {
    const earlier = [...chains].filter(
      ([before]) =>
        (before.end !== null && before.end < step.begin) || (entered.includes(before) && step.by === asked.by)
    )
    const longest = earlier.map(([, chain]) => chain).toSorted((a, b) => b.length - a.length)[0] ?? []
    chains.set(step, [...longest, step])
  }
  return [...chains.values()].toSorted((a, b) => b.length - a.length)[0] ?? []
}

/**
 * How long objects were awake, in seconds, summed over the objects: the times of all calls of an object, joined where
 * they overlap. The object that asked the upstream counts as awake until `answerEndMs`.
 */
export function awakeSeconds({ steps }: Trace, answerEndMs: number): number {
  const asker = steps.find(({ kind }) => kind === 'upstream')?.by
  const times = new Map<string, [number, number][]>()
  for (const { kind, target, beginMs, endMs } of steps) {
    if (kind !== 'object') continue
    const end = Math.max(endMs ?? answerEndMs, target === asker ? answerEndMs : 0)
    times.set(target, [...(times.get(target) ?? []), [beginMs, Math.max(beginMs, end)]])
  }
  let total = 0
  for (const spans of times.values()) {
    let until = 0
    for (const [begin, end] of spans.toSorted(([a], [b]) => a - b)) {
      total += Math.max(0, end - Math.max(begin, until))
      until = Math.max(until, end)
    }
  }
  return total / 1000
}
