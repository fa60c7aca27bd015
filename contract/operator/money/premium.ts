// Premium of a user, as operators see and change it. Amounts in kopecks.
import { z } from 'zod'
import { change, operatorAction, subjectId } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { tokenChange } from '../people/tokens.ts'

const plan = z.object({
  user_id: z.string(),
  state: z.enum(['active', 'cancelled', 'past-due', 'ended']),
  running: z.boolean(),
  price_kopecks: z.number().int(),
  period_start: z.number(),
  period_end: z.number(),
  access_until: z.number(),
  /** When the card is charged next; null: never. */
  renews_at: z.number().nullable(),
  /** Like `Bank card *4444`; null: no card is saved. */
  method: z.string().nullable(),
  decline_reason: z.string().nullable()
})
export type OperatedPlan = z.infer<typeof plan>

/** Premium of a user; null for a user who never had it. */
export const openPremium = endpoint({
  call: 'GET /operator/premium/:id',
  permission: 'payments.read',
  recorded: true,
  input: z.object({ id: subjectId }),
  output: z.object({ plan: plan.nullable(), actions: z.array(operatorAction) })
})

/** Stops the renewal; the paid period stays. 409: there is nothing to stop. */
export const cancelPremium = endpoint({
  call: 'POST /operator/premium/:id/cancellation',
  permission: 'payments.change',
  input: z.object({ id: subjectId, ...change }),
  output: z.object({ plan })
})

/**
 * Moves the end of the paid period, and with it the next charge. Passes the gate of `changeTokens` with what the days cost. 409:
 * the plan does not run.
 */
export const extendPremium = endpoint({
  call: 'POST /operator/premium/:id/extension',
  permission: 'payments.change',
  input: z.object({
    id: subjectId,
    days: z.number().int().min(1, 'От одного дня').max(92, 'Не больше 92 дней'),
    ...change
  }),
  output: z.object({ plan, change: tokenChange })
})
