import type { Hono } from 'hono'
import * as wallet from '#contract/wallet.ts'
import { recentUsage } from '#data/usage.ts'
import { walletOf } from '#durable-objects/stubs.ts'
import type { HonoEnv } from '../context.ts'
import { serve } from '../serve.ts'

export function mountUser(app: Hono<HonoEnv>) {
  serve(
    app,
    wallet.readTokens
  )(async (_, c) => {
    const { availableTokens, reservedTokens, usedTokens, createdAt } = await walletOf(c.env, c.var.caller.userId).view()
    return { tokens: availableTokens, reservedTokens, totalUsedTokens: usedTokens, createdAt }
  })

  serve(app, wallet.readUsage)(async (_, c) => ({ usage: await recentUsage(c.var.database, c.var.caller.userId) }))
}
