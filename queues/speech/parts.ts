// The parts of a recording in R2. A part is named by what is read in it and how, so that a job that is repeated after it
// failed finds what is made already, and the provider is not paid for it again.
import { createHash } from 'node:crypto'
import { speechPartFactsKey, speechPartKey } from '#data/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { speechParts } from '#domain/speech-parts.ts'
import type { Cue } from '#domain/subtitles.ts'
import { retried } from '#durable-objects/retry.ts'
import type { MediaRequest } from '#providers/media/media.ts'
import { orderedSound, type Sound } from './sound.ts'

/** What the provider is asked for, of one part. */
export type PartOptions = MediaRequest['options']

type Spoken = Pick<JobRow, 'userId' | 'upstreamModel' | 'options'>

/** The options of all parts, in their order; those of one have always the same order, which names it. */
export function partsOf({ options }: Pick<JobRow, 'options'>): PartOptions[] {
  const { prompt = '', voice = '', speed, stability, style, tempo } = options
  const { outputFormat } = orderedSound({ options })
  return speechParts(String(prompt)).map(({ text, before, after }) => ({
    prompt: text,
    voice,
    outputFormat,
    ...(speed !== undefined && { speed }),
    ...(stability !== undefined && { stability }),
    ...(style !== undefined && { style }),
    ...(tempo !== undefined && { tempo }),
    ...(before !== '' && { previousText: before }),
    ...(after !== '' && { nextText: after })
  }))
}

const digestOf = ({ upstreamModel, options: { format = '' } }: Spoken, part: PartOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([upstreamModel, format, Object.entries(part)]))
    .digest('hex')
    .slice(0, 32)

const keyOf = (row: Spoken, part: PartOptions) => speechPartKey(row.userId, digestOf(row, part))
const factsKeyOf = (row: Spoken, part: PartOptions) => speechPartFactsKey(row.userId, digestOf(row, part))

/** How far a recording is. */
export interface Made {
  parts: PartOptions[]
  /** Undefined: all are made. */
  next: PartOptions | undefined
  count: number
}

export async function madeOf({ MEDIA }: Env, row: Spoken): Promise<Made> {
  const parts = partsOf(row)
  // A recording of one part is stored as the result at once.
  if (parts.length === 1) return { parts, next: parts[0], count: 0 }
  const stored = await Promise.all(parts.map((part) => MEDIA.head(keyOf(row, part))))
  const missing = stored.findIndex((object) => object === null)
  return { parts, next: parts[missing], count: stored.filter((object) => object !== null).length }
}

interface PartFacts {
  durationSeconds: number
  cues: Cue[]
}

/** Stores the sound last: when it is there, the rest is too. */
export async function keepPart({ MEDIA }: Env, row: Spoken, part: PartOptions, sound: Sound): Promise<void> {
  const { bytes, ...facts } = sound
  await retried(() => MEDIA.put(factsKeyOf(row, part), JSON.stringify(facts satisfies PartFacts)), tries)
  await retried(() => MEDIA.put(keyOf(row, part), bytes), tries)
}

const tries = { attemptsMax: 3, firstPauseMs: 250 }

export interface StoredPart extends PartFacts {
  key: string
  sizeBytes: number
}

/** All parts of a recording; null when one is gone again. */
export async function storedParts({ MEDIA }: Env, row: Spoken): Promise<StoredPart[] | null> {
  const found: StoredPart[] = []
  for (const part of partsOf(row)) {
    const key = keyOf(row, part)
    const [object, facts] = await Promise.all([MEDIA.head(key), MEDIA.get(factsKeyOf(row, part))])
    if (!object || !facts) return null
    found.push({ key, sizeBytes: object.size, ...(await facts.json<PartFacts>()) })
  }
  return found
}

/** Removes the parts of a recording that is complete or deleted. */
export async function removeParts({ MEDIA }: Env, row: Spoken): Promise<void> {
  const parts = partsOf(row)
  if (parts.length < 2) return
  await MEDIA.delete(parts.flatMap((part) => [keyOf(row, part), factsKeyOf(row, part)]))
}
