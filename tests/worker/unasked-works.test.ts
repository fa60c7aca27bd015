// Proposed works that begin without a question: never more than the user has allowed, and nothing else.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { jobOf, moneyOf, rowsOf, standingQueues, submitted } from '#tests/support/worker/generating.ts'
import { answered, newPerson } from '#tests/support/worker/person.ts'
import {
  cardsIn,
  orderUnasked,
  propose,
  proposedChat,
  setSettings,
  settingsOf
} from '#tests/support/worker/proposed.ts'
import { proposedOperationId } from '#contract/work-proposal.ts'
import { TestQueue } from '#tests/support/worker/test-queue.ts'
import { newConversation } from '#tests/support/worker/storing.ts'
import { newChat } from '#tests/support/worker/versions.ts'
import { order, ordered } from '#tests/support/worker/works-in-chat.ts'

/** Of a picture. */
const price = 5

const spent = (limitTokens: number, spentTokens: number) => ({ works: { limitTokens, spentTokens }, memory: true })

test('a proposed picture is ordered without a question, for tokens of the chat', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: 12 })
  const { job } = await submitted(await orderUnasked(person, id, answer))
  expect(job.id).toBe(proposedOperationId(answer, 0))
  expect(await settingsOf(person, id)).toEqual(spent(12, price))
  expect((await cardsIn(person, id)).map(({ works }) => works?.map((work) => work.id))).toEqual([[job.id]])
  expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: price })
  expect((await rowsOf(person)).map(({ unaskedIn }) => unaskedIn)).toEqual([id])
})

test('without a limit, and with one that does not suffice, it is refused, free, and leaves nothing; a click always does', async () => {
  const { person, id, answer } = await proposedChat()
  const refusal = { status: 409, code: 'CHAT_BUDGET_SPENT' }
  expect(await answered(await orderUnasked(person, id, answer))).toMatchObject(refusal)
  await setSettings(person, id, { worksTokens: price - 1 })
  expect(await answered(await orderUnasked(person, id, answer))).toMatchObject(refusal)
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: 0 })
  expect(await rowsOf(person)).toEqual([])
  expect(await cardsIn(person, id)).toEqual([])
  await ordered(person, { conversationId: id, prompt: 'Кота' }, { key: proposedOperationId(answer, 0) })
  expect(await settingsOf(person, id)).toEqual(spent(price - 1, 0))
})

test('all works of an order count at once', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: 14 })
  expect(await answered(await orderUnasked(person, id, answer, { body: { count: '3' } }))).toMatchObject({
    code: 'CHAT_BUDGET_SPENT'
  })
  expect(await rowsOf(person)).toEqual([])
  await setSettings(person, id, { worksTokens: 15 })
  expect((await submitted(await orderUnasked(person, id, answer, { body: { count: '3' } }))).jobs.length).toBe(3)
  expect(await settingsOf(person, id)).toEqual(spent(15, 15))
})

test('of twenty orders at once only as many begin as the limit has room for', async () => {
  const person = await newPerson({ tokens: 200, shard: 1 })
  const id = await newConversation(person)
  const prompt = ['Нарисуй кота', 'Нарисуй кота', 'Нарисуй кота', 'Нарисуй кота'].join('. ')
  const proposed: string[] = []
  while (proposed.length < 5) proposed.push(await propose(person, id, prompt))
  await setSettings(person, id, { worksTokens: 3 * price + 2 })
  const before = await moneyOf(person)
  const orders = proposed.flatMap((answer) => [0, 1, 2, 3].map((index) => orderUnasked(person, id, answer, { index })))
  const statuses = (await Promise.all(orders)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 202).length).toBe(3)
  expect(statuses.filter((status) => status === 409).length).toBe(17)
  expect(await settingsOf(person, id)).toEqual(spent(3 * price + 2, 3 * price))
  expect((await rowsOf(person)).length).toBe(3)
  expect((await cardsIn(person, id)).length).toBe(3)
  expect(await moneyOf(person)).toEqual({
    availableTokens: before.availableTokens - 3 * price,
    reservedTokens: 3 * price
  })
})

test('what failed or was cancelled is not spent; a new limit counts from then on', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: price })
  const { job } = await submitted(await orderUnasked(person, id, answer))
  expect(await settingsOf(person, id)).toEqual(spent(price, price))
  await person.send('DELETE', `/jobs/${job.id}`)
  expect(await settingsOf(person, id)).toEqual(spent(price, 0))
  const second = await propose(person, id, 'Нарисуй кота')
  const queue = new TestQueue()
  await submitted(await orderUnasked(person, id, second, { bindings: queue.bindings }))
  await queue.drain()
  expect(await jobOf(person, proposedOperationId(second, 0))).toMatchObject({ chargedTokens: price })
  expect(await settingsOf(person, id)).toEqual(spent(price, price))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 })
  expect(await setSettings(person, id, { worksTokens: 8 })).toEqual(spent(8, 0))
})

test('a repeated order is not refused, and counts once', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: price })
  const { job } = await submitted(await orderUnasked(person, id, answer))
  await setSettings(person, id, { worksTokens: null })
  expect((await submitted(await orderUnasked(person, id, answer))).job.id).toBe(job.id)
  expect((await rowsOf(person)).length).toBe(1)
  expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: price })
})

test.each([0, price])(
  'by click and without a question at once it is one work, with a limit of %i more',
  async (more) => {
    const { person, id, answer } = await proposedChat()
    if (more > 0) await setSettings(person, id, { worksTokens: more })
    const click = () => order(person, { conversationId: id, prompt: 'Кота' }, { key: proposedOperationId(answer, 0) })
    const [clicked, ...others] = await Promise.all([
      click(),
      orderUnasked(person, id, answer),
      orderUnasked(person, id, answer),
      orderUnasked(person, id, answer)
    ])
    expect(clicked.status).toBe(202)
    for (const { status } of others) expect([202, 409]).toContain(status)
    expect((await rowsOf(person)).length).toBe(1)
    expect((await cardsIn(person, id)).length).toBe(1)
    expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: price })
  }
)

test.each([
  ['an operation of its own', (answer: string) => ({ key: answer.toUpperCase() })],
  ['another proposal than there is', (answer: string) => ({ key: proposedOperationId(answer, 1) })],
  ['a proposal of no answer', () => ({ key: proposedOperationId(crypto.randomUUID(), 0) })],
  ['another prompt', (answer: string) => ({ key: proposedOperationId(answer, 0), body: { prompt: 'Слона' } })],
  [
    'another kind of work',
    (answer: string) => ({ key: proposedOperationId(answer, 0), path: '/ai/video/luma', body: { prompt: 'Кота' } })
  ]
])('%s is not ordered without a question', async (_, asked) => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: 1000 })
  const { key, path, body } = { path: '/ai/image/dalle', body: {}, ...asked(answer) }
  const sent = { conversationId: id, prompt: 'Кота', unasked: true, ...body }
  expect(await answered(await order(person, sent, { key, path }))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(await rowsOf(person)).toEqual([])
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: 0 })
})

test('the chat of another user, another chat of the user, and no chat at all are refused', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: 1000 })
  const stranger = await newChat()
  expect((await orderUnasked(stranger.person, id, answer)).status).toBe(404)
  const other = await newConversation(person)
  await setSettings(person, other, { worksTokens: 1000 })
  expect((await orderUnasked(person, other, answer)).status).toBe(400)
  const { conversationId: _, ...loose } = { conversationId: id, prompt: 'Кота', unasked: true }
  expect((await order(person, loose)).status).toBe(400)
  expect(await rowsOf(person)).toEqual([])
})

type AddWorks = ReturnType<typeof env.USER.getByName>['addWorks']

/** The user's object, to which works are added in another way. */
const objectThat = ({ userId }: { userId: string }, change: (add: AddWorks) => unknown) => {
  const stub = env.USER.getByName(userId)
  const get = (target: typeof stub, called: string | symbol): unknown => {
    const member: unknown = Reflect.get(target, called)
    if (called === 'addWorks') return change((sent) => target.addWorks(sent))
    return typeof member === 'function'
      ? (...values: unknown[]): unknown => Reflect.apply(member, target, values)
      : member
  }
  return { ...standingQueues().bindings, USER: { getByName: () => new Proxy(stub, { get }) } }
}

test('an order that dies before its rows are added goes on', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: price })
  const bindings = objectThat(person, () => () => Promise.reject(new Error('Died')))
  expect((await orderUnasked(person, id, answer, { bindings })).status).toBe(500)
  expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: price })
  await submitted(await orderUnasked(person, id, answer))
  expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: price })
  expect(await settingsOf(person, id)).toEqual(spent(price, price))
})

test('an order by click that has found the reservation of a refused one gets its own, and is charged', async () => {
  const { person, id, answer } = await proposedChat()
  await setSettings(person, id, { worksTokens: price })
  const queue = new TestQueue()
  const [refusing, clicking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unasked = objectThat(person, (add) => async (sent: Parameters<AddWorks>[0]) => {
    await setSettings(person, id, { worksTokens: null })
    refusing.resolve()
    await clicking.promise
    return add(sent)
  })
  let refused: Promise<Response> | undefined
  const click = objectThat(person, (add) => async (sent: Parameters<AddWorks>[0]) => {
    clicking.resolve()
    await refused
    return add(sent)
  })
  refused = orderUnasked(person, id, answer, { bindings: unasked })
  await refusing.promise
  const { job } = await ordered(
    person,
    { conversationId: id, prompt: 'Кота' },
    { key: proposedOperationId(answer, 0), bindings: { ...queue.bindings, USER: click.USER } }
  )
  expect(await answered(await refused)).toMatchObject({ status: 409, code: 'CHAT_BUDGET_SPENT' })
  expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: price })
  await queue.drain()
  expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: price })
  expect(await moneyOf(person)).toEqual({ availableTokens: 90, reservedTokens: 0 })
})
