// The rows that single requests of fresh and grown users read and write: unlike times, they do not depend on the machine.
import { join } from 'node:path'
import { afterMs, shortShape, writeCountedEntry } from './counts.ts'
import type { Grown, GrowthName } from './growing.ts'
import { type GrowthSubject, growthSubjects, reads, readsOf, targetsOf } from './growth-subjects.ts'
import { tracePath } from './paths.ts'
import { table } from './report.ts'
import { startProductWorker, type Workplace } from './servers.ts'
import { readJson, readStream } from './stream.ts'
import type { Counts, Trace } from './trace.ts'

type Rows = Pick<Counts, 'objectRowsRead' | 'objectRowsWritten' | 'd1RowsRead' | 'd1RowsWritten'>

/** By what is asked for. */
export type GrowthCounts = Record<GrowthName, Record<string, Rows>>

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Does `work` a second time, because the first time makes what later ones find, and counts that. */
async function rowsOf(url: string, work: () => Promise<unknown>, settleMs: number): Promise<Rows> {
  await work()
  await pause(settleMs)
  await readJson(url + tracePath, {})
  await work()
  await pause(settleMs)
  const { counts } = (await readJson(url + tracePath, {})) as Trace
  const { objectRowsRead, objectRowsWritten, d1RowsRead, d1RowsWritten } = counts
  return { objectRowsRead, objectRowsWritten, d1RowsRead, d1RowsWritten }
}

async function countSubject(subject: GrowthSubject): Promise<Record<string, Rows>> {
  const { url } = subject.server
  const [target] = await targetsOf(subject)
  if (!target) throw new Error('Nobody was seeded')
  const counts: Record<string, Rows> = { 'an answer': await rowsOf(url, () => readStream(target, shortShape), afterMs) }
  for (const [name, pathOf] of Object.entries(reads)) {
    const [read] = await readsOf(subject, pathOf)
    if (read) counts[name] = await rowsOf(url, () => readJson(read.url, read.headers()), 0)
  }
  return counts
}

export async function countGrowth(place: Workplace, people: Record<GrowthName, Grown[]>): Promise<GrowthCounts> {
  const entry = writeCountedEntry(join(place.folder, 'counted'))
  const { server } = await startProductWorker(place, 'counted', entry)
  const [fresh, grown] = growthSubjects(place, server, people)
  if (!fresh || !grown) throw new Error('There are fresh and grown users')
  const counts = { fresh: await countSubject(fresh), grown: await countSubject(grown) }
  await server.stop()
  return counts
}

const shownRows = ({ objectRowsRead, objectRowsWritten, d1RowsRead, d1RowsWritten }: Rows) => [
  `${objectRowsRead} / ${objectRowsWritten}`,
  `${d1RowsRead} / ${d1RowsWritten}`
]

export const growthCountTable = ({ fresh, grown }: GrowthCounts) =>
  table([
    ['rows read / written by one', 'object, fresh', 'D1, fresh', 'object, grown', 'D1, grown'],
    ...Object.keys(fresh).map((name) => [
      name,
      ...[fresh[name], grown[name]].flatMap((rows) => (rows ? shownRows(rows) : ['–', '–']))
    ])
  ])
