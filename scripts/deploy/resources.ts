// Databases, the bucket and the queues: looked for by name, made when they are missing. wrangler makes some of them by itself, but
// nowhere in particular, and not those that the rest needs (decisions/0050-deploy.md).
import { z } from 'zod'
import type { Deployment } from './deployment.ts'
import { allOf, type Step } from './steps.ts'

const database = z.object({ uuid: z.string() })

export const databasesStep = ({ api, account, config, settings: { location } }: Deployment): Step => ({
  name: 'D1 databases',
  async look() {
    const path = `${account}/d1/database`
    const things = config.d1_databases.map(async (one) => {
      const { database_name: name } = one
      const found = await api.find(`${path}/${name}`, database)
      if (found) one.database_id = found.uuid
      return {
        isThere: found !== null,
        plan: `make the database ${name} in ${location}`,
        make: async () => {
          one.database_id = (await api.post(path, { name, primary_location_hint: location }, database)).uuid
        }
      }
    })
    return allOf(config.d1_databases.map((one) => one.database_name).join(', '), await Promise.all(things))
  }
})

export const bucketStep = ({ api, account, config, settings: { location } }: Deployment): Step => ({
  name: 'R2 bucket of files',
  async look() {
    const path = `${account}/r2/buckets`
    const things = config.r2_buckets.map(async ({ bucket_name: name }) => ({
      isThere: (await api.find(`${path}/${name}`, z.unknown())) !== null,
      plan: `make the bucket ${name} in ${location}`,
      make: () => api.post(path, { name, locationHint: location }, z.unknown())
    }))
    return allOf(config.r2_buckets.map((one) => one.bucket_name).join(', '), await Promise.all(things))
  }
})

const consumer = z.object({
  script: z.string().optional(),
  script_name: z.string().optional(),
  dead_letter_queue: z.string().optional(),
  settings: z
    .object({
      batch_size: z.number().optional(),
      max_retries: z.number().optional(),
      max_concurrency: z.number().nullish(),
      max_wait_time_ms: z.number().optional()
    })
    .default({})
})
const queues = z.array(z.object({ queue_name: z.string(), consumers: z.array(consumer).default([]) }))

/** Those of the account that have these names. */
export async function findQueues({ api, account }: Deployment, names: string[]) {
  const found = await Promise.all(names.map((name) => api.find(`${account}/queues?name=${name}`, queues)))
  return new Map(found.flatMap((some) => some ?? []).map((queue) => [queue.queue_name, queue.consumers]))
}

export const queuesStep = (deployment: Deployment): Step => ({
  name: 'Queues',
  async look() {
    const { api, account, config } = deployment
    const { producers, consumers } = config.queues
    // With those of dead letters, which have a consumer and no producer of ours.
    const names = [...new Set([...producers, ...consumers].map((one) => one.queue))]
    const found = await findQueues(deployment, names)
    const things = names.map((name) => ({
      isThere: found.has(name),
      plan: `make the queue ${name}`,
      make: () => api.post(`${account}/queues`, { queue_name: name }, z.unknown())
    }))
    return allOf(`all ${names.length}`, things)
  }
})
