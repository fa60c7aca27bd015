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
  balance: (() => Promise<Pick<Target, 'url' | 'headers'>[]>) | null
}

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
  { name: '100', lanes: 100, shape: { chunks: 50, pauseMs: 20 }, forMs: 5_000 }
]

const saturation: Cell = { name: 'saturation', lanes: 32, shape: { chunks: 200, pauseMs: 0 }, forMs: 4_000 }
const readLanes = 16
const readForMs = 2_000
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

async function streamTurn({ server, targets }: Subject, { lanes, shape, forMs }: Cell): Promise<Turn> {
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

async function readTurn({ server, balance }: Subject, forMs: number): Promise<Turn | null> {
  if (!balance) return null
  const targets = await balance()
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
export type Turns = Record<string, Partial<Record<SubjectName, Turn[]>>>

/** @param onRound called before each round, with its number; 0 is the warm-up, which is thrown away */
export async function timeRounds(
  subjects: readonly Subject[],
  rounds: number,
  onRound: (round: number) => void
): Promise<Turns> {
  const turns: Turns = {}
  for (let round = 0; round <= rounds; round++) {
    onRound(round)
    const inOrder = round % 2 === 0 ? subjects.toReversed() : subjects
    const keep = (what: string, subject: Subject, turn: Turn | null) => {
      if (round === 0 || !turn) return
      const bySubject = (turns[what] ??= {})
      ;(bySubject[subject.name] ??= []).push(turn)
    }
    const briefly = round === 0 ? { forMs: 1_000 } : {}
    for (const cell of [...firstWordCells, saturation])
      for (const subject of inOrder) keep(cell.name, subject, await streamTurn(subject, { ...cell, ...briefly }))
    for (const subject of inOrder) keep('balance', subject, await readTurn(subject, briefly.forMs ?? readForMs))
  }
  return turns
}
