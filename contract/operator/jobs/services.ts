// The state of services and providers, and the switches of services.
import { z } from 'zod'
import { change } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { studioKind } from '../../jobs.ts'
import { jobSteps } from './jobs.ts'

const off = z.object({ reason: z.string(), since: z.number(), by: z.string() })

const health = z.object({
  /** Our id; null: the service has no choice of models. */
  model: z.string().nullable(),
  provider: z.string(),
  /** Of the last day, at most 200 of each service and history. Of `api`: before the ends of calls were kept, those of the tabs that closed. */
  requests: z.number().int(),
  /** Null: not known, as of calls of the API from before their ends were kept for operators. */
  failed: z.number().int().nullable(),
  /** Of those that were delivered; null: none. */
  median_seconds: z.number().nullable(),
  charged_tokens: z.number().int(),
  /** At the provider's list prices, of one answer or job; null: not known, or not for this role. */
  usd_micros_each: z.number().int().nullable()
})

const watchedService = z.object({
  service: z.string(),
  title: z.string(),
  kind: z.union([z.literal('text'), studioKind]),
  state: z.enum(['up', 'degraded', 'down']),
  /** Null: it is on. */
  off: off.nullable(),
  models: z.array(z.object({ model: z.string(), title: z.string(), off: off.nullable() })),
  health: z.array(health)
})
export type WatchedService = z.infer<typeof watchedService>

/** An account that is connected: of the environment, or added in the console. */
const watchedProvider = z.object({
  /** The supplier's id, and what operators call it. */
  provider: z.string(),
  name: z.string(),
  is_on: z.boolean(),
  /** Our account there has no money: no request is sent until then. */
  away_until: z.number().nullable(),
  away_code: z.string().nullable(),
  /** Places in use, all places, and jobs that wait for one, perhaps at other accounts too. No places: it runs no jobs. */
  running: z.number().int(),
  places: z.number().int(),
  waiting: z.number().int()
})
export type WatchedProvider = z.infer<typeof watchedProvider>

const waitingJobs = z.object({
  provider: z.string(),
  step: z.enum(jobSteps),
  jobs: z.number().int(),
  oldest_at: z.number()
})

export const listServices = endpoint({
  call: 'GET /operator/services',
  permission: 'jobs.read',
  output: z.object({
    services: z.array(watchedService),
    providers: z.array(watchedProvider),
    /** The jobs that have not ended. What is in Cloudflare's queues is not known; each message has a row. */
    waiting: z.array(waitingJobs),
    /** Jobs whose message is overdue: the sweep sends another one. */
    overdue_jobs: z.number().int(),
    dead_letters: z.number().int()
  })
})

/** The sentence that users see. */
const told = z
  .string()
  .trim()
  .min(10, 'Напишите пользователям, что случилось')
  .max(200, 'Слишком длинно: до 200 знаков')
  .regex(/^[^\p{Cc}]*$/u, 'Без переносов строк')

const what = {
  service: z.string().max(40),
  /** Null: the whole service. */
  model: z.string().max(60).nullable()
}

/** Nothing new is accepted within a minute; what runs goes on. Another call may change the text. 404: no such service. */
export const switchOff = endpoint({
  call: 'PUT /operator/services/:service/switch',
  permission: 'services.switch',
  input: z.object({ ...what, text: told, ...change }),
  output: z.object({ off })
})

export const switchOn = endpoint({
  call: 'POST /operator/services/:service/switch',
  permission: 'services.switch',
  input: z.object({ ...what, ...change }),
  output: z.object({ off: z.null() })
})
