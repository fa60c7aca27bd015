// Wallets that operators open and correct, and who owes tokens.
import { z } from 'zod'
import { change, operatorAction, subjectId } from '../access/change.ts'
import { endpoint } from '../../endpoint.ts'
import { tokenChange } from '../people/tokens.ts'

const wallet = z.object({
  user_id: z.string(),
  frozen_at: z.number().nullable(),
  /** What was found when it was frozen. */
  frozen_because: z.string().nullable(),
  /** The newest line of the journal: the state on which a correction is based. */
  seq: z.number().int(),
  /** The account of the newest line: available tokens, or the debt when negative. */
  free_tokens: z.number().int(),
  reserved_tokens: z.number().int(),
  used_tokens: z.number().int(),
  /** What all lines of the journal add up to. */
  counted: z.object({
    free_tokens: z.number().int(),
    reserved_tokens: z.number().int(),
    used_tokens: z.number().int()
  }),
  /** Whether the whole journal, counted from its first line, agrees with the account and the open reservations. */
  agrees: z.boolean(),
  violations: z.array(z.string()),
  open_reservations: z.number().int()
})
export type OpenedWallet = z.infer<typeof wallet>

/** Counts the whole journal. Like «Проверить баланс», it freezes a wallet that does not agree. */
export const openWallet = endpoint({
  call: 'GET /operator/wallets/:id',
  permission: 'wallets.read',
  recorded: true,
  input: z.object({ id: subjectId }),
  output: z.object({ wallet, actions: z.array(operatorAction) })
})

/** Thaws a frozen wallet if the whole journal agrees; otherwise 409, and it stays frozen. */
export const thawWallet = endpoint({
  call: 'POST /operator/wallets/:id/thaw',
  permission: 'wallets.change',
  input: z.object({ id: subjectId, ...change }),
  output: z.object({ wallet })
})

/**
 * Adds one line to the journal of a frozen wallet, after which `free_tokens` are free, and restores the reservations
 * that the journal shows as open. What it adds passes the gate of `changeTokens`. The wallet stays frozen: see `thawWallet`.
 * 409: not frozen, or lines were added after `seq`.
 */
export const correctWallet = endpoint({
  call: 'POST /operator/wallets/:id/correction',
  permission: 'wallets.change',
  input: z.object({
    id: subjectId,
    /** Available tokens, or the debt when negative. */
    free_tokens: z.number().int(),
    seq: z.number().int().nonnegative(),
    ...change
  }),
  output: z.object({ wallet, change: tokenChange })
})

const debt = z.object({ user_id: z.string(), debt_tokens: z.number().int() })
export type Debt = z.infer<typeof debt>

/**
 * Users who had spent tokens that were then taken from them, by a refund or by an operator, in the order of their ids. An operator
 * can pay a debt by giving tokens (`changeTokens`).
 */
export const listDebts = endpoint({
  call: 'GET /operator/debts',
  permission: 'payments.read',
  recorded: true,
  input: z.object({ after: subjectId.optional() }),
  output: z.object({ debts: z.array(debt), next: z.string().nullable() })
})
