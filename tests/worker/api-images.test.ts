// `/v1/images/generations` as the real client of OpenAI sees it, and what it costs.
import { env, exports } from 'cloudflare:workers'
import OpenAI from 'openai'
import { beforeEach, expect, test } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { newCaller } from '../support/worker/api-caller.ts'
import { newKey, sendToApi, type TestKey } from '../support/worker/api-clients.ts'
import { moneyOf, rowsOf } from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { newSubscriber } from '../support/worker/premium.ts'
import { expectSound } from '../support/worker/wallet-rows.ts'

beforeEach(() => controlSandbox({ speed: 20_000 }))

const model = 'flux-schnell'
const prompt = 'Маяк на скале'

const apiError = (error: unknown) => {
  if (error instanceof OpenAI.APIError) return { status: error.status, code: error.code, param: error.param }
  throw error
}

const post = (key: TestKey, body: object, headers: Record<string, string> = {}) =>
  sendToApi(key.text, '/v1/images/generations', { method: 'POST', body, headers })

interface Made {
  id: string
  data: { b64_json?: string; url?: string }[]
  usage: { cost: number }
}
const madeBy = (response: Response) => response.json<Made>()
const spentOf = ({ userId }: Person, { id }: TestKey) => userOf(env, userId).spentOf(id)

test('a picture comes as base64 and as a link, costs what the site asks, and lies among the works', async () => {
  const { person, key, client } = await newCaller(20)
  const made = await client.images.generate({ model, prompt, size: '1792x1024' })
  const [picture] = made.data ?? []
  const bytes = Uint8Array.from(atob(picture?.b64_json ?? ''), (sign) => sign.charCodeAt(0))
  expect([...bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff])
  const linked = await exports.default.fetch(new Request(picture?.url ?? ''))
  expect(new Uint8Array(await linked.arrayBuffer())).toEqual(bytes)
  expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
  const [row] = await rowsOf(person)
  expect(row).toMatchObject({ service: 'flux', model, chargedTokens: 1, parameters: { aspectRatio: '16:9' } })
  expect(await spentOf(person, key)).toEqual({ day: 1e6, month: 1e6, total: 1e6 })
  await expectSound(person.userId)
})

test('several pictures of one call are one answer; its cost is told later too, to its key alone', async () => {
  const { person, key } = await newCaller(20)
  const made = await madeBy(await post(key, { model: 'dall-e-3', prompt, n: 3, response_format: 'url' }))
  expect(made.data.map(({ b64_json: bytes, url }) => [bytes, typeof url])).toEqual(
    [0, 1, 2].map(() => [undefined, 'string'])
  )
  expect(made.usage.cost).toBe(15)
  const told = await sendToApi(key.text, `/v1/generation?id=${made.id}`)
  expect(await told.json()).toMatchObject({ data: { model: 'dall-e-3', total_cost: 15, outcome: 'complete' } })
  const other = await newKey(person.userId)
  expect((await sendToApi(other.text, `/v1/generation?id=${made.id}`)).status).toBe(404)
  expect(await dataOf(await person.send('GET', '/api-keys/usage'))).toMatchObject({
    rows: [{ key_id: key.id, model: 'dall-e-3', calls: 3, cost: 15 }]
  })
})

test('ten calls at once stop exactly at the limit of the key', async () => {
  const { person, key } = await newCaller(100, { budgets: { day: 3, month: null, total: null } })
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => post(key, { model, prompt: `${index}` })))
  const statuses = answers.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([200, 200, 200, ...Array<number>(7).fill(402)])
  const refused = answers.find(({ status }) => status === 402)
  expect(await refused?.json()).toMatchObject({
    error: { code: 'insufficient_quota', message: expect.stringContaining('Дневной лимит этого ключа') }
  })
  expect(await spentOf(person, key)).toMatchObject({ day: 3e6 })
  expect(await moneyOf(person)).toEqual({ availableTokens: 97, reservedTokens: 0 })
})

test('a limit that pictures have reached stops chats, and the other way round', async () => {
  const { key, client } = await newCaller(100, { budgets: { day: null, month: null, total: 1 } })
  expect((await post(key, { model, prompt })).status).toBe(200)
  const chat = client.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: prompt }] })
  expect(await chat.catch(apiError)).toMatchObject({ status: 402 })
  expect((await post(key, { model, prompt })).status).toBe(402)
})

test('without tokens nothing is made', async () => {
  const { person, client } = await newCaller(0)
  const refused = await client.images.generate({ model, prompt }).catch(apiError)
  expect(refused).toEqual({ status: 402, code: 'insufficient_quota', param: null })
  expect(await rowsOf(person)).toEqual([])
})

test('Premium does not cover what a key orders', async () => {
  const person = await newSubscriber({ tokens: 20 })
  const key = await newKey(person.userId)
  expect((await post(key, { model: 'dall-e-3', prompt })).status).toBe(200)
  expect(await moneyOf(person)).toEqual({ availableTokens: 15, reservedTokens: 0 })
})

test('what the supplier refuses is free, and a repetition with the same name begins anew', async () => {
  const { person, key } = await newCaller(20)
  const name = { 'idempotency-key': 'order/1' }
  const refused = await post(key, { model: 'dall-e-3', prompt: '[сбой:модерация]' }, name)
  expect([refused.status, (await refused.json<{ error: { code: string } }>()).error.code]).toEqual([
    422,
    'content_policy_violation'
  ])
  expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
  expect((await post(key, { model: 'dall-e-3', prompt }, name)).status).toBe(200)
})

const refusals: [name: string, body: object, expected: object][] = [
  ['no prompt', { model }, { status: 400, param: 'prompt' }],
  ['an unknown model', { model: 'sora', prompt }, { status: 404, param: 'model' }],
  ['a model of chats', { model: 'gpt-4o-mini', prompt }, { status: 404, param: 'model' }],
  ['a model that only changes', { model: 'gpt-image-edit', prompt }, { status: 404, param: 'model' }],
  ['five pictures', { model, prompt, n: 5 }, { status: 400, param: 'n' }],
  ['two of a model that makes one', { model: 'midjourney', prompt, n: 2 }, { status: 400, param: 'n' }],
  ['a stream', { model, prompt, stream: true }, { status: 400, param: 'stream' }],
  ['another format', { model, prompt, output_format: 'webp' }, { status: 400, param: 'output_format' }],
  ['no background', { model, prompt, background: 'transparent' }, { status: 400, param: 'background' }],
  ['no size', { model, prompt, size: 'large' }, { status: 400, param: 'size' }],
  ['a seed that is none', { model, prompt, seed: -1 }, { status: 400, param: 'seed' }],
  ['a prompt that is too long', { model, prompt: 'а'.repeat(4001) }, { status: 400, param: 'prompt' }],
  ['a file in place of a setting', { model, prompt, reference1: 'data:image/png;base64,AAAA' }, { status: 200 }]
]

test('what is not offered is refused by name, and costs nothing', async () => {
  const { person, key } = await newCaller(20)
  for (const [name, body, expected] of refusals) {
    const { status } = await post(key, body).then(async (response) => {
      const told = await response.json<{ error?: { param: string } }>()
      expect({ status: response.status, ...(told.error && { param: told.error.param }) }, name).toMatchObject(expected)
      return response
    })
    expect(status, name).toBeLessThan(500)
  }
  expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
})

const listOf = async ({ text }: TestKey) =>
  (await (await sendToApi(text, '/v1/models')).json<{ data: { id: string }[] }>()).data.map(({ id }) => id)

test('a key without the right, or with other models, orders no picture and sees none in the list', async () => {
  const { key } = await newCaller(20, { scopes: ['chat', 'models'] })
  expect((await post(key, { model, prompt })).status).toBe(403)
  expect(await listOf(key)).not.toContain(model)
  const { key: narrow } = await newCaller(20, { models: ['dall-e-3'] })
  expect((await post(narrow, { model, prompt })).status).toBe(403)
  expect(await listOf(narrow)).toEqual(['dall-e-3'])
  const { key: full } = await newCaller(20)
  expect(await listOf(full)).toEqual(expect.arrayContaining([model, 'midjourney', 'elevenlabs', 'gpt-image-edit']))
  const told = await sendToApi(full.text, '/v1/models/midjourney')
  expect(await told.json()).toMatchObject({ site_pricing: { per_image: 2, per_image_max: 4 } })
})

test('a key of a user who has bought nothing makes the basic settings alone', async () => {
  const person = await newPerson({ tokens: 20 })
  const key = await newKey(person.userId)
  expect((await post(key, { model: 'flux-pro', prompt })).status).toBe(403)
  expect((await post(key, { model, prompt })).status).toBe(200)
})

test('a key that was ended orders nothing, also in the moment between its proof and its order', async () => {
  const { person, key } = await newCaller(20)
  await userOf(env, person.userId).endKey(key.id)
  expect((await post(key, { model, prompt })).status).toBe(401)
  const command = { proof: { keyId: key.id, secretHash: '0'.repeat(64) }, model, commands: [] }
  expect(await userOf(env, person.userId).orderWorks(command)).toEqual({ state: 'refused', code: 'INVALID_KEY' })
})
