// Orders of pictures that are sent again: with a name, or by an SDK that has lost an answer. One work is paid once.
import { abortAllDurableObjects, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { readApiKey } from '#worker/crypto/api-key.ts'
import { newCaller } from '../support/worker/api-caller.ts'
import { sendToApi, type TestKey } from '../support/worker/api-clients.ts'
import { moneyOf, rowsOf } from '../support/worker/generating.ts'
import { controlSandbox } from '../support/worker/jobs.ts'
import { wholeApp } from '../support/worker/whole-app.ts'

beforeEach(() => controlSandbox({ speed: 20_000 }))

const model = 'flux-schnell'
const prompt = 'Маяк на скале'

const post = (key: TestKey, body: object, headers: Record<string, string> = {}) =>
  sendToApi(key.text, '/v1/images/generations', { method: 'POST', body, headers })

const madeBy = (response: Response) => response.json<{ id: string; data: { b64_json?: string }[] }>()

test('a repetition with the same name gets the same picture and pays nothing; another request is refused', async () => {
  const { person, key } = await newCaller(20)
  const name = { 'idempotency-key': 'order/1' }
  const [first, second] = await Promise.all([post(key, { model, prompt }, name), post(key, { model, prompt }, name)])
  const made = await madeBy(first)
  expect(await madeBy(second)).toMatchObject({ id: made.id })
  const again = await post(key, { model, prompt }, name)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect((await madeBy(again)).data[0]?.b64_json).toBe(made.data[0]?.b64_json)
  const other = await post(key, { model, prompt: 'Другое' }, name)
  expect([other.status, (await other.json<{ error: { code: string } }>()).error.code]).toEqual([
    422,
    'idempotency_key_reused'
  ])
  expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
})

/** Begins a work whose client leaves before it has its answer. */
async function lose(key: TestKey, body: object): Promise<void> {
  const leaving = new AbortController()
  const url = `${env.SITE_ORIGIN}/v1/images/generations`
  const headers = { authorization: `Bearer ${key.text}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: leaving.signal }
  const asked = exports.default.fetch(new Request(url, init)).catch(() => null)
  const { userId } = readApiKey(environmentOf(env), key.text) ?? { userId: '' }
  const rows = () => openHistory(env, userId).select().from(jobs).where(eq(jobs.userId, userId))
  await vi.waitFor(async () => expect(await rows()).not.toEqual([]), { timeout: 10_000 })
  leaving.abort()
  await asked
}

test('an SDK that repeats a lost request joins its work, and a new request is a new work', async () => {
  const { person, key } = await newCaller(20)
  await lose(key, { model, prompt })
  const retried = await madeBy(await post(key, { model, prompt }, { 'x-stainless-retry-count': '1' }))
  const [row] = await rowsOf(person)
  expect(retried.id).toBe(`img-${row?.operationId}`)
  const fresh = await madeBy(await post(key, { model, prompt }, { 'x-stainless-retry-count': '0' }))
  expect(fresh.id).not.toBe(retried.id)
  expect(await moneyOf(person)).toEqual({ availableTokens: 18, reservedTokens: 0 })
  // Nothing was lost: the request before was refused, and others of the same words have their answers.
  const another = await madeBy(await post(key, { model, prompt }, { 'x-stainless-retry-count': '1' }))
  expect([retried.id, fresh.id]).not.toContain(another.id)
})

test('a repetition that joins a work takes nothing from the limit of its tool', async () => {
  const { person, key } = await newCaller(20)
  const narrow = { ...env, LIMIT_IMAGE_PER_MINUTE: '1' }
  const ask = async (retries: string) => {
    const headers = {
      authorization: `Bearer ${key.text}`,
      'content-type': 'application/json',
      'x-stainless-retry-count': retries
    }
    const init = { method: 'POST', headers, body: JSON.stringify({ model, prompt }) }
    const context = createExecutionContext()
    const response = await wholeApp.fetch(
      new Request(`${env.SITE_ORIGIN}/v1/images/generations`, init),
      narrow,
      context
    )
    return { response, end: () => waitOnExecutionContext(context) }
  }
  const lost = await ask('0')
  const joined = [await ask('1'), await ask('2')]
  expect([lost, ...joined].map(({ response }) => response.status)).toEqual([200, 200, 200])
  expect((await ask('0')).response.status).toBe(429)
  for (const { response, end } of [lost, ...joined]) {
    await response.text()
    await end()
  }
  expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
})

test('that an answer was told is known in every isolate, also after the object has restarted, and is forgotten in time', async () => {
  const { person, key } = await newCaller(20)
  const { id } = await madeBy(await post(key, { model, prompt }))
  const user = userOf(env, person.userId)
  const operationId = id.replace('img-', '')
  await vi.waitFor(async () => expect(await user.wasTold(operationId)).toBe(true), { timeout: 5000 })
  await abortAllDurableObjects()
  expect(await user.wasTold(operationId)).toBe(true)
  await user.noteTold('old', Date.now() - 1)
  expect(await user.wasTold('old')).toBe(false)
})

test('speech that a client did not get to its end is not told: its repetition is the same work', async () => {
  const { person, key } = await newCaller(20)
  const speak = (retries: string) =>
    sendToApi(key.text, '/v1/audio/speech', {
      method: 'POST',
      body: { model: 'tts-1', voice: 'alloy', input: 'Привет. '.repeat(20) },
      headers: { 'x-stainless-retry-count': retries }
    })
  const lost = await speak('0')
  await lost.body?.cancel()
  const again = await speak('1')
  expect(again.headers.get('x-generation-id')).toBe(lost.headers.get('x-generation-id'))
  const bytes = await again.arrayBuffer()
  expect(bytes.byteLength).toBe(Number(again.headers.get('content-length')))
  expect(await moneyOf(person)).toEqual({ availableTokens: 19, reservedTokens: 0 })
  const operationId = String(again.headers.get('x-generation-id')).replace('speech-', '')
  const isTold = () => userOf(env, person.userId).wasTold(operationId)
  await vi.waitFor(async () => expect(await isTold()).toBe(true), { timeout: 5000 })
})
