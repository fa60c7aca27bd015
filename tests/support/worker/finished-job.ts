// Finished jobs with results in the store, made without running them, and pictures edited by requests.
import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { openHistory } from '#data/base/database.ts'
import { jobIdOf, resultKey } from '#data/files/job-files.ts'
import { closeJob, endJob, insertJob, type NewJob } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { jobOf, later, sendWith, standingQueues, submitted } from './generating.ts'
import { answered, type Person } from './person.ts'
import { png } from './pictures.ts'
import { TestQueue } from './test-queue.ts'

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
export async function newFinishedJob(
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

/** The refusal of a file that was there once. */
export const gone = 'Этого файла больше нет: работа удалена. Загрузите файл или выберите другую работу'

/** Asks for an edited picture, which stays in the queue. */
export const edit = (
  person: Person,
  image: unknown,
  headers: Record<string, string> = {},
  bindings: object = standingQueues().bindings
) =>
  sendWith(person, bindings, '/ai/image/edit', { body: { image, prompt: 'Закат' }, headers: { ...later, ...headers } })

/** Asks the provider for a small picture: the sandbox takes long to paint a large one. */
async function shrink({ userId }: Person, operationId: string): Promise<void> {
  const [id, history] = [jobIdOf(userId, operationId), openHistory(env, userId)]
  const options = sql`json_set(${jobs.options}, '$.size', '128x128')`
  await history.update(jobs).set({ options }).where(eq(jobs.id, id))
}

/** Edits a picture, until the job has ended. @param isLarge the result has the size that the picture asks for */
export async function edited(person: Person, image: unknown, prompt = 'Закат', isLarge = false): Promise<Job> {
  const queue = new TestQueue()
  const body = { image, prompt }
  const { job } = await submitted(await sendWith(person, queue.bindings, '/ai/image/edit', { body, headers: later }))
  if (!isLarge) await shrink(person, job.id)
  await queue.drain()
  return jobOf(person, job.id)
}

export const removeJob = (person: Person, operationId: string) => person.send('DELETE', `/jobs/${operationId}/files`)

export async function expectRefusedImage(response: Response, msg: string) {
  expect(await answered(response)).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    data: { details: [{ path: 'image', msg }] }
  })
}
