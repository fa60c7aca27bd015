// Asks for generations as clients do, and reads the jobs, files and balances that result.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import type { Job } from '#contract/jobs.ts'
import { openHistory } from '#data/base/database.ts'
import { uploadKey } from '#data/files/job-files.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { jobs } from '#data/history/schema.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { dataOf, type Person } from './person.ts'
import { promptQueues } from './test-queue.ts'
import { wholeApp } from './whole-app.ts'

export const later = { prefer: 'respond-async' }
export const keyed = (id: string = crypto.randomUUID()) => ({ 'idempotency-key': id })

/** What every job says that was not made once more, and does not make another one so. */
export const neverRedone = { redoOf: null, redo: null }

interface Sending {
  body: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  onAnswer?: () => void
}

/** Calls the app as this person, with bindings that the test replaces. */
export async function sendWith(
  { userId, sessionId }: Person,
  bindings: object,
  path: string,
  { body, headers, signal, onAnswer }: Sending
): Promise<Response> {
  const token = signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
  const request = new Request(`${env.SITE_ORIGIN}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: signal ?? null
  })
  const context = createExecutionContext()
  const response = await wholeApp.fetch(request, { ...env, ...bindings }, context)
  onAnswer?.()
  await waitOnExecutionContext(context)
  return response
}

const wait = scheduler.wait.bind(scheduler)
/** Waits of 4 s and more are time limits. */
const shortened = (ms: number) => (ms < 4000 ? Math.min(ms, 10) : ms)

/**
 * Sends a request that waits for its job, for which neither the provider's seconds nor the pauses between two looks at the
 * job are waited. The clock moves on.
 */
export function sendAndWait(person: Person, path: string, sending: Sending): Promise<Response> {
  if (!vi.isFakeTimers()) vi.useFakeTimers({ toFake: ['Date'] })
  vi.spyOn(scheduler, 'wait').mockImplementation((ms, options) => wait(shortened(ms), options))
  return sendWith(person, promptQueues(), path, sending)
}

/** Queues that accept messages and deliver none, so that jobs stay queued. */
export function standingQueues() {
  const sent: unknown[] = []
  const queue = { send: async (body: unknown) => void sent.push(body) }
  return { sent, bindings: { IMAGE_JOBS: queue, VIDEO_JOBS: queue, AUDIO_JOBS: queue } }
}

/** The job of a 202 answer. */
export async function submitted(response: Response): Promise<SubmittedJobs> {
  expect(response.status).toBe(202)
  return (await response.json<{ data: SubmittedJobs }>()).data
}

export const jobOf = async (person: Person, id: string): Promise<Job> =>
  (await dataOf<{ job: Job }>(await person.send('GET', `/jobs/${id}`))).job

/** Waits until a job has ended and its tokens are settled. */
export async function overOf(person: Person, id: string): Promise<Job> {
  await expect.poll(async () => (await jobOf(person, id)).chargedTokens, { interval: 50 }).not.toBeNull()
  return jobOf(person, id)
}

export const rowsOf = ({ userId }: Person): Promise<JobRow[]> =>
  openHistory(env, userId).select().from(jobs).where(eq(jobs.userId, userId))

export const moneyOf = async ({ userId }: Person) => {
  const { availableTokens, reservedTokens } = await userOf(env, userId).view()
  return { availableTokens, reservedTokens }
}

/** The file that the user sent for a parameter, as the job stored it; null when there is none. */
export async function storedUpload({ id }: JobRow, parameter: string): Promise<Uint8Array | null> {
  const object = await env.MEDIA.get(uploadKey(id, parameter))
  return object ? new Uint8Array(await object.arrayBuffer()) : null
}

/** Checks that a refused request left no row and no reservation. */
export async function expectUntouched(person: Person, tokens: number): Promise<void> {
  expect(await rowsOf(person)).toEqual([])
  expect(await moneyOf(person)).toEqual({ availableTokens: tokens, reservedTokens: 0 })
}
