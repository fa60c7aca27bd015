import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The balance as people see it: `tokens` may be spent now, `reservedTokens` is held for running work. */
export const tokenAccount = z.object({
  tokens: z.number().int().nonnegative(),
  reservedTokens: z.number().int().nonnegative(),
  totalUsedTokens: z.number().int().nonnegative(),
  /** Spent, and then refunded in money: new work waits until a purchase has covered it; `tokens` is 0 meanwhile. */
  debtTokens: z.number().int().nonnegative().default(0),
  createdAt: z.number()
})

export type TokenAccount = z.infer<typeof tokenAccount>

export const readTokens = endpoint({
  method: 'GET',
  path: '/user/tokens',
  access: 'session',
  input: z.object({}),
  output: tokenAccount
})

/** One line of the history: an operation that ended, with its chain price, reserved, charged, returned. */
export const usageRecord = z.object({
  id: z.string(),
  service: z.string(),
  action: z.string(),
  model: z.string().nullable(),
  /** What the balance lost; negative for a credit. */
  cost_in_tokens: z.number().int(),
  created_at: z.number(),
  upstream_model: z.string().nullable(),
  outcome: z.string(),
  price_tokens: z.number().int(),
  reserved_tokens: z.number().int(),
  returned_tokens: z.number().int(),
  attempts: z.number().int(),
  balance_after: z.number().int()
})
export type UsageRecord = z.infer<typeof usageRecord>

/** The history shows this many operations, newest first. */
export const usageLimit = 50

export const readUsage = endpoint({
  method: 'GET',
  path: '/ai/usage',
  access: 'session',
  input: z.object({}),
  output: z.object({ usage: z.array(usageRecord) })
})
