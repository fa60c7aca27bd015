// What operators see and do of jobs, services and dead letters. No call shows what a user has written or made.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { change, operatorAction } from './operator-change.ts'
import { studioKind } from './jobs.ts'
import { numberInText, rowId } from './validation.ts'

export const jobSteps = ['queued', 'submitting', 'running', 'checking', 'completed', 'failed', 'cancelled'] as const

/** The id of the job's row, which leads to its database. */
const jobId = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'Такой работы не бывает')

const workJob = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: studioKind,
  service: z.string(),
  model: z.string().nullable(),
  provider: z.string(),
  upstream_model: z.string(),
  step: z.enum(jobSteps),
  failure: z.string().nullable(),
  price_tokens: z.number().int(),
  /** Null: the reservation is not ended yet. */
  charged_tokens: z.number().int().nullable(),
  attempts: z.number().int(),
  created_at: z.number(),
  started_at: z.number().nullable(),
  finished_at: z.number().nullable(),
  /** When its next step may be taken; null: nothing is left to do. */
  due_at: z.number().nullable(),
  /** A step is running, or the provider has asked to wait, until then. */
  lease_until: z.number().nullable(),
  deadline_at: z.number(),
  cancel_requested_at: z.number().nullable()
})
export type WorkJob = z.infer<typeof workJob>

/** Where a list of jobs goes on: a time and an id. */
const cursor = z.string().regex(/^\d{1,15}:[A-Za-z0-9-]{1,100}$/)

/**
 * `open`: the jobs that have not ended, oldest first; `ended`: the others of the last 30 days, newest first. One step of
 * either may be named. Of each service and history the first 1000 are looked through.
 */
export const listWorkJobs = endpoint({
  method: 'GET',
  path: '/operator/jobs',
  access: 'operator',
  permission: 'jobs.read',
  input: z.object({
    state: z.enum(['open', 'ended', ...jobSteps]).default('open'),
    provider: z.string().max(40).optional(),
    service: z.string().max(40).optional(),
    /** Only jobs that were submitted at least so long ago. */
    older_minutes: numberInText(z.number().int().min(0).max(100_000)).optional(),
    after: cursor.optional()
  }),
  /** `next`: what to send as `after` for more; null: there are none. */
  output: z.object({ jobs: z.array(workJob), next: z.string().nullable() })
})

const openedJob = workJob.extend({
  operation_id: z.string(),
  /** What the provider calls the job; null: it was not accepted, or its result came at once. */
  ticket: z.string().nullable(),
  checks: z.number().int(),
  failed_checks: z.number().int(),
  files: z.number().int(),
  redo_of: z.string().nullable(),
  deleted_at: z.number().nullable(),
  /** `reserved`: held at the moment. `returned`: what an operator has given back. */
  money: z.object({ reserved: z.number().int(), returned: z.number().int() }),
  /** What may be done now. */
  may: z.object({ retry: z.boolean(), cancel: z.boolean(), release: z.boolean() })
})
export type OpenedJob = z.infer<typeof openedJob>

/** Is recorded as a reading of the user's data. 404: no such job. */
export const openJob = endpoint({
  method: 'GET',
  path: '/operator/jobs/:id',
  access: 'operator',
  permission: 'jobs.read',
  recorded: true,
  input: z.object({ id: jobId }),
  output: z.object({ job: openedJob, actions: z.array(operatorAction) })
})

const jobChange = (action: 'retry' | 'cancel' | 'release') =>
  endpoint({
    method: 'POST',
    path: `/operator/jobs/:id/${action}`,
    access: 'operator',
    permission: 'jobs.change',
    input: z.object({ id: jobId, ...change }),
    output: z.object({ job: openedJob })
  })

/** Sends the message of the job's next step; nothing is ordered twice. 409: a step is running, or nothing is left to do. */
export const retryWorkJob = jobChange('retry')

/** As the user may do: a waiting job ends, one that its provider has accepted only if the provider agrees. 409: it has ended. */
export const cancelWorkJob = jobChange('cancel')

/** Ends the job as failed by us and releases its reservation, or gives back what it has cost. 409: nothing is to be given back. */
export const releaseWorkJob = jobChange('release')

const off = z.object({ reason: z.string(), since: z.number(), by: z.string() })

const health = z.object({
  /** Our id; null: the service has no choice of models. */
  model: z.string().nullable(),
  provider: z.string(),
  /** Of the last day, at most 200 of each service and history. */
  requests: z.number().int(),
  failed: z.number().int(),
  /** Of those that were delivered; null: none. */
  median_seconds: z.number().nullable(),
  charged_tokens: z.number().int(),
  /** At the provider's list prices, of one answer or work; null: not known, or not for this role. */
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

const watchedProvider = z.object({
  provider: z.string(),
  /** Our account has no money there: nothing is sent until then. */
  away_until: z.number().nullable(),
  away_code: z.string().nullable(),
  /** Places that are taken and that there are, and jobs that wait for one. */
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
  method: 'GET',
  path: '/operator/services',
  access: 'operator',
  permission: 'jobs.read',
  input: z.object({}),
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

/** What users may be told: one sentence. */
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

/** Nothing new is accepted within a minute; what runs goes on. Again with another text: only the text changes. 404: no such service. */
export const switchOff = endpoint({
  method: 'PUT',
  path: '/operator/services/:service/switch',
  access: 'operator',
  permission: 'services.switch',
  input: z.object({ ...what, text: told, ...change }),
  output: z.object({ off })
})

export const switchOn = endpoint({
  method: 'POST',
  path: '/operator/services/:service/switch',
  access: 'operator',
  permission: 'services.switch',
  input: z.object({ ...what, ...change }),
  output: z.object({ off: z.null() })
})

const deadLetter = z.object({
  id: z.number().int(),
  queue: z.string(),
  kind: z.enum(['job', 'duty', 'unreadable']),
  /** The job's id or the duty's name. */
  subject: z.string(),
  /** The id of the duty's row; null: none. */
  row: z.string().nullable(),
  /** Of a job: the step that kept failing. */
  reason: z.enum([...jobSteps, 'died', 'unreadable']),
  /** The name or the code of the error with which the step last failed; null: none was noted. */
  error: z.string().nullable(),
  times: z.number().int(),
  first_at: z.number(),
  at: z.number(),
  resolved_at: z.number().nullable(),
  resolution: z.enum(['retried', 'closed']).nullable()
})
export type DeadLetterView = z.infer<typeof deadLetter>

/** Newest first; kept for 90 days. */
export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/operator/dead-letters',
  access: 'operator',
  permission: 'jobs.read',
  input: z.object({ state: z.enum(['open', 'all']).default('open'), before: rowId.optional() }),
  output: z.object({ letters: z.array(deadLetter), next: z.number().int().nullable() })
})

const letterChange = (action: 'retry' | 'close') =>
  endpoint({
    method: 'POST',
    path: `/operator/dead-letters/:id/${action}`,
    access: 'operator',
    permission: 'jobs.change',
    input: z.object({ id: rowId, ...change }),
    output: z.object({ letter: deadLetter })
  })

/** Queues the message once more. 409: it was dealt with, nobody could read it, or its job has nothing left to do. */
export const retryDeadLetter = letterChange('retry')

export const closeDeadLetter = letterChange('close')
