// What the server says of models that operators have added: to pages, and wherever it writes a name.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { modelsAt } from '#contract/catalogue/models.ts'
import { sentModel, shownModel } from '#contract/shown-models.ts'
import { readPrices } from '#contract/prices.ts'
import { dataOf, newPerson, sendAsVisitor } from '../support/worker/person.ts'
import { soon } from '../support/worker/pricing.ts'
import { addSupplier, definition, setModel, supplierIn } from '../support/worker/shop.ts'

const minuteMs = 60_000

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from model_changes')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

const read = async () => readPrices.output.parse(await dataOf(await sendAsVisitor('GET', '/prices')))
const own = definition({ name: 'Наша модель', isOnPage: false })
const routes = own.routes.map((route) => ({ ...route, model: 'gpt-6-luna' }))

test('pages are told of a model before it begins, without its suppliers, and of what began long ago', async () => {
  const startsAt = soon()
  await setModel({ ...own, routes }, startsAt)
  vi.setSystemTime(startsAt - minuteMs)
  const told = await dataOf<{ models: object[] }>(await sendAsVisitor('GET', '/prices'))
  expect(JSON.stringify(told)).not.toMatch(/supplier|route|listPrice|openai/)
  const before = await read()
  expect(before.models).toMatchObject([{ id: own.id, startsAt, model: { name: 'Наша модель', isOnPage: false } }])
  expect(modelsAt(before.models, startsAt).at(-1)).toEqual(shownModel.parse(sentModel(before.models[0]!.model!)))
  vi.setSystemTime(startsAt + 2 * minuteMs)
  expect((await read()).models).toEqual([{ ...before.models[0], startsAt: 0 }])
})

test('a model that begins soon is not told as on sale while its only supplier cannot be asked', async () => {
  const { id } = supplierIn(
    await addSupplier({ base_url: `${new URL(env.OPENAI_BASE_URL).origin}/resellers/openrouter/v1` })
  )
  await setModel({ ...own, routes: own.routes.map((route) => ({ ...route, supplier: id })) }, soon())
  // This isolate has no token of operators, so it cannot open the supplier's key.
  expect((await read()).models).toMatchObject([{ id: own.id, model: { name: 'Наша модель', isOnSale: false } }])
})

test('a conversation and a role take it; answers carry its name into the table and the shared copy', async () => {
  const startsAt = soon()
  await setModel({ ...own, routes }, startsAt)
  vi.setSystemTime(startsAt + 2 * minuteMs)
  const person = await newPerson({ tokens: 100 })
  const begun = await person.send('POST', '/chat/conversations', { service: 'chatgpt', model: own.id })
  const { conversation } = await dataOf<{ conversation: Conversation }>(begun)
  expect(conversation.model).toBe(own.id)
  const role = { name: 'Повар', instruction: 'Отвечай рецептом', model: own.id }
  expect((await person.send('POST', '/chat/roles', role)).status).toBe(200)
  const question = { prompt: 'Кратко о море', model: own.id, conversationId: conversation.id }
  const key = { 'idempotency-key': crypto.randomUUID() }
  expect((await person.send('POST', '/ai/text/chatgpt', question, key)).status).toBe(200)
  expect(await (await person.send('GET', '/ai/usage.csv')).text()).toContain('"Наша модель"')
  const path = `/chat/conversations/${conversation.id}/shares`
  const shared = await person.send('POST', path, {}, { 'idempotency-key': crypto.randomUUID() })
  const { share } = await dataOf<{ share: { url: string } }>(shared)
  const copy = await dataOf<{ messages: { model: string }[] }>(
    await sendAsVisitor('GET', `/shares/${share.url.split('#')[1]}`)
  )
  expect(copy.messages.at(-1)?.model).toBe('Наша модель')
})
