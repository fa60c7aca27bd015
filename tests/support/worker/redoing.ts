// Delivered works that their users call broken.
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { openHistory } from '#data/base/database.ts'
import { findUserJob, type JobRow } from '#data/history/jobs.ts'
import { rowsOf, sendWith } from './generating.ts'
import { delivered, endOf, jobOf, newJob, type Ordered } from './jobs.ts'
import { newPerson, type Person } from './person.ts'
import { TestQueue } from './test-queue.ts'

export const tokens = 100
export const free = { ...delivered, charged: 0 }

export async function madeBy(person: Person, service: string, prompt: string, ordered: Ordered = {}): Promise<JobRow> {
  const queue = new TestQueue()
  const job = await newJob(service, prompt, { ...ordered, userId: person.userId })
  queue.send(job.id)
  await queue.drain()
  expect(await endOf(job)).toEqual(delivered)
  return jobOf(job)
}

export async function made(service: string, prompt: string, ordered: Ordered = {}) {
  const person = await newPerson({ tokens })
  return { person, work: await madeBy(person, service, prompt, ordered), queue: new TestQueue() }
}

export const ask = (person: Person, { operationId }: Pick<JobRow, 'operationId'>, bindings: object) =>
  sendWith(person, bindings, `/jobs/${operationId}/redo`, { body: {} })

export async function jobIn(response: Response): Promise<Job> {
  const envelope = await response.json<{ data: { job: Job } }>()
  expect(response.status).toBe(200)
  return envelope.data.job
}

export async function rowOf(person: Person, { id }: Job): Promise<JobRow> {
  const row = await findUserJob(openHistory(env, person.userId), person.userId, id)
  if (!row) throw new Error('There is no such job')
  return row
}

export const redosOf = async (person: Person) => (await rowsOf(person)).filter(({ redoOf }) => redoOf !== null)
