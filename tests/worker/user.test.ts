import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { tokenAccount } from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { call, signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

test('the balance is that of the wallet, with reserved tokens apart', async () => {
  const { accessToken, userId } = await signUp()
  await userOf(env, userId).reserve({
    id: 'operation-1',
    fingerprint: 'x',
    priceTokens: 4,
    owner: 'answer',
    operation: { service: 'chatgpt', model: 'gpt-4o', action: { kind: 'answer' } },
    lifetimeMs: 60_000,
    runningMax: 1
  })
  const reserved = tokenAccount.parse((await call('/api/user/tokens', { accessToken })).body.data)
  expect(reserved).toEqual({
    tokens: 6,
    reservedTokens: 4,
    totalUsedTokens: 0,
    debtTokens: 0,
    createdAt: expect.any(Number)
  })
  const settled = { id: 'operation-1', chargedTokens: 3, outcome: 'complete', upstreamModel: null, attempts: 1 }
  await userOf(env, userId).settle(settled)
  expect((await call('/api/user/tokens', { accessToken })).body.data).toMatchObject({
    tokens: 7,
    reservedTokens: 0,
    totalUsedTokens: 3
  })
})
