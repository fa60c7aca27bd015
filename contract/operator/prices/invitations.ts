// Campaigns in which users invite others, begun and ended by operators.
import { z } from 'zod'
import { cheapestPurchaseRub, dearestPurchaseRub, priceOfTokensRub } from '../../catalogue/packages.ts'
import { endpoint } from '../../endpoint.ts'
import { change } from '../access/change.ts'
import { tokenChange } from '../people/tokens.ts'
import { countUpTo } from './codes.ts'
import { numberInText } from '../../validation.ts'

const campaign = z.object({
  id: z.string(),
  invited_tokens: z.number().int(),
  inviter_tokens: z.number().int(),
  rewards_max: z.number().int(),
  network_max: z.number().int(),
  people_max: z.number().int(),
  purchase_min_kopecks: z.number().int(),
  state: z.enum(['running', 'over']),
  /** How many invited users came, how many rewards their inviters have, and how many were taken back. */
  came: z.number().int(),
  rewarded: z.number().int(),
  taken_back: z.number().int(),
  begun_at: z.number(),
  /** Null: until an operator ends it. */
  ends_at: z.number().nullable(),
  begun_by: z.string()
})
export type Campaign = z.infer<typeof campaign>

export const listCampaigns = endpoint({
  call: 'GET /operator/invitations',
  permission: 'prices.read',
  input: z.object({ before: numberInText(z.number().int()).optional() }),
  output: z.object({ campaigns: z.array(campaign), next: z.number().int().nullable() })
})

const purchaseText = `Сумма от ${cheapestPurchaseRub} до ${dearestPurchaseRub.toLocaleString('ru-RU')} ₽`

/** The smallest purchase that earns the reward: a user who invites accounts of their own must pay more than both bonuses are worth. */
const purchaseMin = z
  .number(purchaseText)
  .int(purchaseText)
  .min(cheapestPurchaseRub * 100, purchaseText)
  .max(dearestPurchaseRub * 100, purchaseText)

/**
 * Begins at once if the gate of `changeTokens` accepts the tokens of all users who may come and of their inviters; `campaign` is
 * null while it waits for a second operator. 409: another campaign runs.
 */
export const beginCampaign = endpoint({
  call: 'POST /operator/invitations',
  permission: 'prices.change',
  input: z
    .object({
      /** For the invited user, when the address is confirmed; for the inviter, at the invited user's first purchase of this size. */
      invited_tokens: countUpTo(1000),
      inviter_tokens: countUpTo(1000),
      purchase_min_kopecks: purchaseMin,
      /** The most rewards of one inviter, and the most invited users of one network within a day. */
      rewards_max: countUpTo(1000),
      network_max: countUpTo(1000).default(5),
      /** The most invited users of the campaign: with the tokens for both sides it bounds the cost. */
      people_max: countUpTo(100_000),
      ends_at: z.number('Укажите конец').int().nullable(),
      ...change
    })
    .superRefine((asked, context) => {
      const worthRub = priceOfTokensRub(asked.invited_tokens + asked.inviter_tokens)
      if (asked.purchase_min_kopecks >= worthRub * 100) return
      const message = `Не меньше ${worthRub} ₽: столько стоят токены обоим`
      context.addIssue({ code: 'custom', path: ['purchase_min_kopecks'], message })
    }),
  output: z.object({ campaign: campaign.nullable(), change: tokenChange })
})

/** No new user counts as invited from now on. Those who came before still earn their inviters the reward. */
export const endCampaign = endpoint({
  call: 'POST /operator/invitations/:id/end',
  permission: 'prices.change',
  input: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Такого id не бывает'), ...change }),
  output: z.object({ campaign })
})
