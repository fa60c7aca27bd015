// Orders of works in a chat that die halfway, and those that enlarge one variant: each work is begun and charged once.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { newFinishedJob } from '#tests/support/worker/finished-job.ts'
import { jobOf, moneyOf, submitted } from '#tests/support/worker/generating.ts'
import { historyRows } from '#tests/support/worker/histories.ts'
import { png } from '#tests/support/worker/pictures.ts'
import { TestQueue } from '#tests/support/worker/test-queue.ts'
import { newChat } from '#tests/support/worker/versions.ts'
import { cardOf, listed, order, ordered } from '#tests/support/worker/works-in-chat.ts'

const priceTokens = 5

type AddWorks = ReturnType<typeof env.USER.getByName>['addWorks']

/** Users' objects to which works are added in another way. */
const objectsThat = (change: (add: AddWorks, stub: ReturnType<typeof env.USER.getByName>) => unknown) => ({
  USER: {
    getByName: (name: string) => {
      const stub = env.USER.getByName(name)
      return new Proxy(stub, {
        get(target, called) {
          const member: unknown = Reflect.get(target, called)
          if (called === 'addWorks') return change((sent) => target.addWorks(sent), stub)
          return typeof member === 'function'
            ? (...values: unknown[]): unknown => Reflect.apply(member, target, values)
            : member
        }
      })
    }
  }
})

const dying = (moment: 'before' | 'after') =>
  objectsThat((add) => async (...asked: Parameters<AddWorks>) => {
    if (moment === 'after') await add(...asked)
    throw new Error('Died')
  })

test.each(['before', 'after'] as const)('an order that dies %s its rows are added goes on once', async (moment) => {
  const { person, id } = await newChat()
  const key = crypto.randomUUID()
  const queue = new TestQueue()
  const bindings = { ...queue.bindings, ...dying(moment) }
  expect((await order(person, { conversationId: id }, { key, bindings })).status).toBe(500)
  expect((await listed(person, id)).length).toBe(moment === 'before' ? 0 : 2)
  const { job } = await ordered(person, { conversationId: id }, { key, bindings: queue.bindings })
  expect(await listed(person, id)).toEqual([{ role: 'user', content: 'Кот' }, cardOf(job.id)])
  // The repetition has announced the row whose request had died.
  await queue.drain()
  expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: priceTokens })
  expect(await moneyOf(person)).toEqual({ availableTokens: 95, reservedTokens: 0 })
})

test('a chat that is deleted meanwhile gets no card, and the work goes on', async () => {
  const { person, id } = await newChat()
  const objects = objectsThat((add, stub) => async (...asked: Parameters<AddWorks>) => {
    await stub.removeConversation(id)
    return add(...asked)
  })
  const queue = new TestQueue()
  const { job } = await ordered(person, { conversationId: id }, { bindings: { ...queue.bindings, ...objects } })
  await queue.drain()
  expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed' })
  expect((await person.send('GET', `/chat/conversations/${id}/messages`)).status).toBe(404)
})

/** A sheet of Midjourney in the library of a person with a chat. */
async function withSheet() {
  const { person, id } = await newChat()
  const sheet = await newFinishedJob(person, png(80, 64), {
    service: 'midjourney',
    provider: 'midjourney',
    upstreamModel: 'imagine',
    parameters: { prompt: 'Маяк' }
  })
  await historyRows(person.userId).prepare('update jobs set ticket = ? where id = ?').bind('task', sheet.id).run()
  const enlarge = (more: object = {}) =>
    order(
      person,
      { conversationId: id, action: 'upscale', tile: 2, ...more },
      { path: `/jobs/${sheet.operationId}/changes` }
    )
  return { person, id, enlarge }
}

test('a change of a picture is in the chat too; an enlargement that is there already is shown again and costs nothing', async () => {
  const { person, id, enlarge } = await withSheet()
  const first = await submitted(await enlarge())
  const again = await submitted(await enlarge())
  expect(again.job.id).toBe(first.job.id)
  const one = [{ role: 'user', content: 'Увеличить, вариант 2' }, cardOf(first.job.id)]
  expect(await listed(person, id)).toEqual([...one, ...one])
  expect(await moneyOf(person)).toEqual({ availableTokens: 99, reservedTokens: 1 })
  expect((await enlarge({ conversationId: 9e9 })).status).toBe(404)
})

test('two orders at once enlarge the variant once: both cards show it, and no token stays reserved for nothing', async () => {
  const { person, id, enlarge } = await withSheet()
  const [one, other] = await Promise.all([enlarge(), enlarge()].map(async (response) => submitted(await response)))
  expect(one?.job.id).toBe(other?.job.id)
  const cards = (await listed(person, id)).filter(({ role }) => role === 'assistant')
  expect(cards).toEqual([cardOf(one!.job.id), cardOf(one!.job.id)])
  expect(await moneyOf(person)).toEqual({ availableTokens: 99, reservedTokens: 1 })
})
