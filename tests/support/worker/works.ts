// Finished jobs with results in the store, made without running them.
import { env } from 'cloudflare:workers'
import { openHistory } from '#data/database.ts'
import { jobIdOf, resultKey } from '#data/job-files.ts'
import { closeJob, endJob, insertJob, type NewJob } from '#data/history/jobs.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import type { Person } from './person.ts'
import { png } from './pictures.ts'

export interface Work {
  /** The row's id. */
  id: string
  /** The id in the API. */
  operationId: string
  /** Names the first result in a request. */
  ref: string
}

const order = {
  fingerprint: 'x',
  kind: 'image',
  service: 'dalle',
  model: null,
  provider: 'openai',
  upstreamModel: 'gpt-image-2.5-flare',
  parameters: { prompt: 'Кот' },
  options: {},
  language: null,
  uploads: [],
  priceTokens: 5
} as const

/** @param bytes of the result @param more columns that matter for the test */
export async function newWork(
  { userId }: Person,
  bytes: Uint8Array = png(80, 64),
  more: Partial<NewJob> = {}
): Promise<Work> {
  const operationId = crypto.randomUUID()
  const history = openHistory(env, userId)
  const id = jobIdOf(userId, operationId)
  await insertJob(history, { ...order, uploads: [], createdAt: Date.now(), ...more, id, userId, operationId })
  const facts = await inspectMedia(sourceOf(bytes))
  if (!facts) throw new Error('Not a media file')
  await env.MEDIA.put(resultKey(id, 0), bytes)
  const files = [{ index: 0, sizeBytes: bytes.length, ...facts }]
  await endJob(history, id, { step: 'completed', files }, { now: Date.now(), from: ['queued'] })
  await closeJob(history, id, { chargedTokens: 5, dueAt: null })
  return { id, operationId, ref: `work:${operationId}.0` }
}
