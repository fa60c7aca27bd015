import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { readUsage, tokenAccount, usageLimit } from '#contract/wallet.ts'
import { openDatabase } from '#data/database.ts'
import { usage } from '#data/schema-ledger.ts'
import { walletOf } from '#durable-objects/stubs.ts'
import { call, signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

async function usageOf(accessToken: string) {
  const { body } = await call('/api/ai/usage', { accessToken })
  return readUsage.output.parse(body.data).usage
}

const record = (userId: string, seq: number): typeof usage.$inferInsert => ({
  userId,
  operationId: `operation-${seq}`,
  seq,
  service: 'chatgpt',
  action: 'Ответ',
  model: 'gpt-4o',
  upstreamModel: 'gpt-6',
  outcome: 'complete',
  priceTokens: 10,
  reservedTokens: 10,
  costTokens: 10,
  returnedTokens: 0,
  attempts: 1,
  balanceAfter: 0,
  createdAt: seq,
  finishedAt: seq
})

test('the balance is what the wallet says, reserved tokens apart', async () => {
  const { accessToken, userId } = await signUp()
  await walletOf(env, userId).reserve({
    id: 'operation-1',
    fingerprint: 'x',
    priceTokens: 4,
    owner: 'answer',
    operation: { service: 'chatgpt', model: 'gpt-4o', action: 'Ответ' },
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
  await walletOf(env, userId).settle(settled)
  expect((await call('/api/user/tokens', { accessToken })).body.data).toMatchObject({
    tokens: 7,
    reservedTokens: 0,
    totalUsedTokens: 3
  })
})

test('the history begins with the bonus', async () => {
  const { accessToken } = await signUp()
  const history = await vi.waitUntil(async () => {
    const records = await usageOf(accessToken)
    return records.length > 0 && records
  }, 5000)
  expect(history).toMatchObject([
    { id: 'bonus:signup', service: 'bonus', action: 'Бонус за регистрацию', cost_in_tokens: -10, balance_after: 10 }
  ])
})

test('the history shows the last 50 operations of its owner, newest first', async () => {
  const [owner, other] = [await signUp(), await signUp()]
  const database = openDatabase(env.DB)
  const seqs = Array.from({ length: usageLimit + 10 }, (_, index) => index + 100)
  for (const seq of seqs) {
    await database.insert(usage).values(record(owner.userId, seq))
    await database.insert(usage).values({ ...record(other.userId, seq), operationId: `foreign-${seq}` })
  }
  const shown = (await usageOf(owner.accessToken)).map(({ id }) => id)
  expect(shown).toEqual(
    seqs
      .toReversed()
      .slice(0, usageLimit)
      .map((seq) => `operation-${seq}`)
  )
})
