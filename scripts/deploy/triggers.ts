// What calls the Worker by itself: its queues and its clock. They belong to no version, so they are a step of their own.
import { z } from 'zod'
import { type StageConfig, writeConfig } from './config.ts'
import { type Deployment, runWrangler } from './deployment.ts'
import { findQueues } from './resources.ts'
import { missing, type Step, there } from './steps.ts'

const clock = z.object({ schedules: z.array(z.object({ cron: z.string() })) })

type Wanted = StageConfig['queues']['consumers'][number]
type Found = NonNullable<ReturnType<Awaited<ReturnType<typeof findQueues>>['get']>>[number]

/** How long a queue waits for a batch to become full when no setting says so: developers.cloudflare.com/queues/configuration. */
const usualWaitSeconds = 5

const fits = (wanted: Wanted, name: string, { settings, ...seen }: Found): boolean =>
  (seen.script ?? seen.script_name) === name &&
  seen.dead_letter_queue === wanted.dead_letter_queue &&
  settings.batch_size === wanted.max_batch_size &&
  settings.max_retries === wanted.max_retries &&
  (settings.max_concurrency ?? undefined) === wanted.max_concurrency &&
  (settings.max_wait_time_ms ?? usualWaitSeconds * 1000) === (wanted.max_batch_timeout ?? usualWaitSeconds) * 1000

export const triggersStep = (deployment: Deployment): Step => ({
  name: 'Queues and clock of the Worker',
  async look() {
    const { api, account, config, folder } = deployment
    const { consumers } = config.queues
    const found = await findQueues(
      deployment,
      consumers.map(({ queue }) => queue)
    )
    const lacking = consumers.filter((one) => !found.get(one.queue)?.some((seen) => fits(one, config.name, seen)))
    const known = await api.find(`${account}/workers/scripts/${config.name}/schedules`, clock)
    const crons = config.triggers?.crons?.join(', ') ?? ''
    const isOnTime = known?.schedules.map(({ cron }) => cron).join(', ') === crons
    if (lacking.length === 0 && isOnTime) return there(`${consumers.length} queues, ${crons}`)
    return missing(
      [
        ...lacking.map(({ queue }) => `let ${config.name} consume ${queue}`),
        ...(isOnTime ? [] : [`let the clock call it: ${crons}`])
      ],
      () => runWrangler(deployment, ['triggers', 'deploy', `--config=${writeConfig(folder, config)}`])
    )
  }
})
