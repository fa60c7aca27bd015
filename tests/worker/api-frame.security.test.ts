// Who gets into the API under `/v1`, and in which form it answers.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { roomOf, rooms } from '#worker/rooms.ts'
import { type TestKey, newKey, openaiWith, sendToApi } from '../support/worker/api-clients.ts'
import { newPerson } from '../support/worker/person.ts'

interface Refused {
  error: { message: string; type: string; param: string | null; code: string | null }
}

const refused = async (response: Response) => ({ status: response.status, ...(await response.json<Refused>()).error })

const invalidKey = { status: 401, type: 'invalid_request_error', code: 'invalid_api_key', param: null }

/** Another last character before the checksum, so that tag and checksum are wrong. */
const forged = ({ text }: TestKey) => `${text.slice(0, -7)}${text.at(-7) === 'a' ? 'b' : 'a'}${text.slice(-6)}`

test('nothing but a working key opens it, and all others hear the same', async () => {
  const person = await newPerson()
  const key = await newKey(person.userId)
  const gone = await newKey(person.userId)
  await userOf(env, person.userId).endKey(gone.id)
  const late = await newKey(person.userId, { expiresAt: Date.now() - 1 })
  const texts = new Set<string>()
  for (const sent of [null, 'sk-unknown', forged(key), gone.text, late.text, '', `${key.text} x`]) {
    const answer = await refused(await sendToApi(sent, '/v1/models'))
    expect(answer).toMatchObject(invalidKey)
    texts.add(answer.message)
  }
  expect(await refused(await sendToApi(null, `/v1/models?key=${key.text}`))).toMatchObject(invalidKey)
  expect(texts.size).toBe(1)
  const final = await sendToApi(gone.text, '/v1/models')
  // Without it Claude Code repeats the request for minutes.
  expect([final.status, final.headers.get('x-should-retry')]).toEqual([401, 'false'])
  expect((await sendToApi(null, '/v1/models', { headers: { 'x-api-key': key.text } })).status).toBe(200)
})

test('a key opens none of the calls of the site, and a session none of the API', async () => {
  const person = await newPerson({ tokens: 5 })
  const key = await newKey(person.userId)
  for (const path of ['/api/user/tokens', '/api/auth/profile', '/api/chat/conversations', '/api/api-keys'])
    expect((await sendToApi(key.text, path)).status).toBeGreaterThanOrEqual(401)
  const sessionText = (await person.send('GET', '/user/tokens')).status
  expect(sessionText).toBe(200)
  expect(await refused(await person.send('GET', '/v1/models'))).toMatchObject(invalidKey)
})

test.each([
  ['models', '/v1/models'],
  ['balance', '/v1/credits'],
  ['balance', '/v1/dashboard/billing/usage']
] as const)('a key without the right «%s» is refused at %s', async (scope, path) => {
  const person = await newPerson()
  const other = scope === 'models' ? 'balance' : 'models'
  const key = await newKey(person.userId, { scopes: [other] })
  expect(await refused(await sendToApi(key.text, path))).toMatchObject({ status: 403, type: 'permission_error' })
})

test('only the list of models answers and refuses in the form of Anthropic because a header asks for it', async () => {
  const person = await newPerson()
  const key = await newKey(person.userId, { scopes: ['balance'] })
  const headers = { 'anthropic-version': '2023-06-01' }
  const told = async (path: string) => (await sendToApi(key.text, path, { headers })).json<object>()
  expect(await told('/v1/models')).toMatchObject({ type: 'error', error: { type: 'permission_error' } })
  expect(await told('/v1/models/none')).toMatchObject({ type: 'error', error: { type: 'permission_error' } })
  expect(await told('/v1/none')).toMatchObject({ error: { code: 'unknown_url' } })
  expect(await told('/v1/credits')).toHaveProperty('data')
})

test('a key works from its networks alone', async () => {
  const person = await newPerson()
  const key = await newKey(person.userId, { networks: ['203.0.113.0/24'] })
  const from = (address: string) => sendToApi(key.text, '/v1/models', { headers: { 'cf-connecting-ip': address } })
  expect((await from('203.0.113.9')).status).toBe(200)
  expect(await refused(await from('198.51.100.1'))).toMatchObject({ status: 403 })
})

async function listed(key: TestKey): Promise<string[]> {
  const ids: string[] = []
  for await (const model of openaiWith(key).models.list()) ids.push(model.id)
  return ids
}

test('the list is that of OpenAI, with what this key and account may ask', async () => {
  const [person, buyer] = [await newPerson(), await newPerson({ paid: true })]
  const all = await listed(await newKey(buyer.userId))
  const free = await listed(await newKey(person.userId))
  expect(all.length).toBeGreaterThan(free.length)
  expect(all).toEqual(expect.arrayContaining(free))
  const [one = ''] = free
  expect(await listed(await newKey(person.userId, { models: [one] }))).toEqual([one])
  const key = await newKey(person.userId)
  expect(await openaiWith(key).models.retrieve(one)).toMatchObject({
    id: one,
    object: 'model',
    owned_by: expect.any(String),
    created: expect.any(Number),
    site_pricing: { currency: 'site-token', per_million: { input: expect.any(Number), output: expect.any(Number) } }
  })
  const missing = all.find((id) => !free.includes(id)) ?? ''
  expect(await refused(await sendToApi(key.text, `/v1/models/${missing}`))).toMatchObject({
    status: 404,
    code: 'model_not_found'
  })
})

test('the balance is told in site tokens in each form', async () => {
  const person = await newPerson({ tokens: 40 })
  const key = await newKey(person.userId)
  expect(await (await sendToApi(key.text, '/v1/credits')).json()).toEqual({
    data: { total_credits: 40, total_usage: 0 }
  })
  const subscription = await (await sendToApi(key.text, '/v1/dashboard/billing/subscription')).json()
  expect(subscription).toMatchObject({ hard_limit_usd: 40 })
  expect(await (await sendToApi(key.text, '/v1/dashboard/billing/usage')).json()).toMatchObject({ total_usage: 0 })
})

test('a page of another site may call it, cookies open nothing, and unknown addresses say so', async () => {
  const person = await newPerson()
  const key = await newKey(person.userId)
  const asked = 'authorization,content-type,x-stainless-lang,x-stainless-retry-count'
  const preflight = await sendToApi(null, '/v1/chat/completions', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked
    }
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toBe(asked)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  const shown = await sendToApi(key.text, '/api/v1/models/', { headers: { origin: 'https://page.example' } })
  expect(shown.headers.get('access-control-allow-origin')).toBe('*')
  expect(shown.headers.get('access-control-expose-headers')).toContain('x-request-id')
  for (const [text, path] of [
    ['sk-aip-none', '/v1/models'],
    [key.text, '/v1/files']
  ] as const) {
    const { headers } = await sendToApi(text, path, { headers: { origin: 'https://page.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-expose-headers')).toContain('retry-after')
  }
  expect(shown.headers.get('x-request-id')).toMatch(/^[\w-]+$/)
  expect((await sendToApi(key.text, '/v1/models', { method: 'HEAD' })).status).toBe(200)
  for (const [method, path] of [
    ['GET', '/v1/files'],
    ['POST', '/v1/moderations'],
    ['GET', '/v1'],
    ['POST', '/v1/images/variations'],
    ['GET', '/v1/audio/voices']
  ] as const)
    expect(await refused(await sendToApi(key.text, path, { method }))).toMatchObject({
      status: 404,
      code: 'unknown_url'
    })
})

test('a compressed body is refused as that, not as broken JSON', async () => {
  const key = await newKey((await newPerson()).userId)
  const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Привет' }] })
  const send = (encoding: string, sent: string) =>
    sendToApi(key.text, '/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-encoding': encoding },
      body: sent
    })
  expect(await refused(await send('gzip', '\u001f'))).toMatchObject({ status: 400, param: 'Content-Encoding' })
  expect((await send('identity', body)).status).toBe(402)
})

test('its paths lead to its own rooms, and those of the site do not', () => {
  const api = rooms.find(({ paths }) => paths.includes('/v1/'))
  for (const path of ['/v1/models', '/api/v1/models', '//v1/x', '/api/chat/completions']) expect(roomOf(path)).toBe(api)
  const works = rooms.find(({ paths }) => paths.includes('/v1/images/'))
  for (const path of ['/v1/audio/speech', '/api/v1/images/x', '/v1//v1/images/edits', '/images/generations'])
    expect(roomOf(path)).toBe(works)
  for (const path of ['/api/chat/conversations', '/api/jobs', '/api-keys', '/v1x', '/api/images/x'])
    expect([api, works]).not.toContain(roomOf(path))
})
