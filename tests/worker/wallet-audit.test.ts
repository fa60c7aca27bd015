// «Проверить баланс»: what the check sums up, that it covers the whole journal, and what happens when the sums
// disagree.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { checkBalance } from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { answered, dataOf, newPerson, type Person } from '#tests/support/worker/person.ts'
import { changeRows, forget, holdOf, settleOf, topUp } from '#tests/support/worker/wallet-rows.ts'

const check = async (person: Person) =>
  checkBalance.output.parse(await dataOf(await person.send('POST', '/user/tokens/check', {})))

async function spent() {
  const person = await newPerson({ tokens: 30 })
  const wallet = userOf(env, person.userId)
  await wallet.credit({
    ...topUp(550, 'payment:1'),
    service: 'payment',
    action: { kind: 'purchase', packageId: 'custom' }
  })
  await wallet.reserve(holdOf('operation-1'))
  await wallet.settle(settleOf('operation-1', 3))
  await wallet.reserve(holdOf('operation-2'))
  await wallet.release({ id: 'operation-2', outcome: 'failed' })
  await wallet.reserve(holdOf('operation-3', { priceTokens: 7 }))
  return { person, wallet }
}

const agreed = {
  agrees: true,
  purchasedTokens: 550,
  grantedTokens: 30,
  correctedTokens: 0,
  takenBackTokens: 0,
  chargedTokens: 3,
  reservedTokens: 7,
  tokens: 570,
  debtTokens: 0,
  operations: 4,
  checkedAt: expect.any(Number)
}

/** Changes the journal behind its triggers, as only a defect of the store could. */
const forge = (userId: string, statement: string) =>
  changeRows(userId, `drop trigger if exists journal_never_changed; ${statement}`)

const silence = () => vi.spyOn(console, 'error').mockReturnValue()

test('credits minus charges minus reservations equal the shown balance', async () => {
  const { person } = await spent()
  expect(await check(person)).toEqual(agreed)
})

test('continues from the last check, and includes a debt', async () => {
  const { person, wallet } = await spent()
  await check(person)
  await wallet.settle(settleOf('operation-3', 7))
  await wallet.debit({ ...topUp(575, 'refund:1'), service: 'payment', action: { kind: 'refund', packageId: 'custom' } })
  expect(await check(person)).toEqual({
    ...agreed,
    takenBackTokens: 575,
    chargedTokens: 10,
    reservedTokens: 0,
    tokens: 0,
    debtTokens: 5,
    operations: 6
  })
})

test('a reservation on a plan does not change the sums, while it runs and afterwards', async () => {
  const { person, wallet } = await spent()
  await wallet.reserve(holdOf('operation-4', { priceTokens: 9, plan: { since: 0, maxTokens: 100 } }))
  expect(await check(person)).toEqual(agreed)
  await wallet.settle(settleOf('operation-4', 9))
  expect(await check(person)).toEqual({ ...agreed, operations: 5 })
})

test('a long journal is checked completely, in bounded parts', async () => {
  const person = await newPerson({ tokens: 1 })
  await changeRows(
    person.userId,
    `with recursive more(n) as (select 2 union all select n + 1 from more where n < 4501)
    insert into journal (seq, at, operation_id, kind, balance_delta, reserved_delta, charged_tokens, loss_tokens,
        credited_after, available_after, reserved_after, used_after, debt_after, outcome, attempts)
      select n, 1, 'gift:' || n, 'credit', 1, 0, 0, 0, n, n, 0, 0, 0, 'credited', 0 from more`
  )
  await forget(person.userId)
  const wallet = userOf(env, person.userId)
  expect(await wallet.audit()).toMatchObject({ state: 'unfinished', sums: { seq: 2000 } })
  expect(await wallet.audit()).toMatchObject({ state: 'unfinished', sums: { seq: 4000 } })
  expect(await check(person)).toMatchObject({ agrees: true, grantedTokens: 4501, tokens: 4501, operations: 4501 })
})

test('a forged line is found, the wallet is frozen, and an operator is told', async () => {
  const { person, wallet } = await spent()
  const errors = silence()
  await forge(person.userId, "update journal set balance_delta = 600 where operation_id = 'payment:1'")
  expect(await check(person)).toMatchObject({ agrees: false, tokens: 570 })
  expect(errors.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([{ event: 'wallet-frozen' }])
  expect(await wallet.reserve(holdOf('operation-4'))).toEqual({ state: 'frozen' })
})

test('an end without a reservation is found, even when every line adds up', async () => {
  const { person } = await spent()
  silence()
  await forge(person.userId, "update journal set operation_id = 'nobody' where kind = 'settle'")
  expect(await check(person)).toMatchObject({ agrees: false })
})

test('a wrong stored sum raises no alarm, because everything is counted again', async () => {
  const { person } = await spent()
  await check(person)
  await changeRows(person.userId, `update audit set sums = json_set(sums, '$.chargedTokens', 99)`)
  expect(await check(person)).toEqual(agreed)
  await changeRows(person.userId, 'delete from audit')
  expect(await check(person)).toEqual(agreed)
})

test('stored sums are not trusted when the rest disagrees', async () => {
  const { person } = await spent()
  await check(person)
  silence()
  await forge(person.userId, "update journal set balance_delta = 600 where operation_id = 'payment:1'")
  // The forged line lies before the stored sums, so a new line alone does not reveal it.
  await userOf(env, person.userId).credit(topUp(1, 'gift:1'))
  expect(await check(person)).toMatchObject({ agrees: true })
  await changeRows(person.userId, `update audit set sums = json_set(sums, '$.grantedTokens', 0)`)
  expect(await check(person)).toMatchObject({ agrees: false })
})

test('the check is limited', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const person = await newPerson()
  for (let times = 0; times < 10; times++) await check(person)
  expect(await answered(await person.send('POST', '/user/tokens/check', {}))).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED'
  })
})
