// Jobs as operators see and change them. No call shows what a user has written or made.
import { z } from 'zod'
import { change, operatorAction } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { studioKind } from '../../jobs.ts'
import { numberInText } from '../../validation.ts'

export const jobSteps = ['queued', 'submitting', 'running', 'checking', 'completed', 'failed', 'cancelled'] as const

/** The id of the job's row, which leads to its database. */
const jobId = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'Такой работы не бывает')

const operatorJob = z.object({
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
export type OperatorJob = z.infer<typeof operatorJob>

/** Where a list of jobs continues: a time and an id. */
const cursor = z.string().regex(/^\d{1,15}:[A-Za-z0-9-]{1,100}$/)

/**
 * `open`: the jobs that have not ended, oldest first; `ended`: the others of the last 30 days, newest first. One step of
 * either may be named. Of each service and history the first 1000 are looked through.
 */
export const listOperatorJobs = endpoint({
  call: 'GET /operator/jobs',
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
  output: z.object({ jobs: z.array(operatorJob), next: z.string().nullable() })
})

const openedJob = operatorJob.extend({
  operation_id: z.string(),
  /** The account that was asked last, and its name of the model; null: not asked yet. */
  account: z.object({ name: z.string(), model: z.string() }).nullable(),
  /** That account's id of the job; null: not accepted, or the result came at once. */
  ticket: z.string().nullable(),
  checks: z.number().int(),
  failed_checks: z.number().int(),
  files: z.number().int(),
  redo_of: z.string().nullable(),
  deleted_at: z.number().nullable(),
  /** `reserved`: held at the moment. `returned`: what an operator has given back. */
  money: z.object({ reserved: z.number().int(), returned: z.number().int() }),
  /** The actions that are possible now. */
  may: z.object({ retry: z.boolean(), cancel: z.boolean(), release: z.boolean() })
})
export type OpenedJob = z.infer<typeof openedJob>

/** The record gets a line for this reading. 404: no such job. */
export const openJob = endpoint({
  call: 'GET /operator/jobs/:id',
  permission: 'jobs.read',
  recorded: true,
  input: z.object({ id: jobId }),
  output: z.object({ job: openedJob, actions: z.array(operatorAction) })
})

const jobChange = (action: 'retry' | 'cancel' | 'release') =>
  endpoint({
    call: `POST /operator/jobs/:id/${action}`,
    permission: 'jobs.change',
    input: z.object({ id: jobId, ...change }),
    output: z.object({ job: openedJob })
  })

/** Sends the message of the job's next step; nothing is ordered twice. 409: a step is running, or nothing is left to do. */
export const retryOperatorJob = jobChange('retry')

/** The same as a user's cancellation: a waiting job ends, an accepted one only if its provider agrees. 409: it has ended. */
export const cancelOperatorJob = jobChange('cancel')

/** Ends the job as failed by us and releases its reservation, or gives back what it has cost. 409: there is nothing to give back. */
export const releaseOperatorJob = jobChange('release')

const redo = z.object({
  user_id: z.string(),
  /** The job that its user called broken, as the user knows it and as R2 does. */
  operation_id: z.string(),
  job_id: z.string(),
  service: z.string(),
  provider: z.string(),
  upstream_model: z.string(),
  at: z.number(),
  /** How often it was begun once more. */
  attempts: z.number().int(),
  /** The newest of these jobs. */
  redo_id: z.string()
})

/** Jobs that their users called broken, newest first, of all users. */
export const openRedos = endpoint({
  call: 'GET /operator/redos',
  permission: 'jobs.read',
  recorded: true,
  input: z.object({ limit: numberInText(z.number().int().min(1).max(500)).default(100) }),
  output: z.object({ redos: z.array(redo) })
})
