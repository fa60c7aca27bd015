// What operators see of the alarms, and how they end them.
import { z } from 'zod'
import { alarmKinds } from '../../alarm-kinds.ts'
import { endpoint } from '../../endpoint.ts'
import { change, operatorAction } from '../access/change.ts'
import { numberInText, rowId as id } from '../../validation.ts'

const alarm = z.object({
  id: z.number().int(),
  kind: z.enum(alarmKinds),
  severity: z.enum(['urgent', 'notice']),
  title: z.string(),
  /** The operator's first step. */
  todo: z.string(),
  /** Where the console shows what it is about, from the root of the site. */
  path: z.string(),
  /** The id of what it is about. */
  subject: z.string(),
  user_id: z.string().nullable(),
  /** Codes and numbers of the newest repetition. */
  detail: z.record(z.string(), z.unknown()),
  first_at: z.number(),
  last_at: z.number(),
  count: z.number().int(),
  /** When it was last sent; null: not yet. */
  paged_at: z.number().nullable(),
  /** How often channels have failed since then: operators may not have the alarm. */
  failures: z.number().int(),
  resolved_at: z.number().nullable(),
  resolved_by: z.string().nullable(),
  note: z.string().nullable()
})
export type OpenedAlarm = z.infer<typeof alarm>

/** Open alarms first, the newest at the top. */
export const openAlarms = endpoint({
  call: 'GET /operator/alarms',
  permission: 'alarms.read',
  input: z.object({
    state: z.enum(['open', 'resolved', 'all']).default('all'),
    kind: z.enum(alarmKinds).optional(),
    cursor: z
      .string()
      .regex(/^(open|resolved)-\d{1,15}$/)
      .optional(),
    limit: numberInText(z.number().int().min(1).max(200)).default(50)
  }),
  /** `open`: how many are open in all. `next`: null on the last page. */
  output: z.object({
    open: z.object({ urgent: z.number().int(), notice: z.number().int() }),
    alarms: z.array(alarm),
    next: z.string().nullable()
  })
})

/** One alarm, with what operators did about it. */
export const openAlarm = endpoint({
  call: 'GET /operator/alarms/:id',
  permission: 'alarms.read',
  input: z.object({ id }),
  output: z.object({ alarm, actions: z.array(operatorAction) })
})

/** Ends an alarm; when its cause comes again, a new one is opened. The reason becomes its note. 409: it was ended before. */
export const resolveAlarm = endpoint({
  call: 'POST /operator/alarms/:id/resolve',
  permission: 'alarms.change',
  input: z.object({ id, ...change }),
  output: z.object({ alarm })
})
