// What operators put on sale, as users find it: the model is asked at its price through its supplier, and its successor answers afterwards.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ModelChange } from '#contract/catalogue/models.ts'
import { because, operate, operatorToken } from '../support/worker/operator.ts'
import { keyed, sendWith } from '../support/worker/generating.ts'
import { dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { soon } from '../support/worker/pricing.ts'
import {
  addSupplier,
  definition,
  listPrice,
  setModel,
  takeModelOff,
  supplierIn,
  supplierKey
} from '../support/worker/shop.ts'

const minuteMs = 60_000
/** Where the sandbox plays a reseller. */
const base_url = `${new URL(env.OPENAI_BASE_URL).origin}/resellers/openrouter/v1`

/** Each test begins later than all before it: what an isolate has read is old by then. */
let clock = Date.now()

beforeEach(async () => {
  await env.DB.exec('delete from model_changes')
  await env.DB.exec('delete from suppliers')
  vi.useFakeTimers({ toFake: ['Date'], now: (clock += 60 * minuteMs) })
})

/** Keys of suppliers open with the operators' token. */
const ask = (person: Person, model: string) =>
  sendWith(person, { OPERATOR_TOKEN: operatorToken }, '/ai/text/chatgpt', {
    body: { prompt: 'Что такое туман?', model },
    headers: keyed()
  })

const routeTo = (supplier: string) => ({
  supplier,
  model: 'deepseek/deepseek-chat',
  showsThinking: false,
  firstWordMs: 20_000,
  listPrice
})

const shownModels = async () => {
  const { models } = await dataOf<{ models: ModelChange[] }>(await sendAsVisitor('GET', '/prices'))
  return models.map(({ model }) => model?.name)
}

describe('a model of a reseller', () => {
  test('is asked from its start on, with the key of its supplier and at its price; then its successor answers', async () => {
    const { id } = supplierIn(await addSupplier({ base_url }))
    const startsAt = soon()
    await setModel(definition({ routes: [routeTo(id)] }), startsAt)
    const person = await newPerson({ tokens: 40, paid: true })
    expect((await ask(person, 'own-model')).status).toBe(400)
    vi.setSystemTime(startsAt)
    expect(await shownModels()).toContain('Наша модель')
    const sent = vi.spyOn(globalThis, 'fetch')
    expect(await dataOf(await ask(person, 'own-model'))).toMatchObject({ billing: { siteTokens: 7 }, balance: 33 })
    const calls = sent.mock.calls.filter(([url]) => String(url).startsWith(base_url))
    expect(calls.map(([, init]) => new Headers(init?.headers).get('authorization'))).toEqual([`Bearer ${supplierKey}`])

    const offAt = soon() + minuteMs
    expect(await takeModelOff('own-model', 'gpt-4o-mini', offAt)).toMatchObject({ status: 200 })
    vi.setSystemTime(offAt)
    expect(await dataOf(await ask(person, 'own-model'))).toMatchObject({ billing: { siteTokens: 5 }, balance: 28 })
  })

  test('is not sent to a supplier that an operator has switched off, and is again when it is on', async () => {
    const { id } = supplierIn(await addSupplier({ base_url }))
    const startsAt = soon()
    await setModel(definition({ routes: [routeTo(id)] }), startsAt)
    const person = await newPerson({ tokens: 40, paid: true })
    const turn = (is_on: boolean) => operate('POST', `/suppliers/${id}/switch`, { ...because(), is_on })
    await turn(false)
    vi.setSystemTime(startsAt)
    const sent = vi.spyOn(globalThis, 'fetch')
    expect((await ask(person, 'own-model')).status).not.toBe(200)
    expect(sent.mock.calls.filter(([url]) => String(url).startsWith(base_url))).toEqual([])
    await turn(true)
    vi.setSystemTime(startsAt + minuteMs)
    expect(await dataOf(await ask(person, 'own-model'))).toMatchObject({ balance: 33 })
  })
})
