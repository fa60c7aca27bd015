// The timing run: the upstream read directly, the pipe, the metered floor and the product take turns in every round, in
// the opposite order every second round, so that other load on the machine meets all of them.
import { performance } from 'node:perf_hooks'
import type { Server } from './servers.ts'
import type { Shape } from './shape.ts'
import { readJson, readStream, type StreamTimes, type Target } from './stream.ts'

export type SubjectName = 'direct' | 'pipe' | 'floor' | 'product'

export interface Subject {
  name: SubjectName
  /** Null where there is no server besides the upstream. */
  server: Server | null
  /** Made anew for every turn, because access tokens expire. @returns one target for each user */
  targets: () => Promise<Target[]>
  /** Reads a balance; null where there is none. */
  balance: (() => Promise<Read[]>) | null
}

/** Where JSON is read. */
export type Read = Pick<Target, 'url' | 'headers'>

interface Cell {
  name: string
  /** Streams at once; each lane asks again when its stream has ended. */
  lanes: number
  shape: Shape
  forMs: number
}

export const firstWordCells: readonly Cell[] = [
  { name: '1', lanes: 1, shape: { chunks: 10, pauseMs: 5 }, forMs: 2_000 },
  { name: '10', lanes: 10, shape: { chunks: 50, pauseMs: 10 }, forMs: 3_000 },
  { name: '50', lanes: 50, shape: { chunks: 50, pauseMs: 20 }, forMs: 4_000 },
  { name: '100', lanes: 100, shape: { chunks: 50, pauseMs: 20 }, forMs: 5_000 },
  // As many readers, half as many streams a second: where the row above is beyond one core, this one tells the wait for the core
  // from what the product adds.
  { name: '100 slower', lanes: 100, shape: { chunks: 50, pauseMs: 40 }, forMs: 6_000 }
]

export const saturation: Cell = { name: 'saturation', lanes: 32, shape: { chunks: 200, pauseMs: 0 }, forMs: 4_000 }
const readLanes = 16
const readForMs = 2_000
const warmUpForMs = 1_000
/** What a server still does after the last stream has ended belongs to the streams. */
const tailMs = 300

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Runs `work` in lanes until the time is up; a lane's last piece of work may end later. */
async function inLanes(
  { lanes, forMs, spreadMs }: { lanes: number; forMs: number; spreadMs: number },
  work: (lane: number) => Promise<void>
): Promise<void> {
  const until = performance.now() + forMs
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      await pause((spreadMs * lane) / lanes)
      do await work(lane)
      while (performance.now() < until)
    })
  )
}

/** What one turn of one subject gave. */
export interface Turn {
  firstMs: number[]
  beforeMs: number[]
  perSecond: number
  /** CPU of the server for each stream or read; null where there is no server. */
  cpuMs: number | null
}

async function cpuOf(server: Server | null, work: () => Promise<void>): Promise<number | null> {
  const before = server?.cpuMs() ?? 0
  await work()
  await pause(tailMs)
  return server ? server.cpuMs() - before : null
}

type Streaming = Pick<Subject, 'server' | 'targets'>

/** @param isWarmUp a shorter turn */
export async function streamTurn({ server, targets }: Streaming, cell: Cell, isWarmUp: boolean): Promise<Turn> {
  const { lanes, shape } = cell
  const forMs = isWarmUp ? warmUpForMs : cell.forMs
  const ready = await targets()
  const times: StreamTimes[] = []
  const startedAt = performance.now()
  const spreadMs = shape.chunks * shape.pauseMs
  const cpuMs = await cpuOf(server, () =>
    inLanes({ lanes, forMs, spreadMs }, async (lane) => {
      const target = ready[lane % ready.length]
      if (target) times.push(await readStream(target, shape))
    })
  )
  return {
    firstMs: times.map(({ firstMs }) => firstMs),
    beforeMs: times.map(({ beforeMs }) => beforeMs),
    perSecond: times.length / ((Math.max(...times.map(({ endedAt }) => endedAt)) - startedAt) / 1000),
    cpuMs: cpuMs === null ? null : cpuMs / times.length
  }
}

/** @param isWarmUp a shorter turn */
export async function readTurn(server: Server | null, targets: readonly Read[], isWarmUp: boolean): Promise<Turn> {
  const forMs = isWarmUp ? warmUpForMs : readForMs
  let done = 0
  const cpuMs = await cpuOf(server, () =>
    inLanes({ lanes: readLanes, forMs, spreadMs: 0 }, async (lane) => {
      const target = targets[lane % targets.length]
      if (target) await readJson(target.url, target.headers())
      done++
    })
  )
  return { firstMs: [], beforeMs: [], perSecond: done / (forMs / 1000), cpuMs: cpuMs === null ? null : cpuMs / done }
}

/** All turns, by what was measured and by subject. */
export type TurnsOf<Name extends string> = Record<string, Partial<Record<Name, Turn[]>>>
export type Turns = TurnsOf<SubjectName>

/** One row of a round. `turn` gives null for a subject that has no such thing. */
export interface RoundRow<Who> {
  name: string
  turn: (subject: Who, isWarmUp: boolean) => Promise<Turn | null>
}

/** @param onRound called before each round, with its number; 0 is the warm-up, which is thrown away */
export async function takeTurns<Name extends string, Who extends { name: Name }>(
  subjects: readonly Who[],
  rows: readonly RoundRow<Who>[],
  rounds: number,
  onRound: (round: number) => void
): Promise<TurnsOf<Name>> {
  const turns: TurnsOf<Name> = {}
  for (let round = 0; round <= rounds; round++) {
    onRound(round)
    const inOrder = round % 2 === 0 ? subjects.toReversed() : subjects
    for (const row of rows)
      for (const subject of inOrder) {
        const turn = await row.turn(subject, round === 0)
        if (round === 0 || !turn) continue
        const bySubject: Partial<Record<Name, Turn[]>> = (turns[row.name] ??= {})
        ;(bySubject[subject.name] ??= []).push(turn)
      }
  }
  return turns
}

const rows: readonly RoundRow<Subject>[] = [
  ...[...firstWordCells, saturation].map((cell) => ({
    name: cell.name,
    turn: (subject: Subject, isWarmUp: boolean) => streamTurn(subject, cell, isWarmUp)
  })),
  {
    name: 'balance',
    turn: async ({ server, balance }, isWarmUp) => balance && readTurn(server, await balance(), isWarmUp)
  }
]

/** @param onRound called before each round, with its number */
export const timeRounds = (
  subjects: readonly Subject[],
  rounds: number,
  onRound: (round: number) => void
): Promise<Turns> => takeTurns<SubjectName, Subject>(subjects, rows, rounds, onRound)
