// Messages that the queues gave up.
import { z } from 'zod'
import { change } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { rowId } from '../../validation.ts'
import { jobSteps } from './jobs.ts'

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
  call: 'GET /operator/dead-letters',
  permission: 'jobs.read',
  input: z.object({ state: z.enum(['open', 'all']).default('open'), before: rowId.optional() }),
  output: z.object({ letters: z.array(deadLetter), next: z.number().int().nullable() })
})

const letterChange = (action: 'retry' | 'close') =>
  endpoint({
    call: `POST /operator/dead-letters/:id/${action}`,
    permission: 'jobs.change',
    input: z.object({ id: rowId, ...change }),
    output: z.object({ letter: deadLetter })
  })

/** Queues the message once more. 409: it is closed already, its text is unreadable, or its job has nothing left to do. */
export const retryDeadLetter = letterChange('retry')

export const closeDeadLetter = letterChange('close')
