// What calls the Worker by itself: its queues and its clock. They belong to no version, so they are a step of their own.
import { z } from 'zod'
import { stageConfig, writeStageConfig } from './config.ts'
import { accountPath, type Deployment } from './deployment.ts'
import { missing, type Step, there } from './steps.ts'
import { runWrangler } from './wrangler.ts'

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
const clock = z.object({ schedules: z.array(z.object({ cron: z.string() })) })

type Wanted = ReturnType<typeof stageConfig>['queues']['consumers'][number]

/** How long a queue waits for a batch to become full when nobody says: developers.cloudflare.com/queues/configuration. */
const usualWaitSeconds = 5

const fits = (wanted: Wanted, name: string, { settings, ...seen }: z.infer<typeof consumer>): boolean =>
  (seen.script ?? seen.script_name) === name &&
  seen.dead_letter_queue === wanted.dead_letter_queue &&
  settings.batch_size === wanted.max_batch_size &&
  settings.max_retries === wanted.max_retries &&
  (settings.max_concurrency ?? undefined) === wanted.max_concurrency &&
  (settings.max_wait_time_ms ?? usualWaitSeconds * 1000) === (wanted.max_batch_timeout ?? usualWaitSeconds) * 1000

export const triggersStep = (deployment: Deployment): Step => ({
  name: 'Queues and clock of the Worker',
  async look() {
    const { api, stage, settings } = deployment
    const { name, queues: wanted, triggers } = stageConfig(stage, settings)
    const account = accountPath(deployment)
    const found = await Promise.all(
      wanted.consumers.map(({ queue }) => api.find(`${account}/queues?name=${queue}`, queues))
    )
    const lacking = wanted.consumers.filter(
      (one, index) => !found[index]?.some((queue) => queue.consumers.some((seen) => fits(one, name, seen)))
    )
    const known = await api.find(`${account}/workers/scripts/${name}/schedules`, clock)
    const seen = known?.schedules.map(({ cron }) => cron).join(', ')
    const crons = triggers?.crons?.join(', ') ?? ''
    if (lacking.length === 0 && seen === crons) return there(`${wanted.consumers.length} queues, ${crons}`)
    return missing(
      [
        ...lacking.map(({ queue }) => `let ${name} consume ${queue}`),
        ...(seen === crons ? [] : [`let the clock call it: ${crons}`])
      ],
      async () => {
        const config = writeStageConfig(deployment.folder, stageConfig(stage, settings, deployment.databases))
        await runWrangler(deployment, ['triggers', 'deploy', `--config=${config}`])
      }
    )
  }
})
