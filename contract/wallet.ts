import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** The balance as shown to the user: `tokens` are available, `reservedTokens` are reserved for running work. */
const tokenAccount = z.object({
  tokens: z.number().int().nonnegative(),
  reservedTokens: z.number().int().nonnegative(),
  totalUsedTokens: z.number().int().nonnegative(),
  /** Tokens spent and then refunded in money. Until a purchase covers them, `tokens` is 0 and new work is refused. */
  debtTokens: z.number().int().nonnegative().default(0),
  createdAt: z.number(),
  /** New work is refused until the support has looked at the balance. */
  frozen: z.boolean().optional()
})

export type TokenAccount = z.infer<typeof tokenAccount>

export const readTokens = endpoint({
  call: 'GET /user/tokens',
  access: 'session',
  output: tokenAccount
})

/** One operation of the history, with price, reserved, charged and returned tokens. Running: outcome `reserved`. */
const usageRecord = z.object({
  id: z.string(),
  service: z.string(),
  action: z.string(),
  model: z.string().nullable(),
  /** How much the balance decreased; negative for a credit. */
  cost_in_tokens: z.number().int(),
  created_at: z.number(),
  upstream_model: z.string().nullable(),
  outcome: z.string(),
  price_tokens: z.number().int(),
  reserved_tokens: z.number().int(),
  returned_tokens: z.number().int(),
  attempts: z.number().int(),
  /** The balance, including reserved tokens. */
  balance_after: z.number().int()
})
export type UsageRecord = z.infer<typeof usageRecord>

/** The history shows this many operations, newest first. */
export const usageLimit = 50

/**
 * One consistent snapshot: `carriedTokens` minus every `cost_in_tokens` of `usage` minus every `reserved_tokens` of
 * `running` equals `tokens` minus `debtTokens`.
 */
export const readUsage = endpoint({
  call: 'GET /ai/usage',
  access: 'session',
  output: z.object({
    /** Ended operations, newest first. */
    usage: z.array(usageRecord),
    running: z.array(usageRecord),
    /** Whether there are older operations. */
    hasMore: z.boolean(),
    /** The balance before the oldest operation shown. */
    carriedTokens: z.number().int(),
    tokens: z.number().int(),
    debtTokens: z.number().int()
  })
})
export type UsageHistory = z.infer<typeof readUsage.output>

/** A movement of one operation in the ledger. */
const operationStep = z.object({
  kind: z.enum(['credit', 'debit', 'reserve', 'settle', 'release', 'expire', 'correct']),
  at: z.number(),
  /** Changes of the balance and of its reserved part. */
  balanceDelta: z.number().int(),
  reservedDelta: z.number().int(),
  /** Available, reserved and owed tokens after this step. */
  tokensAfter: z.number().int(),
  reservedAfter: z.number().int(),
  debtAfter: z.number().int()
})
export type OperationStep = z.infer<typeof operationStep>

export const readOperation = endpoint({
  call: 'GET /ai/usage/:id',
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

/** The whole history as CSV for spreadsheets, newest first, without an envelope. Times are in the given zone. */
export const exportUsage = endpoint({
  call: 'GET /ai/usage.csv',
  access: 'session',
  input: z.object({ timeZone: timeZone.default('Europe/Moscow') }),
  output: z.string()
})

/**
 * Sums the whole ledger again. It agrees when credits and corrections minus what was taken back, charged and reserved equals `tokens`
 * minus `debtTokens`, and every line follows from the one before. An account that disagrees is frozen until an operator
 * has corrected it.
 */
export const checkBalance = endpoint({
  call: 'POST /user/tokens/check',
  access: 'session',
  output: z.object({
    agrees: z.boolean(),
    purchasedTokens: z.number().int(),
    /** Credited without a purchase: the bonus. */
    grantedTokens: z.number().int(),
    takenBackTokens: z.number().int(),
    /** Added or removed by an operator's correction. */
    correctedTokens: z.number().int().default(0),
    chargedTokens: z.number().int(),
    reservedTokens: z.number().int(),
    tokens: z.number().int(),
    debtTokens: z.number().int(),
    /** The number of operations counted. */
    operations: z.number().int(),
    checkedAt: z.number()
  })
})
export type BalanceCheck = z.infer<typeof checkBalance.output>
