// What is left to spend, in the forms that clients ask for it: OpenRouter's `/v1/credits`, and the two calls from which clients made for
// one-api show a balance (`hard_limit_usd` less `total_usage` in hundredths). All numbers are site tokens; nothing here is a dollar.
import type { Hono } from 'hono'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../http/context.ts'
import { expectKey } from './caller.ts'

async function tokensOf(c: AppContext) {
  const { userId } = await expectKey(c, 'balance')
  const { availableTokens, reservedTokens, usedTokens } = await userOf(c.env, userId).view()
  return { usedTokens, totalTokens: availableTokens + reservedTokens + usedTokens, availableTokens }
}

export function mountBalance(app: Hono<HonoEnv>) {
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
