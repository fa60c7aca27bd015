// What is left to spend, in the forms that clients ask for it: OpenRouter's `/v1/credits`, and the two calls from which clients made for
// one-api show a balance (`hard_limit_usd` less `total_usage` in hundredths). All numbers are site tokens; nothing here is a dollar.
import type { Hono } from 'hono'
import { type BudgetPeriod, budgetPeriods } from '#contract/budget-words.ts'
import { microsPerToken } from '#domain/metering/prices.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { expectKey } from './base/caller.ts'
import { noSuchCall } from './base/errors.ts'
import { workReceipt } from './works/work-receipt.ts'

async function tokensOf(c: AppContext) {
  const { userId } = await expectKey(c, 'balance')
  const { availableTokens, reservedTokens, usedTokens } = await userOf(c.env, userId).view()
  return { usedTokens, totalTokens: availableTokens + reservedTokens + usedTokens }
}

/** Site tokens of millionths of one. */
const tokensOfMicros = (micros: number): number => micros / microsPerToken

/** The limit of the key that lets the least through; the form has one. */
function limitOf(budgets: Record<BudgetPeriod, number | null>, spent: Record<BudgetPeriod, number>) {
  const limits = budgetPeriods.flatMap((period) => {
    const limit = budgets[period]
    return limit === null ? [] : [{ period, limit, left: Math.max(0, limit - spent[period]) }]
  })
  const [tightest] = limits.toSorted((one, other) => one.left - other.left)
  const resets = { day: 'daily', month: 'monthly', total: null }
  return {
    limit: tightest?.limit ?? null,
    limit_remaining: tightest?.left ?? null,
    limit_reset: tightest ? resets[tightest.period] : null
  }
}

/** What one key has spent, and what one call has cost, as OpenRouter tells it. */
function mountSpent(app: Hono<HonoEnv>) {
  app.get('/v1/key', async (c) => {
    const { userId, key, plan, requests } = await expectKey(c, 'balance')
    const { day, month, total } = await userOf(c.env, userId).spentOf(key.id)
    return c.json({
      data: {
        label: key.name,
        usage: tokensOfMicros(total),
        usage_daily: tokensOfMicros(day),
        usage_monthly: tokensOfMicros(month),
        ...limitOf(key.budgets, {
          day: tokensOfMicros(day),
          month: tokensOfMicros(month),
          total: tokensOfMicros(total)
        }),
        is_free_tier: plan === 'free',
        rate_limit: { requests: requests.limit, interval: '1m' }
      }
    })
  })

  app.get('/v1/generation', async (c) => {
    const { userId, key } = await expectKey(c, 'balance')
    const id = c.req.query('id') ?? ''
    const operationId = id.replace(/^[a-z]+[-_]/, '')
    const work = await workReceipt(c, { userId, keyId: key.id, operationId })
    if (work) return c.json({ data: { id, ...work } })
    const receipt = await userOf(c.env, userId).readCall(operationId)
    // Another key of the user learns nothing of it.
    if (receipt?.keyId !== key.id) throw noSuchCall()
    return c.json({
      data: {
        id,
        model: receipt.model,
        created_at: new Date(receipt.createdAt).toISOString(),
        tokens_prompt: receipt.inputTokens,
        tokens_completion: receipt.outputTokens,
        native_tokens_cached: receipt.cachedInputTokens,
        total_cost: tokensOfMicros(receipt.costMicros),
        usage: tokensOfMicros(receipt.costMicros),
        is_estimated: receipt.estimated,
        outcome: receipt.outcome,
        generation_time: receipt.ms
      }
    })
  })
}

export function mountBalance(app: Hono<HonoEnv>) {
  mountSpent(app)

  app.get('/v1/credits', async (c) => {
    const { totalTokens, usedTokens } = await tokensOf(c)
    return c.json({ data: { total_credits: totalTokens, total_usage: usedTokens } })
  })

  app.get('/v1/dashboard/billing/subscription', async (c) => {
    const { totalTokens } = await tokensOf(c)
    return c.json({
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: totalTokens,
      hard_limit_usd: totalTokens,
      system_hard_limit_usd: totalTokens,
      access_until: 0
    })
  })

  app.get('/v1/dashboard/billing/usage', async (c) => {
    const { usedTokens } = await tokensOf(c)
    return c.json({ object: 'list', total_usage: usedTokens * 100 })
  })
}
