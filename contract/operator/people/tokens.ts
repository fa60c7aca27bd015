// Tokens and other values that operators give and take: all of it is counted in tokens, and what exceeds an operator's daily limit
// waits for a second operator.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { change, subjectId } from '../access/change.ts'
import { valueKinds } from '../../value-kinds.ts'
import { numberInText } from '../../validation.ts'

/** A digest. */
const changeId = z.string().regex(/^[\w-]{1,64}$/, 'Такого id не бывает')

const tokensMax = 1_000_000

export const tokenChange = z.object({
  id: z.string(),
  kind: z.enum(valueKinds),
  /** Empty where it is about no user. */
  user_id: z.string(),
  /** The id of what is opened: of the user, the code, the payment. */
  subject: z.string(),
  /** The value. Negative: taken from the user. */
  tokens: z.number().int(),
  /** The terms of the change, for display. */
  terms: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: z.number(),
  /** Until when a second operator may agree. */
  expires_at: z.number(),
  /** `asked`: waits for a second operator. `agreed`: is being carried out; an operator agrees once more when it stays so. */
  state: z.enum(['asked', 'agreed', 'booked', 'declined', 'impossible', 'expired']),
  decided_by: z.string().nullable()
})
export type TokenChange = z.infer<typeof tokenChange>

/** Gives tokens, or takes some that are available; `may_owe`: also spent ones, which become a debt. */
export const changeTokens = endpoint({
  call: 'POST /operator/people/:id/tokens',
  permission: 'people.help',
  input: z.object({
    id: subjectId,
    tokens: z
      .number()
      .int()
      .min(0 - tokensMax)
      .max(tokensMax)
      .refine((tokens) => tokens !== 0, 'Ноль ничего не меняет'),
    may_owe: z.boolean().default(false),
    ...change
  }),
  output: z.object({ change: tokenChange })
})

/** Changes that wait for a second operator or were interrupted, newest first. */
export const listTokenChanges = endpoint({
  call: 'GET /operator/token-changes',
  permission: 'people.read',
  input: z.object({ before: numberInText(z.number().int()).optional() }),
  output: z.object({ changes: z.array(tokenChange), next: z.number().int().nullable() })
})

/**
 * A second operator agrees, and the change is carried out; or declines. 403: for the operator who asked, and for one whose role is
 * younger than 72 hours. 409: decided, too late, or impossible.
 */
export const decideTokens = endpoint({
  call: 'POST /operator/token-changes/:id/decision',
  permission: 'wallets.change',
  input: z.object({ id: changeId, decision: z.enum(['agree', 'decline']), ...change }),
  output: z.object({ change: tokenChange })
})
