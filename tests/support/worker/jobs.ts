// Creates jobs without the HTTP call that submits them: a user with tokens, a reservation, a row.
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { mediaRouteOf, translated } from '#contract/catalogue/media-route.ts'
import { operationIdAt } from '#contract/catalogue/batch.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { JobBatch } from '#contract/jobs.ts'
import { defaultValues } from '#contract/catalogue/parameters.ts'
import { isShown } from '#contract/catalogue/shown-parameters.ts'
import { openHistory } from '#data/base/database.ts'
import { jobIdOf, uploadKey } from '#data/files/job-files.ts'
import { findJob, insertJob, type JobRow } from '#data/history/jobs.ts'
import { isEnded, reservationLifetimeMs } from '#domain/job.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { newPerson } from './person.ts'
import { expectSound } from './wallet-rows.ts'

export const startTokens = 100
export const priceTokens = 3

/** Creates a user with a session and tokens. */
export const newMaker = async (tokens = startTokens): Promise<string> => (await newPerson({ tokens })).userId

let operations = 0

export interface Ordered {
  userId?: string
  /** The uploaded files, by parameter. */
  files?: Record<string, Uint8Array>
  createdAt?: number
  settings?: Record<string, string>
  /** The place in a batch, whose id its own follows from. */
  batch?: JobBatch
}

/** Small pictures, because the sandbox takes long to paint large ones. */
const smaller: Record<string, Record<string, string | number>> = {
  dalle: { size: '128x128' },
  flux: { width: 256, height: 256 },
  'gpt-image-edit': { size: '128x128' }
}

function orderOf(service: string, prompt: string, settings: Record<string, string>) {
  const entry = findStudioEntry(service)
  if (!entry) throw new Error(`No service ${service}`)
  const all = { ...defaultValues(entry.parameters), ...settings, prompt }
  const isUsed = ([name]: [string, unknown]) => entry.parameters.some((one) => one.name === name && isShown(one, all))
  const values = Object.fromEntries(Object.entries(all).filter(isUsed))
  const { provider, model: upstreamModel, ...route } = mediaRouteOf(entry, values)
  const options = { ...translated({ provider, model: upstreamModel, ...route }, values), ...smaller[service] }
  const { language = null } = route
  return { kind: entry.kind, service, model: null, provider, upstreamModel, parameters: { prompt }, options, language }
}

/** Creates the state after a submission with default settings: tokens reserved, row queued, no message sent. */
export async function newJob(service: string, prompt: string, ordered: Ordered = {}): Promise<JobRow> {
  const { userId = await newMaker(), files = {}, createdAt = Date.now(), settings = {}, batch } = ordered
  const operationId = batch
    ? operationIdAt(batch.id, batch.index)
    : `operation-${crypto.randomUUID().slice(0, 8)}-${++operations}`
  const order = orderOf(service, prompt, settings)
  const id = jobIdOf(userId, operationId)
  for (const [parameter, bytes] of Object.entries(files)) await env.MEDIA.put(uploadKey(id, parameter), bytes)
  const reserved = await userOf(env, userId).reserve({
    id: operationId,
    fingerprint: prompt,
    priceTokens,
    owner: 'job',
    operation: { service, model: order.upstreamModel, action: { kind: order.kind } },
    lifetimeMs: reservationLifetimeMs(order.kind),
    runningMax: 1000
  })
  expect(reserved.state).toBe('reserved')
  const job = {
    ...order,
    id,
    userId,
    operationId,
    fingerprint: prompt,
    priceTokens,
    createdAt,
    ...(batch && { batch })
  }
  const { row } = await insertJob(openHistory(env, userId), { ...job, uploads: Object.keys(files) })
  return row
}

export async function jobOf({ id }: { id: string }): Promise<JobRow> {
  const row = await findJob(openHistory(env, id), id)
  if (!row) throw new Error('The job is gone')
  return row
}

/** How a job ended: its step, its charge and the number of stored files. */
export interface Ending {
  step: JobRow['step']
  failure: string | null
  charged: number | null
  /** Number of result files in R2. */
  files: number
}

export async function endOf(job: JobRow): Promise<Ending> {
  const row = await jobOf(job)
  expect(isEnded(row.step)).toBe(true)
  const stored = await env.MEDIA.list({ prefix: `results/${row.id}/` })
  return { step: row.step, failure: row.failure, charged: row.chargedTokens, files: stored.objects.length }
}

export const delivered: Ending = { step: 'completed', failure: null, charged: priceTokens, files: 1 }
export const cancelled: Ending = { step: 'cancelled', failure: null, charged: 0, files: 0 }
export const failedBy = (failure: string): Ending => ({ step: 'failed', failure, charged: 0, files: 0 })

/** Checks what must hold for every ended job: nothing scheduled, files whole, balance and charges agree. */
export async function expectAtRest(...jobs: JobRow[]) {
  const rows = await Promise.all(jobs.map(jobOf))
  for (const row of rows) {
    expect(row).toMatchObject({ leaseUntil: null, dueAt: null, finishedAt: expect.any(Number) })
    expect(row.chargedTokens).not.toBeNull()
    // A charged job is completed, and its files are stored whole.
    if (row.chargedTokens !== 0) expect(row.step).toBe('completed')
    for (const { index, sizeBytes } of row.files)
      expect((await env.MEDIA.head(`results/${row.id}/${index}`))?.size).toBe(sizeBytes)
    if (row.step === 'completed') expect(row.files).not.toEqual([])
  }
  for (const userId of new Set(rows.map((row) => row.userId))) {
    const mine = rows.filter((row) => row.userId === userId)
    const charged = mine.reduce((sum, row) => sum + (row.chargedTokens ?? 0), 0)
    const view = await userOf(env, userId).view()
    expect(view).toMatchObject({ reservedTokens: 0, usedTokens: charged, availableTokens: startTokens - charged })
    await expectSound(userId)
  }
}

const sandbox = new URL(env.BFL_BASE_URL).origin

/** Sets switches of the sandbox, such as its speed. */
export async function controlSandbox(controls: object): Promise<void> {
  const response = await fetch(`${sandbox}/control.json`, { method: 'POST', body: JSON.stringify(controls) })
  if (!response.ok) throw new Error(await response.text())
}

export interface UpstreamCounts {
  started: number
  running: number
  maxRunning: number
}

/** How many jobs the sandbox started for a provider, and how many run. */
export async function startsAt(provider: string): Promise<UpstreamCounts> {
  const response = await fetch(`${sandbox}/media.json`)
  const { providers }: { providers: Record<string, UpstreamCounts> } = await response.json()
  return providers[provider] ?? { started: 0, running: 0, maxRunning: 0 }
}
