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

/** One line of the history: an operation with its chain price, reserved, charged, returned. Running: outcome `reserved`. */
const usageRecord = z.object({
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
  /** What is reserved included. */
  balance_after: z.number().int()
})
export type UsageRecord = z.infer<typeof usageRecord>

/** The history shows this many operations, newest first. */
export const usageLimit = 50

/**
 * All of one moment: `carriedTokens` less every `cost_in_tokens` of `usage` less every `reserved_tokens` of `running` is
 * `tokens` less `debtTokens`.
 */
export const readUsage = endpoint({
  method: 'GET',
  path: '/ai/usage',
  access: 'session',
  input: z.object({}),
  output: z.object({
    /** Operations that ended, the last one first. */
    usage: z.array(usageRecord),
    running: z.array(usageRecord),
    /** Older operations than those shown. */
    hasMore: z.boolean(),
    /** The balance before the oldest operation that is shown. */
    carriedTokens: z.number().int(),
    tokens: z.number().int(),
    debtTokens: z.number().int()
  })
})
export type UsageHistory = z.infer<typeof readUsage.output>

/** A movement of one operation in the ledger. */
const operationStep = z.object({
  kind: z.enum(['credit', 'debit', 'reserve', 'settle', 'release', 'expire']),
  at: z.number(),
  /** How the balance moved, and the part of it that is held. */
  balanceDelta: z.number().int(),
  reservedDelta: z.number().int(),
  /** What could be spent afterwards, what was held and what was owed. */
  tokensAfter: z.number().int(),
  reservedAfter: z.number().int(),
  debtAfter: z.number().int()
})
export type OperationStep = z.infer<typeof operationStep>

export const readOperation = endpoint({
  method: 'GET',
  path: '/ai/usage/:id',
  access: 'session',
  input: z.object({ id: z.string().min(1).max(200) }),
  /** Steps in the order in which they happened. */
  output: z.object({ operation: usageRecord, steps: z.array(operationStep) })
})
export type OperationChain = z.infer<typeof readOperation.output>

const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return new Intl.DateTimeFormat('ru-RU', { timeZone: zone }).format(0) !== ''
    } catch {
      return false
    }
  }, 'Такого часового пояса нет')

/** The whole history as a table for spreadsheets, newest first: bytes, no envelope. Times are shown in the given zone. */
export const exportUsage = endpoint({
  method: 'GET',
  path: '/ai/usage.csv',
  access: 'session',
  input: z.object({ timeZone: timeZone.default('Europe/Moscow') }),
  output: z.string()
})

/**
 * Adds the whole ledger up anew. It agrees when credits less what was taken back, charged and is reserved are `tokens`
 * less `debtTokens`, and every line fits the one before. An account that disagrees can spend nothing until a person has
 * looked at it.
 */
export const checkBalance = endpoint({
  method: 'POST',
  path: '/user/tokens/check',
  access: 'session',
  input: z.object({}),
  output: z.object({
    agrees: z.boolean(),
    purchasedTokens: z.number().int(),
    /** Credited without a purchase: the bonus. */
    grantedTokens: z.number().int(),
    takenBackTokens: z.number().int(),
    chargedTokens: z.number().int(),
    reservedTokens: z.number().int(),
    tokens: z.number().int(),
    debtTokens: z.number().int(),
    /** Added up. */
    operations: z.number().int(),
    checkedAt: z.number()
  })
})
export type BalanceCheck = z.infer<typeof checkBalance.output>
