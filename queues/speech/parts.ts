// The parts of a recording in R2. The name of a part follows from its text and options, so that a job that is repeated after a
// failure finds the existing parts, and the provider is not paid twice. A part that needs encoding is also stored before that.
import { createHash } from 'node:crypto'
import { speechPartFactsKey, speechPartKey, speechPartSamplesKey } from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { speechParts } from '#domain/speech-parts.ts'
import type { Cue } from '#domain/subtitles.ts'
import { retried } from '#durable-objects/base/retry.ts'
import type { MediaRequest } from '#providers/media/media.ts'
import { isEncodedHere, orderedSound, type Sound } from './sound.ts'

/** The request to the provider for one part. */
export type PartOptions = MediaRequest['options']

type Spoken = Pick<JobRow, 'userId' | 'provider' | 'upstreamModel' | 'options' | 'supply'>

/** The options of all parts, in their order; the options of one part are always in the same order, because its name is their digest. */
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

/** What is heard: another account, model or name of the voice is another sound, and never comes into one recording. */
const spokenAt = ({ provider, upstreamModel, supply }: Spoken): string[] => [
  supply?.supplier ?? provider,
  supply?.model ?? upstreamModel,
  supply?.voice ?? ''
]

const digestOf = (row: Spoken, part: PartOptions): string =>
  createHash('sha256')
    .update(JSON.stringify([spokenAt(row), row.options['format'] ?? '', Object.entries(part)]))
    .digest('hex')
    .slice(0, 32)

const keyOf = (row: Spoken, part: PartOptions) => speechPartKey(row.userId, digestOf(row, part))
const factsKeyOf = (row: Spoken, part: PartOptions) => speechPartFactsKey(row.userId, digestOf(row, part))
const samplesKeyOf = (row: Spoken, part: PartOptions) => speechPartSamplesKey(row.userId, digestOf(row, part))

/** The progress of a recording. */
export interface Made {
  parts: PartOptions[]
  /** The part to make next; undefined: all are made. */
  next: PartOptions | undefined
  /** Whether the provider has made the next part, which only needs encoding. */
  isSpoken: boolean
  count: number
}

export async function madeOf({ MEDIA }: Env, row: Spoken): Promise<Made> {
  const parts = partsOf(row)
  // A recording of one part is stored as the result at once.
  const stored = parts.length === 1 ? [null] : await Promise.all(parts.map((part) => MEDIA.head(keyOf(row, part))))
  const next = parts[stored.indexOf(null)]
  const samples = next && isEncodedHere(row) ? await MEDIA.head(samplesKeyOf(row, next)) : null
  return { parts, next, isSpoken: samples !== null, count: stored.filter((object) => object !== null).length }
}

interface PartFacts {
  durationSeconds: number
  cues: Cue[]
}

const tries = { attemptsMax: 3, firstPauseMs: 250 }

/** Stores the sound last: when it exists, the rest does too. */
async function keep({ MEDIA }: Env, key: string, factsKey: string, { bytes, ...facts }: Sound): Promise<void> {
  await retried(() => MEDIA.put(factsKey, JSON.stringify(facts satisfies PartFacts)), tries)
  await retried(() => MEDIA.put(key, bytes), tries)
}

/** Stores a part that is ready to be joined. */
export const keepPart = (env: Env, row: Spoken, part: PartOptions, sound: Sound): Promise<void> =>
  keep(env, keyOf(row, part), factsKeyOf(row, part), sound)

/** Stores the provider's recording of a part that still needs encoding. */
export const keepSamples = (env: Env, row: Spoken, part: PartOptions, samples: Sound): Promise<void> =>
  keep(env, samplesKeyOf(row, part), factsKeyOf(row, part), samples)

/** The samples that `keepSamples` has stored; null when they were deleted. */
export async function storedSamples({ MEDIA }: Env, row: Spoken, part: PartOptions): Promise<Sound | null> {
  const [samples, facts] = await Promise.all([MEDIA.get(samplesKeyOf(row, part)), MEDIA.get(factsKeyOf(row, part))])
  if (!samples || !facts) return null
  return { bytes: new Uint8Array(await samples.arrayBuffer()), ...(await facts.json<PartFacts>()) }
}

/** Deletes samples that cannot be encoded: the provider must make the part again. */
export const removeSamples = ({ MEDIA }: Env, row: Spoken, part: PartOptions): Promise<void> =>
  MEDIA.delete(samplesKeyOf(row, part))

export interface StoredPart extends PartFacts {
  key: string
  sizeBytes: number
}

/** All parts of a recording; null when one was deleted. */
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
  const keysOf = isEncodedHere(row) ? [keyOf, factsKeyOf, samplesKeyOf] : [keyOf, factsKeyOf]
  if (parts.length > 1 || isEncodedHere(row))
    await MEDIA.delete(parts.flatMap((part) => keysOf.map((key) => key(row, part))))
}
