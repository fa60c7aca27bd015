// Debts as operators find them: whatever took the tokens.
import { beforeEach, expect, test, vi } from 'vitest'
import type { Debt } from '#contract/operator/money/wallets.ts'
import { callAs, why } from '../support/worker/console.ts'
import { newOperator } from '../support/worker/operating.ts'
import { operate, orderRefund } from '../support/worker/operator.ts'
import { control, newBuyer } from '../support/worker/paying.ts'
import { historyRows } from '../support/worker/histories.ts'
import { newPerson } from '../support/worker/person.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { ringUntilQuiet, spend } from '../support/worker/wallet-rows.ts'

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  await control({ notifications: 'never' })
})

const debts = async () => ((await operate('GET', '/debts')).data as { debts: Debt[] }).debts

test('debts are found, and resolved by giving tokens', async () => {
  const { person, id } = await newBuyer()
  await spend(person, 5)
  await orderRefund(id)
  await ringUntilQuiet(person.userId)
  const found = async () => (await debts()).find(({ user_id: user }) => user === person.userId)
  // The runtime may be ringing already, and then what it copies is still on its way.
  await expect.poll(found).toMatchObject({ debt_tokens: expect.any(Number) })
  const owed = (await found())?.debt_tokens ?? 0
  expect(owed).toBeGreaterThan(0)
  const given = { tokens: owed, may_owe: false, ...why('Долг прощён') }
  expect(await callAs(await newOperator('owner'), 'POST', `/people/${person.userId}/tokens`, given)).toMatchObject({
    status: 200
  })
  await ringUntilQuiet(person.userId)
  await expect.poll(found).toBeUndefined()
})

test('debts are found whatever made them, by an index, also of people whose lines are old', async () => {
  const people = await Promise.all([1, 2].map((shard) => newPerson({ tokens: 5, shard })))
  const owner = await newOperator('owner')
  for (const { userId } of people) {
    await spend({ userId }, 5)
    const taken = { tokens: -5, may_owe: true, ...why('Начислено дважды') }
    expect(await callAs(owner, 'POST', `/people/${userId}/tokens`, taken)).toMatchObject({ status: 200 })
    await ringUntilQuiet(userId)
  }
  const of = async () => {
    const ids = new Set(people.map(({ userId }) => userId))
    return (await debts()).filter(({ user_id: id }) => ids.has(id)).map(({ debt_tokens: tokens }) => tokens)
  }
  await expect.poll(of).toEqual([5, 5])
  const [first] = people
  await historyRows(first!.userId)
    .prepare(
      `insert into old_books (user_id, last_seq, first_at, last_at, balance_after, balance_sum)
        values (?1, 4, 1, 1, -5, -5)`
    )
    .bind(first!.userId)
    .run()
  await historyRows(first!.userId).prepare('delete from ledger_entries where user_id = ?').bind(first!.userId).run()
  const { steps } = await plansOf(first!.userId, of)
  expect(await of()).toEqual([5, 5])
  expect(steps.filter((step) => /in_debt/.test(step)).length).toBeGreaterThan(1)
  expect(steps.filter((step) => /^SCAN (ledger_entries|old_books)$/.test(step))).toEqual([])
})
