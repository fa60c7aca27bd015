// Turns of what is compared: each subject asks at one load, then the next one does, in rounds.
import { setTimeout as pause } from 'node:timers/promises'
import type { Server } from './servers.ts'
import { readStream, type Shape, type Target } from './stream.ts'

const warmUpForMs = 1000
/** What a server still does after the last stream has ended belongs to the streams. */
const tailMs = 300

export interface Load {
  /** Streams at once; each lane asks again when its stream has ended. */
  lanes: number
  shape: Shape
  forMs: number
  /** All lanes ask in the same instant, and ask again when the last of their streams has ended. */
  isBurst?: true
  /**
   * How long the subject is asked before its turn counts: while others took theirs, the runtime has thrown away what it had compiled.
   * Absent: each turn begins as the others have left it.
   */
  warmUpMs?: number
  /** Between that and the turn the subject is left alone, so that its objects leave memory. */
  restMs?: number
}

export interface Subject<Name extends string = string> {
  name: Name
  /** Null where there is no server besides the upstream. */
  server: Pick<Server, 'cpuMs'> | null
  /** Made anew for every turn, because access tokens expire. @returns one target for each user */
  targets: () => Promise<Target[]>
}

export interface Turn {
  /** Of each stream. */
  firstMs: number[]
  /** CPU of the server for each stream; null where there is no server. */
  cpuMs: number | null
  /**
   * CPU of the server between a request and its first word, of a single stream; between all requests of a burst and half of their first
   * words. On a quiet core it is the wait; on a busy one it is what the wait would be. Empty: there is no server, or streams overlap.
   */
  workMs: number[]
}

type Answers = Pick<Turn, 'firstMs' | 'workMs'>

type Asking = Pick<Subject, 'server'> & { ready: readonly Target[] }

/** Lanes begin spread over the length of one stream. */
async function inLanes({ server, ready }: Asking, { lanes, shape }: Load, until: number): Promise<Answers> {
  const answers: Answers = { firstMs: [], workMs: [] }
  const runLane = async (lane: number) => {
    await pause((shape.chunks * shape.pauseMs * lane) / lanes)
    do {
      const before = lanes === 1 ? server?.cpuMs() : undefined
      const heard = () => before !== undefined && server && answers.workMs.push(server.cpuMs() - before)
      answers.firstMs.push(await readStream(ready[lane % ready.length]!, shape, heard))
    } while (performance.now() < until)
  }
  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  return answers
}

async function inBursts({ server, ready }: Asking, { lanes, shape }: Load, until: number): Promise<Answers> {
  const answers: Answers = { firstMs: [], workMs: [] }
  do {
    const before = server?.cpuMs() ?? 0
    let heardOf = 0
    const heard = () => ++heardOf === Math.ceil(lanes / 2) && server && answers.workMs.push(server.cpuMs() - before)
    const asked = Array.from({ length: lanes }, (_, lane) => readStream(ready[lane % ready.length]!, shape, heard))
    answers.firstMs.push(...(await Promise.all(asked)))
    // What is left to do of one burst must not meet the next one.
    await pause(tailMs)
  } while (performance.now() < until)
  return answers
}

/** Asks until the time is up. */
export async function takeTurn({ server, targets }: Subject, load: Load, forMs: number): Promise<Turn> {
  const { warmUpMs, restMs = tailMs } = load
  const ready = await targets()
  const ask = (ms: number) => (load.isBurst ? inBursts : inLanes)({ server, ready }, load, performance.now() + ms)
  if (warmUpMs !== undefined) {
    await ask(warmUpMs)
    await pause(restMs)
  }
  const cpuBefore = server?.cpuMs() ?? 0
  const answers = await ask(forMs)
  await pause(tailMs)
  return { ...answers, cpuMs: server && (server.cpuMs() - cpuBefore) / answers.firstMs.length }
}

/** As busy as a server is that has worked for a while: V8 compiles well only what has run some thousand times. */
export interface Heat extends Pick<Load, 'lanes' | 'shape'> {
  /** Streams that are read to their end before a turn counts. */
  streams: number
}

async function heatUp({ server, targets }: Subject, { lanes, shape, streams }: Heat): Promise<void> {
  const ready = await targets()
  for (let read = 0; read < streams;) {
    const { firstMs } = await inLanes({ server, ready }, { lanes, shape, forMs: 0 }, performance.now() + warmUpForMs)
    read += firstMs.length
  }
}

export interface Rounds<Name extends string, Asked extends Load> {
  loads: readonly Asked[]
  rounds: number
  /** Whether the subject can be asked this. Absent: each can. */
  isAsked?: (subject: Subject<Name>, load: Asked) => boolean
  /** Then a subject takes all its turns of a round at once, while it is hot. Absent: the subjects take turns at each load. */
  heat?: Heat | undefined
}

/** The subjects take turns, in the opposite order every second round; the first round warms up and is thrown away. */
export async function takeTurns<Name extends string, Asked extends Load>(
  subjects: readonly Subject<Name>[],
  { loads, rounds, heat, isAsked = () => true }: Rounds<Name, Asked>,
  onTurn: (load: Asked, subject: Subject<Name>, turn: Turn) => void
): Promise<void> {
  for (let round = 0; round <= rounds; round++) {
    console.log(round === 0 ? 'Warming up …' : `Round ${round} of ${rounds} …`)
    const inOrder = round % 2 === 0 ? subjects.toReversed() : subjects
    const turns = heat
      ? inOrder.flatMap((subject) => loads.map((load) => ({ subject, load })))
      : loads.flatMap((load) => inOrder.map((subject) => ({ subject, load })))
    let hot: Subject | undefined
    for (const { subject, load } of turns.filter((one) => isAsked(one.subject, one.load))) {
      if (round === 0) {
        if (load.warmUpMs === undefined) await takeTurn(subject, load, warmUpForMs)
        continue
      }
      if (heat && hot !== subject) await heatUp(subject, heat)
      hot = subject
      onTurn(load, subject, await takeTurn(subject, load, load.forMs))
    }
  }
}

/** @param part 0.5 for the median */
export function shareOf(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

export const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(1)}`
