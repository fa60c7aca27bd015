// Two accounts of a maker with few places, the first of which may refuse.
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { takePlace } from '#data/directory/places.ts'
import { runOnD1 } from './histories.ts'
import { jobOf, newJob } from './jobs.ts'
import { operatorToken } from './operator.ts'
import { nameSupplies, newPrompt, secondBfl } from './supplies.ts'
import { TestQueue } from './test-queue.ts'

export const model = 'flux-2-klein-4b'

/** A queue with few places at each account; a second account comes after the maker's of the environment. */
export async function twoAccounts(more: object = {}) {
  const second = await secondBfl()
  await nameSupplies(
    `bfl ${model}`,
    ['bfl', second].map((supplier) => ({ supplier, model }))
  )
  const queue = new TestQueue({ OPERATOR_TOKEN: operatorToken, LIMIT_PROVIDER_JOBS: '1' } as Partial<Env>)
  Object.assign(queue.bindings, more)
  return { queue, second }
}

/** Orders so many, one after the other. */
export async function ordered(queue: TestQueue, count: number) {
  const made = []
  for (let place = 0; place < count; place++) {
    const job = await newJob('flux', newPrompt(), { createdAt: Date.now() - count + place })
    queue.send(job.id)
    await queue.deliverDue()
    made.push(job)
  }
  return made
}

export const whereIs = async (job: Awaited<ReturnType<typeof newJob>>) => {
  const { step, supply } = await jobOf(job)
  return step === 'queued' ? step : supply?.supplier
}

export const placesOf = async ({ id }: { id: string }) => {
  const { results } = await env.DB.prepare('select provider from provider_places where job_id = ? order by provider')
    .bind(id)
    .all<{ provider: string }>()
  return results.map(({ provider }) => provider)
}

/** The first account refuses so many calls. @returns when it was asked */
export function refuse(
  retryAfterSeconds = 0,
  count = Infinity,
  meanwhile = async () => undefined as void,
  status = 429
) {
  const send = globalThis.fetch
  const times: number[] = []
  const headers = { 'retry-after': String(retryAfterSeconds) }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input) !== `${env.BFL_BASE_URL}/${model}`) return send(input, init)
    times.push(Date.now())
    if (times.length > count) return send(input, init)
    await meanwhile()
    return Response.json({ detail: 'Not now' }, { status, headers })
  })
  return () => times
}

/** A job of somebody else that runs there for so long. */
export const fill = (provider: string, forMs = 20_000) =>
  runOnD1(
    'insert into provider_places (job_id, provider, waits_since, taken_until) values (?1, ?2, 1, ?3)',
    'other',
    provider,
    Date.now() + forMs
  )

export const take = (jobId: string, { from, at = [from ?? 'first'] }: { from?: string; at?: string[] }) =>
  takePlace(openDirectory(env), {
    jobId,
    accounts: at.map((provider) => ({ provider, jobsMax: 1 })),
    waitsSince: 1,
    until: Date.now() + 60_000,
    now: Date.now(),
    ...(from !== undefined && { from })
  })
