// A user's own brake: how many tokens may be spent in a day, in a month, and in all since it was set.
import { z } from 'zod'
import { budgetPeriods } from './budget-words.ts'
import { endpoint } from './endpoint.ts'

const period = z.enum(budgetPeriods)

/** More than a user can ever have. */
export const budgetTokensMax = 1_000_000_000

const budget = z.object({
  period,
  /** Null: there is no limit. */
  limitTokens: z.number().int().nullable(),
  /** When the present period began; of `total`: when its limit was set. */
  startsAt: z.number(),
  /** In the present period. */
  spentTokens: z.number().int(),
  /** Until then the limit does not count; null: it does. */
  liftedUntil: z.number().nullable(),
  /** When the present period ends; null: it does not. */
  endsAt: z.number().nullable()
})
export type Budget = z.infer<typeof budget>

/** One of each period. `heldTokens`: reserved for running work, which counts beside what is spent. */
const budgets = z.object({ budgets: z.array(budget), heldTokens: z.number().int() })
export type Budgets = z.infer<typeof budgets>

export const readBudgets = endpoint({ call: 'GET /user/budgets', access: 'session', output: budgets })

/** Null removes a limit. A limit below what is spent refuses all further work that costs tokens; what runs goes on. */
export const changeBudget = endpoint({
  call: 'PUT /user/budgets/:period',
  access: 'session',
  input: z.object({
    period,
    limitTokens: z
      .number({ error: 'Укажите число токенов' })
      .int('Укажите целое число токенов')
      .min(1, 'Укажите не меньше одного токена')
      .max(budgetTokensMax, 'Это слишком много')
      .nullable()
  }),
  output: budgets
})

/** Lifts a limit until its period ends. CONFLICT: there is no such limit, or it has no end. */
export const liftBudget = endpoint({
  call: 'POST /user/budgets/:period/lift',
  access: 'session',
  input: z.object({ period }),
  output: budgets
})
