// Calls of `/v1/chat/completions` at their edges: bodies that are meant to hurt, clients that leave at once, keys that end.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { costOf, meteringOf, newCaller } from '../support/worker/api-caller.ts'
import { openaiWith, sendToApi } from '../support/worker/api-clients.ts'
import { type Person } from '../support/worker/person.ts'

const model = 'gpt-4o-mini'
const messages = [{ role: 'user' as const, content: 'Кратко: что такое радуга?' }]
const path = '/v1/chat/completions'

test('what a stop text leaves is delivered and paid by the usage, also when it leaves nothing', async () => {
  const { person, client } = await newCaller()
  const whole = await client.chat.completions.create({ model, messages })
  const [first = ''] = whole.choices[0]?.message.content?.split(' ') ?? []
  const cut = await client.chat.completions.create({ model, messages, stop: [first] })
  expect(cut.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: '' } })
  expect(costOf(cut.usage)).toBeGreaterThan(0)
  expect(await meteringOf(person)).toMatchObject({ openCalls: 0, heldMicros: 0 })
})

test('a greeting before the first question reaches a model whose maker wants the user to speak first', async () => {
  const { client } = await newCaller()
  const answer = await client.chat.completions.create({
    model: 'claude-3-haiku',
    messages: [
      { role: 'system', content: 'Ты Алиса.' },
      { role: 'user', content: '' },
      { role: 'assistant', content: 'Привет! Я Алиса.' },
      ...messages
    ]
  })
  // The greeting, and what stands for the user's part before it.
  expect(answer.choices[0]?.message.content).toContain('Вижу предыдущих сообщений: 2.')
})

test('a picture that no supplier of the model reads is refused before anything is held', async () => {
  const { person, client, key } = await newCaller()
  const ids = (await client.models.list()).data.map(({ id }) => id)
  const grok = ids.find((id) => id.startsWith('grok-2')) ?? 'grok-2'
  const asked = async (named: string, form: 'chat/completions' | 'responses') => {
    const image_url = 'data:image/webp;base64,UklGRnwBAABXRUJQVlA4WAoAAAA='
    const body =
      form === 'responses'
        ? { input: [{ role: 'user', content: [{ type: 'input_image', image_url }] }] }
        : { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: image_url } }] }] }
    return sendToApi(key.text, `/v1/${form}`, { method: 'POST', body: { model: named, ...body } })
  }
  for (const [form, param] of [['chat/completions', 'messages'] as const, ['responses', 'input'] as const]) {
    const refused = await asked(grok, form)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { param, code: 'invalid_image' } }])
  }
  expect(await meteringOf(person)).toMatchObject({ openCalls: 0, spentMicros: 0 })
  expect((await asked('gpt-4o-mini', 'chat/completions')).status).toBe(200)
})

test('effort is not sent to a model that does not think, and a question longer than its context is refused by name', async () => {
  const { client } = await newCaller(100_000)
  const haiku = 'claude-3-haiku-20240307'
  const ids = (await client.models.list()).data.map(({ id }) => id)
  const asked = ids.find((id) => id.startsWith('claude-3-haiku')) ?? haiku
  const answer = await client.chat.completions.create({ model: asked, messages, reasoning_effort: 'high' })
  expect(answer.choices[0]?.finish_reason).toBe('stop')
})

const endless = (sent: string | null, length?: string) =>
  sendToApi(sent, path, {
    method: 'POST',
    body: 'x'.repeat(17 * 1024 * 1024),
    headers: length === undefined ? {} : { 'content-length': length }
  })

test('a body without end or key is not read', async () => {
  const { key } = await newCaller()
  expect((await endless(null)).status).toBe(401)
  expect((await endless(key.text)).status).toBe(413)
})

test.each([
  [
    'objects without number',
    `{"model":"${model}","messages":[{"role":"user","content":"x"}],"junk":[${'{},'.repeat(500_000)}{}]}`
  ],
  ['turns without number', `{"model":"${model}","messages":[${'{},'.repeat(100_000)}{}]}`],
  ['a list in a list without end', `{"model":"${model}","messages":${'['.repeat(300_000)}${']'.repeat(300_000)}}`]
])('%s are refused before anything is made of them', async (_, body) => {
  const { key } = await newCaller()
  const response = await sendToApi(key.text, path, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('a list that is too long is told as that, where a text may stand as well', async () => {
  const { key } = await newCaller()
  const body = JSON.stringify({ model, messages: [{ role: 'user', content: 'x' }], stop: ['1', '2', '3', '4', '5'] })
  const response = await sendToApi(key.text, path, { method: 'POST', body })
  expect(await response.json()).toMatchObject({ error: { param: 'stop', message: 'stop: Не больше 4 пунктов' } })
})

test('signs inside texts count as text', async () => {
  const { client } = await newCaller(1000)
  const content = `Кратко: ${'{[,'.repeat(5000)}"\\"{[,`
  const answer = await client.chat.completions.create({ model, messages: [{ role: 'user', content }] })
  expect(answer.choices[0]?.finish_reason).toBe('stop')
})

test('a client that leaves before a word leaves no hold behind', async () => {
  const { person, key } = await newCaller()
  const leaving = new AbortController()
  const asked = openaiWith(key).chat.completions.create(
    { model, messages: [{ role: 'user', content: 'Расскажи [сбой:медленный-старт]' }], stream: true },
    { signal: leaving.signal }
  )
  asked.catch(() => undefined)
  await vi.waitFor(async () => expect((await meteringOf(person)).openCalls).toBe(1), { timeout: 20_000 })
  leaving.abort()
  await expect(asked).rejects.toThrow()
  await vi.waitFor(
    async () => expect(await meteringOf(person)).toMatchObject({ openCalls: 0, heldMicros: 0, spentMicros: 0 }),
    { timeout: 20_000 }
  )
})

test.each([
  ['deleted', (person: Person, id: string) => userOf(env, person.userId).endKey(id)],
  [
    'replaced at once',
    (person: Person, id: string) =>
      userOf(env, person.userId).replaceKey({ keyId: id, secretHash: 'f'.repeat(64), hint: 'sk-…' }, null)
  ]
])('a key that is %s stops what it has begun', async (_, change) => {
  const { person, key } = await newCaller()
  const hash = async () => {
    const rows = await userOf(env, person.userId).backupHead()
    return String(rows.head.apiKeys?.find((row) => row['id'] === key.id)?.['secret_hash'])
  }
  const before = await hash()
  expect(await userOf(env, person.userId).keyWorks(key.id, before)).toBe(true)
  await change(person, key.id)
  expect(await userOf(env, person.userId).keyWorks(key.id, before)).toBe(false)
})

test('a key whose end has come lets go on what it has begun, and that of a blocked account does not', async () => {
  const { person, key } = await newCaller()
  const { head } = await userOf(env, person.userId).backupHead()
  const hash = String(head.apiKeys?.[0]?.['secret_hash'])
  await userOf(env, person.userId).changeKey(key.id, { expiresAt: Date.now() - 1 })
  expect(await userOf(env, person.userId).keyWorks(key.id, hash)).toBe(true)
  await env.DB.prepare('update users set blocked_at = ? where id = ?').bind(Date.now(), person.userId).run()
  await userOf(env, person.userId).stopKeys()
  expect(await userOf(env, person.userId).keyWorks(key.id, hash)).toBe(false)
})
