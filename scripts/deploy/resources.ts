// Databases, the bucket and the queues: looked for by name, made when they are missing.
import { z } from 'zod'
import { stageConfig } from './config.ts'
import { accountPath, type Deployment } from './deployment.ts'
import { missing, type Step, there } from './steps.ts'

const database = z.object({ uuid: z.string(), name: z.string() })

async function findDatabase({ api, ...rest }: Deployment, name: string): Promise<string | null> {
  const found = await api.find(`${accountPath(rest)}/d1/database?name=${name}`, z.array(database))
  return found?.find((one) => one.name === name)?.uuid ?? null
}

const unique = (names: string[]): string[] => [...new Set(names)]

/** Where a missing thing is made, in words. */
const placeOf = ({ settings }: Deployment) => `in ${settings.location}`

export const databasesStep = (deployment: Deployment): Step => ({
  name: 'D1 databases',
  async look() {
    const names = unique(
      stageConfig(deployment.stage, deployment.settings).d1_databases.map((one) => one.database_name)
    )
    const ids = await Promise.all(names.map((name) => findDatabase(deployment, name)))
    names.forEach((name, index) => {
      const id = ids[index]
      if (id) deployment.databases.set(name, id)
    })
    const lacking = names.filter((name) => !deployment.databases.has(name))
    if (lacking.length === 0) return there(names.join(', '))
    return missing(
      lacking.map((name) => `make the database ${name} ${placeOf(deployment)}`),
      async () => {
        for (const name of lacking) {
          const body = { name, primary_location_hint: deployment.settings.location }
          const { uuid } = await deployment.api.post(`${accountPath(deployment)}/d1/database`, body, database)
          deployment.databases.set(name, uuid)
        }
      }
    )
  }
})

const bucket = z.object({ name: z.string() })
const lifecycle = z.object({ rules: z.array(z.looseObject({ id: z.string() })) })

/** Uploads that nobody completed cost as much as files. */
const unfinished = {
  id: 'unfinished',
  enabled: true,
  conditions: { prefix: '' },
  abortMultipartUploadsTransition: { condition: { type: 'Age', maxAge: 86_400 } }
}

/** @returns what is to be done about a bucket, in words and as an act; null: nothing */
async function bucketTask(deployment: Deployment, name: string) {
  const { api, settings } = deployment
  const path = `${accountPath(deployment)}/r2/buckets`
  const isMade = (await api.find(`${path}/${name}`, bucket)) !== null
  const rules = (isMade && (await api.find(`${path}/${name}/lifecycle`, lifecycle))?.rules) || []
  if (isMade && rules.some(({ id }) => id === unfinished.id)) return null
  return {
    plan: [
      ...(isMade ? [] : [`make the bucket ${name} ${placeOf(deployment)}`]),
      `let ${name} forget uploads that nobody completes within a day`
    ],
    make: async () => {
      if (!isMade) await api.post(path, { name, locationHint: settings.location }, bucket)
      await api.put(`${path}/${name}/lifecycle`, { rules: [...rules, unfinished] })
    }
  }
}

export const bucketStep = (deployment: Deployment): Step => ({
  name: 'R2 bucket of files',
  async look() {
    const names = stageConfig(deployment.stage, deployment.settings).r2_buckets.map((one) => one.bucket_name)
    const found = await Promise.all(names.map((name) => bucketTask(deployment, name)))
    const tasks = found.filter((task) => task !== null)
    if (tasks.length === 0) return there(names.join(', '))
    return missing(
      tasks.flatMap(({ plan }) => plan),
      async () => {
        for (const { make } of tasks) await make()
      }
    )
  }
})

const queue = z.object({ queue_name: z.string() })

export const queuesStep = (deployment: Deployment): Step => ({
  name: 'Queues',
  async look() {
    const { api, settings, stage } = deployment
    const path = `${accountPath(deployment)}/queues`
    const { producers, consumers } = stageConfig(stage, settings).queues
    // With those of dead letters, which have a consumer and no producer of ours.
    const names = unique([
      ...producers.map((one) => one.queue),
      ...consumers.flatMap(({ queue: name, dead_letter_queue: dead }) => (dead === undefined ? [name] : [name, dead]))
    ])
    const found = await Promise.all(names.map((name) => api.find(`${path}?name=${name}`, z.array(queue))))
    const lacking = names.filter((name, index) => !found[index]?.some((one) => one.queue_name === name))
    if (lacking.length === 0) return there(`all ${names.length}`)
    return missing(
      lacking.map((name) => `make the queue ${name}`),
      async () => {
        for (const name of lacking) await api.post(path, { queue_name: name }, queue)
      }
    )
  }
})
