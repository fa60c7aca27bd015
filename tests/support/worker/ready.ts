// Browsers that hear of ended jobs, played by the sandbox, and long jobs for them to hear of.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import type { ReadySettings } from '#contract/ready.ts'
import { openDirectory } from '#data/base/database.ts'
import { readyMessages } from '#data/directory/schema-ready.ts'
import type { ShownMessage } from '#worker/jobs/ready-texts.ts'
import { deliverDuties, standingDuties } from './clock.ts'
import { newJob } from './jobs.ts'
import { dataOf, type Person } from './person.ts'
import { TestQueue } from './test-queue.ts'

interface Browser {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

const directory = openDirectory(env)

/** A browser whose user has allowed messages; the sandbox plays it and its push service. */
export async function newBrowser(): Promise<Browser> {
  const made = await fetch(`${env.PUSH_ORIGINS}/push/subscriptions`, {
    method: 'POST',
    body: JSON.stringify({ applicationServerKey: env.VAPID_PUBLIC_KEY })
  })
  return made.json()
}

export const allow = async (person: Person, { endpoint, keys }: Browser) =>
  dataOf<ReadySettings>(await person.send('POST', '/user/ready/devices', { endpoint, ...keys }))

export const choose = async (person: Person, channel: string) =>
  dataOf<ReadySettings>(await person.send('PUT', '/user/ready', { channel }))

/** What the browser has got, oldest first. */
export async function shownOn({ endpoint }: Browser): Promise<ShownMessage[]> {
  const messages: { text: string }[] = await (await fetch(endpoint)).json()
  return messages.map(({ text }) => JSON.parse(text))
}

/** Lets its push service answer with this status so many times. */
export const breakService = ({ endpoint }: Browser, status: number, count: number) =>
  fetch(`${endpoint}/fault`, { method: 'PUT', body: JSON.stringify({ status, count }) })

export const messageOf = async ({ id }: { id: string }) =>
  (await directory.select().from(readyMessages).where(eq(readyMessages.id, id)))[0]

/** Runs a job that was submitted so many seconds ago. @returns the row and the messages for the clock's queue */
export async function ended(person: Person, prompt: string, seconds = 60) {
  const { sent, queues } = standingDuties()
  const queue = new TestQueue(queues)
  const job = await newJob('flux', prompt, { userId: person.userId, createdAt: Date.now() - seconds * 1000 })
  queue.send(job.id)
  await queue.drain()
  return { job, sent }
}

/** The same, with what became of the message. */
export async function told(person: Person, prompt = 'Маяк') {
  const { job, sent } = await ended(person, prompt)
  const { performed } = await deliverDuties(env, sent)
  return { job, outcomes: performed.map(({ outcome }) => outcome) }
}
