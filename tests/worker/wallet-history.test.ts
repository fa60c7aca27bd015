// The history as its owner reads it: rows that add up, the steps of an operation, and the CSV file.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { type OperationChain, readUsage, type UsageHistory, usageLimit } from '#contract/wallet.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { answered, dataOf, newPerson, type Person } from '#tests/support/worker/person.ts'
import { holdOf, settleOf, topUp } from '#tests/support/worker/wallet-rows.ts'

hashCheaply()

const historyOf = async (person: Person): Promise<UsageHistory> =>
  readUsage.output.parse(await dataOf(await person.send('GET', '/ai/usage')))

/** Checks the sum that the contract promises. */
const expectSum = ({ usage, running, carriedTokens, tokens, debtTokens }: UsageHistory) =>
  expect(
    carriedTokens -
      usage.reduce((sum, { cost_in_tokens: cost }) => sum + cost, 0) -
      running.reduce((sum, { reserved_tokens: held }) => sum + held, 0)
  ).toBe(tokens - debtTokens)

/** Within the object, because each call from outside costs as much as what it does. */
const operate = ({ userId }: Person, count: number, from = 0) =>
  runInDurableObject(env.USER.getByName(userId), async (wallet) => {
    for (let index = from; index < from + count; index++) {
      await wallet.reserve(holdOf(`operation-${index}`))
      await wallet.settle(settleOf(`operation-${index}`, index % 6))
    }
  })

const csvOf = async (person: Person, query = '') => {
  const response = await person.send('GET', `/ai/usage.csv${query}`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tokens.csv"',
    'cache-control': 'private, no-store'
  })
  return new TextDecoder('utf-8', { ignoreBOM: true, fatal: true }).decode(await response.arrayBuffer())
}

describe('the history', () => {
  test('begins with the bonus and shows it at once', async () => {
    const { userId } = await signUp()
    const { ended } = await userOf(env, userId).history({ limit: 5 })
    expect(ended).toMatchObject([
      {
        operationId: 'bonus:signup',
        service: 'bonus',
        action: { kind: 'signup-bonus' },
        costTokens: -10,
        balanceAfter: 10
      }
    ])
  })

  test('shows the last 50 operations of its owner, newest first, and sums up the older ones', async () => {
    const [owner, other] = [await newPerson({ tokens: 500 }), await newPerson({ tokens: 7 })]
    await operate(owner, 55)
    const history = await historyOf(owner)
    expect(history.usage.map(({ id }) => id)).toEqual(
      Array.from({ length: usageLimit }, (_, index) => `operation-${54 - index}`)
    )
    // Five operations of 0 to 4 tokens and the credit came before them.
    expect(history).toMatchObject({ hasMore: true, carriedTokens: 490, running: [], debtTokens: 0 })
    expectSum(history)
    expect(await historyOf(other)).toMatchObject({ hasMore: false, carriedTokens: 0, tokens: 7 })
  })

  test('shows running operations with their reserved tokens', async () => {
    const person = await newPerson({ tokens: 20 })
    await userOf(env, person.userId).reserve(holdOf('operation-1'))
    const history = await historyOf(person)
    expect(history).toMatchObject({
      usage: [{ cost_in_tokens: -20 }],
      running: [{ id: 'operation-1', outcome: 'reserved', cost_in_tokens: 0, reserved_tokens: 5, returned_tokens: 0 }],
      tokens: 15
    })
    expectSum(history)
  })

  test('shows the price of an operation on a plan, without reservation and charge', async () => {
    const person = await newPerson({ tokens: 20 })
    const wallet = userOf(env, person.userId)
    await wallet.reserve(holdOf('operation-1', { priceTokens: 9, plan: { since: 0, maxTokens: 100 } }))
    const borne = { id: 'operation-1', price_tokens: 9, reserved_tokens: 0, cost_in_tokens: 0, returned_tokens: 0 }
    expect((await historyOf(person)).running).toMatchObject([borne])
    await wallet.settle(settleOf('operation-1', 9))
    const history = await historyOf(person)
    expect(history.usage[0]).toMatchObject({ ...borne, balance_after: 20 })
    expectSum(history)
  })

  test('adds up with a debt', async () => {
    const person = await newPerson({ tokens: 20 })
    await operate(person, 6)
    await userOf(env, person.userId).debit({
      ...topUp(20, 'refund:1'),
      service: 'payment',
      action: { kind: 'refund', packageId: 'custom' }
    })
    const history = await historyOf(person)
    expect(history).toMatchObject({ tokens: 0, debtTokens: 15 })
    expectSum(history)
  })
})

const chainOf = async (person: Person, id: string): Promise<OperationChain> =>
  dataOf(await person.send('GET', `/ai/usage/${encodeURIComponent(id)}`))

describe('an operation', () => {
  test('shows its steps: price, reservation, charge, return, model, attempts, balance after', async () => {
    const person = await newPerson({ tokens: 20 })
    const wallet = userOf(env, person.userId)
    await wallet.reserve(holdOf('operation-1'))
    const running = await chainOf(person, 'operation-1')
    expect(running).toMatchObject({ operation: { outcome: 'reserved' }, steps: [{ kind: 'reserve', tokensAfter: 15 }] })
    await wallet.settle({ ...settleOf('operation-1', 3), outcome: 'stopped', attempts: 2 })
    expect(await chainOf(person, 'operation-1')).toEqual({
      operation: {
        id: 'operation-1',
        service: 'chatgpt',
        action: 'Ответ в чате',
        model: 'gpt-4o',
        cost_in_tokens: 3,
        created_at: running.operation.created_at,
        upstream_model: 'gpt-6-luna',
        outcome: 'stopped',
        price_tokens: 5,
        reserved_tokens: 5,
        returned_tokens: 2,
        attempts: 2,
        balance_after: 17
      },
      steps: [
        { ...running.steps[0], balanceDelta: 0, reservedDelta: 5, tokensAfter: 15, reservedAfter: 5, debtAfter: 0 },
        {
          kind: 'settle',
          at: expect.any(Number),
          balanceDelta: -3,
          reservedDelta: -5,
          tokensAfter: 17,
          reservedAfter: 0,
          debtAfter: 0
        }
      ]
    })
  })

  test('that is a credit has one step', async () => {
    const person = await newPerson()
    await userOf(env, person.userId).credit(topUp(12, 'payment:one'))
    expect(await chainOf(person, 'payment:one')).toMatchObject({
      operation: { cost_in_tokens: -12, price_tokens: 0, reserved_tokens: 0 },
      steps: [{ kind: 'credit', balanceDelta: 12, tokensAfter: 12 }]
    })
  })

  test('is not found when it does not exist or belongs to another user', async () => {
    const [owner, stranger] = [await newPerson({ tokens: 20 }), await newPerson({ tokens: 20 })]
    await operate(owner, 1)
    for (const path of ['/ai/usage/operation-0', '/ai/usage/never-was'])
      expect(await answered(await stranger.send('GET', path))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('the CSV file', () => {
  test('holds every operation, over all pages, and adds up to the available balance', async () => {
    const person = await newPerson({ tokens: 2000 })
    await operate(person, 505)
    await userOf(env, person.userId).reserve(holdOf('operation-held', { priceTokens: 9 }))
    const text = await csvOf(person)
    expect(text.startsWith('\uFEFF"Дата и время (Europe/Moscow)";"Операция";')).toBe(true)
    const rows = text.slice(1).split('\r\n').slice(1, -1)
    expect(rows).toHaveLength(507)
    expect(rows[0]).toContain('"operation-held"')
    expect(rows.at(-1)).toMatch(/;2000;0;0;0;0;0;2000;/)
    const changes = rows.map((row) => Number(row.split(';')[6]))
    const { availableTokens } = await userOf(env, person.userId).view()
    expect(changes.reduce((sum, change) => sum + change, 0)).toBe(availableTokens)
  })

  test('shows a complete line in the time zone of its reader', async () => {
    const person = await newPerson({ tokens: 20 })
    await operate(person, 4, 3)
    const { usage } = await historyOf(person)
    const at = new Intl.DateTimeFormat('ru-RU', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: 'Asia/Vladivostok'
    }).format(usage[3]?.created_at)
    expect((await csvOf(person, '?timeZone=Asia/Vladivostok')).split('\r\n')[4]).toBe(
      `"${at}";"Ответ в чате";"ChatGPT";"GPT-4o";"gpt-6-luna";"Ответ получен целиком";-3;5;5;3;2;1;17;"operation-3"`
    )
  })

  test('contains no formula, whatever a client, a provider or an operator wrote', async () => {
    const person = await newPerson()
    const wallet = userOf(env, person.userId)
    await wallet.credit(topUp(20, '=1+1'))
    await wallet.reserve(
      holdOf('-2+3', { operation: { service: 'chatgpt', model: '@SUM(A1)', action: { kind: 'answer' } } })
    )
    await wallet.settle({ ...settleOf('-2+3', 1), upstreamModel: '\t=1', outcome: '\r=1' })
    const cells = (await csvOf(person))
      .split('\r\n')
      .slice(1, -1)
      .flatMap((row) => row.split(';'))
    expect(cells.filter((cell) => /^"?\s*[=+@]|^"\s*-/.test(cell))).toEqual([])
    expect(cells).toContain('"\'=1+1"')
  })

  test('is refused for an unknown time zone', async () => {
    const person = await newPerson()
    expect(await answered(await person.send('GET', '/ai/usage.csv?timeZone=Mars/Olympus'))).toMatchObject({
      status: 400,
      error: expect.stringMatching(/[а-я]/)
    })
  })

  test('is limited', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const person = await newPerson()
    for (let times = 0; times < 20; times++) await (await person.send('GET', '/ai/usage.csv')).text()
    expect(await answered(await person.send('GET', '/ai/usage.csv'))).toMatchObject({ status: 429 })
  })
})
