import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { scheduleCheck } from '#data/directory/payment-checks.ts'
import { Engine } from './engine/engine.ts'
import { beginRun, databases, endRun } from './ports/databases.ts'
import { prepareObject, World } from './world/world.ts'

const used = databases(prepareObject)

beforeEach(() => beginRun(used))
afterEach(() => endRun(used))

/** When the clock looks at an order again about which a notification came that could not be handled at once. */
async function nextCheckOf(status: string, providerPaymentId: string | null): Promise<unknown> {
  const engine = new Engine(1)
  const { env } = new World(engine, used, null)
  used.directory.all(
    `insert into payments (id, user_id, operation_id, package_id, tokens, bonus_tokens, total_tokens, amount_kopecks, currency,
        status, idempotence_key, provider_payment_id, checked_at, created_at, updated_at)
      values ('order', 'user', 'operation', 'custom', 1, 0, 1, 100, 'RUB', ?, 'key', ?, 5000, 0, 0)`,
    [status, providerPaymentId]
  )
  await engine.begin(
    'notification',
    () => scheduleCheck(openDirectory(env), 'order', 1000),
    () => undefined
  )
  const [effect] = engine.effects
  await effect?.perform(effect)
  return used.directory.all('select next_check_at from payments')[0]?.['next_check_at']
}

test('an order that waits for its payment, and one that has a payment, are looked at after the pause', async () => {
  expect(await nextCheckOf('created', null)).toBe(6000)
  used.directory.all('delete from payments')
  expect(await nextCheckOf('canceled', 'pay-1')).toBe(6000)
})

test('an order that was given up before it had a payment is not looked at again, for ever', async () => {
  expect(await nextCheckOf('canceled', null)).toBeNull()
})
