// Tokens given and taken by operators.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/people/tokens.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { serve } from '../../http/serve.ts'
import { passGate } from '../access/gate.ts'
import { expectGivable } from './expect-person.ts'

async function balanceFacts(c: AppContext, userId: string) {
  const { availableTokens, debtTokens } = await userOf(c.env, userId).view()
  return { available_tokens: availableTokens, debt_tokens: debtTokens }
}

export function mountTokens(app: Hono<HonoEnv>) {
  serve(app, contract.changeTokens, async ({ id: userId, tokens, may_owe: mayOwe, ...who }, c) => {
    await expectGivable(c, userId, tokens)
    const wish = { kind: 'tokens', action: 'tokens-change', userId, tokens, ...who } as const
    const change = await passGate(c, { ...wish, terms: { tokens, mayOwe }, facts: () => balanceFacts(c, userId) })
    return { change }
  })
}
