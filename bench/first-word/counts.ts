// The counting run: single answers through the product with all its calls, commits and rows counted, apart from the
// timing run, which counting would slow.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '#scripts/root.ts'
import { tracePath } from './paths.ts'
import { accessTokenOf, addConversation, migrate, type Person, seedPeople } from './people.ts'
import { productBindings, startProductWorker, type Workplace } from './servers.ts'
import type { Shape } from './shape.ts'
import { readJson, readStream } from './stream.ts'
import { productTarget } from './targets.ts'
import { awakeSeconds, hopsBefore, type Trace } from './trace.ts'
import { CommitWatch } from './wal.ts'

/** Twenty seconds at fifty tokens a second, as a fast model answers. */
const longShape: Shape = { chunks: 1000, pauseMs: 20 }
export const shortShape: Shape = { chunks: 10, pauseMs: 5 }
/** Longer than the wallet waits before it copies its journal to D1; nothing else of an answer is due within minutes. */
export const afterMs = 6_000

export interface AnswerCount {
  seconds: number
  /** Calls in a row before the upstream is asked, like `D1, USER.ask`. */
  hops: string[]
  objectCalls: number
  freshObjects: number
  commits: number
  objectRowsWritten: number
  objectRowsRead: number
  d1Trips: number
  d1Statements: number
  d1RowsWritten: number
  d1RowsRead: number
  awakeSeconds: number
}

export interface CountingResult {
  people: Person[]
  /** Without a conversation, the first turn of one, the next turn of it, and that for twenty seconds. */
  answers: Record<'single' | 'opening' | 'continuing' | 'long', AnswerCount>
}

/** The product's entry with every class and binding of wrangler.toml wrapped. */
export function writeCountedEntry(folder: string): string {
  const { objects, databases } = productBindings()
  const workers = join(root, 'bench/first-word/workers')
  const names = JSON.stringify({ objects: objects.map(({ name }) => name), databases })
  const file = join(folder, 'counted-entry.ts')
  const lines = [
    `import * as product from ${JSON.stringify(join(workers, 'seeded.ts'))}`,
    `import { countedHandler, countedObject } from ${JSON.stringify(join(workers, 'counted.ts'))}`,
    `const counted = ${names}`,
    ...objects.map(
      ({ name, className }) =>
        `export const ${className} = countedObject(product.${className}, ${JSON.stringify(name)}, counted)`
    ),
    'export default countedHandler(product.default, counted)'
  ]
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, lines.join('\n'))
  return relative(root, file)
}

const nameOf = ({ kind, target, call }: Trace['steps'][number]) =>
  kind === 'd1' ? 'D1' : `${target.split(' ')[0]}.${call}`

function countOf(trace: Trace, writes: { commits: number; freshObjects: number }, seconds: number, endMs: number) {
  const { steps, counts } = trace
  const trips = steps.filter(({ kind }) => kind === 'd1')
  return {
    seconds,
    hops: hopsBefore(steps).map(nameOf),
    objectCalls: steps.filter(({ kind }) => kind === 'object').length + counts.alarmsRun,
    ...writes,
    // An alarm is billed as one row, and set without a cursor.
    objectRowsWritten: counts.objectRowsWritten + counts.alarmsSet,
    objectRowsRead: counts.objectRowsRead,
    d1Trips: trips.length,
    d1Statements: trips.reduce((sum, { statements }) => sum + statements, 0),
    d1RowsWritten: counts.d1RowsWritten,
    d1RowsRead: counts.d1RowsRead,
    awakeSeconds: awakeSeconds(trace, endMs)
  } satisfies AnswerCount
}

const settled = () => new Promise((resolve) => setTimeout(resolve, afterMs))

/** Seeds the people and counts. What is stored stays for the timing run. */
export async function countAnswers(place: Workplace, peopleCount: number): Promise<CountingResult> {
  const { miniflare, server } = await startProductWorker(
    place,
    'counted',
    writeCountedEntry(join(place.folder, 'counted'))
  )
  for (const binding of productBindings().databases) await migrate(miniflare, binding)
  const people = await seedPeople(server.url, peopleCount)
  const [person] = people
  if (!person) throw new Error('Nobody was seeded')
  const headers = { authorization: `Bearer ${await accessTokenOf(place.settings, person)}` }
  const conversationId = await addConversation(server.url, headers)
  const watch = new CommitWatch(join(place.folder, 'state/product/do'))

  const count = async (shape: Shape, conversation?: number): Promise<AnswerCount> => {
    await settled()
    watch.take()
    await readJson(`${server.url}${tracePath}`, headers)
    const startedAt = performance.now()
    await readStream(productTarget(server.url, headers, conversation), shape)
    const seconds = (performance.now() - startedAt) / 1000
    const endMs = Date.now()
    await settled()
    const trace = (await readJson(`${server.url}${tracePath}`, headers)) as Trace
    return countOf(trace, watch.take(), seconds, endMs)
  }

  const answers = {
    // The first answer of a user also makes what every later one finds, so it is asked once and not counted.
    single: (await count(shortShape), await count(shortShape)),
    opening: await count(shortShape, conversationId),
    continuing: await count(shortShape, conversationId),
    long: await count(longShape, conversationId)
  }
  watch.stop()
  await server.stop()
  return { people, answers }
}
