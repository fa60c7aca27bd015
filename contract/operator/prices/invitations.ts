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
  /** How many came, for how many of them their inviters have the reward, and from how many it was taken back. */
  came: z.number().int(),
  rewarded: z.number().int(),
  taken_back: z.number().int(),
  begun_at: z.number(),
  /** Null: until it is ended. */
  ends_at: z.number().nullable(),
  begun_by: z.string()
})
export type Campaign = z.infer<typeof campaign>

export const listCampaigns = endpoint({
  method: 'GET',
  path: '/operator/invitations',
  access: 'operator',
  permission: 'prices.read',
  input: z.object({ before: numberInText(z.number().int()).optional() }),
  output: z.object({ campaigns: z.array(campaign), next: z.number().int().nullable() })
})

const purchaseText = `Сумма от ${cheapestPurchaseRub} до ${dearestPurchaseRub.toLocaleString('ru-RU')} ₽`

/** The least purchase that earns the reward: whoever invites accounts of their own must pay more than both bonuses are worth. */
const purchaseMin = z
  .number({ error: purchaseText })
  .int(purchaseText)
  .min(cheapestPurchaseRub * 100, purchaseText)
  .max(dearestPurchaseRub * 100, purchaseText)

/**
 * It runs at once, when it passes the gate of `changeTokens` with the tokens of all who may come and of their inviters; `campaign` is
 * null while it waits. 409: another one runs.
 */
export const beginCampaign = endpoint({
  method: 'POST',
  path: '/operator/invitations',
  access: 'operator',
  permission: 'prices.change',
  input: z
    .object({
      /** For who comes, with the confirmed address; for who invited, with the other's first purchase of at least so much. */
      invited_tokens: countUpTo(1000),
      inviter_tokens: countUpTo(1000),
      purchase_min_kopecks: purchaseMin,
      /** For how many one inviter is rewarded, and how many may come from one network within a day. */
      rewards_max: countUpTo(1000),
      network_max: countUpTo(1000).default(5),
      /** How many count as invited at all: with the tokens for both it says what the campaign can cost at most. */
      people_max: countUpTo(100_000),
      ends_at: z.number({ error: 'Укажите конец' }).int().nullable(),
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

/** Nobody counts as invited from now on. Those who came before still bring their inviters the reward. */
export const endCampaign = endpoint({
  method: 'POST',
  path: '/operator/invitations/:id/end',
  access: 'operator',
  permission: 'prices.change',
  input: z.object({ id: z.string().regex(/^[\w-]{43}$/, 'Такого id не бывает'), ...change }),
  output: z.object({ campaign })
})
