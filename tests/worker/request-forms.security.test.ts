// Requests that our clients never send: other methods and paths, repeated parameters, odd bodies, extreme values.
import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mountedEndpoints } from '#scripts/openapi/calls.ts'
import { newAddress, password } from '#tests/support/worker/account.ts'
import { requestFor } from '#tests/support/worker/endpoint-request.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '#tests/support/worker/person.ts'

hashCheaply()

const mounted = Object.entries(mountedEndpoints) as [string, Endpoint][]
let person: Person
beforeAll(async () => void (person = await newPerson({ tokens: 20 })))

describe('another method', () => {
  const methodsOf = new Map<string, Set<string>>()
  for (const [, { method, path }] of mounted) methodsOf.set(path, (methodsOf.get(path) ?? new Set()).add(method))

  test.each(mounted)('on the path of %s never succeeds', async (_, endpoint) => {
    const { path } = requestFor(endpoint, { service: 'flux' })
    const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
      (method) => !methodsOf.get(endpoint.path)?.has(method)
    )
    const answers = await Promise.all(others.map((method) => person.send(method, path)))
    // A path with a parameter may match another call, so any refusal is accepted.
    for (const { status } of answers) expect([400, 404]).toContain(status)
  })

  test.each(['x-http-method-override', 'x-method-override', 'x-http-method'])('in %s is ignored', async (header) => {
    const { conversation } = await dataOf<{ conversation: { id: number } }>(
      await person.send('POST', '/chat/conversations', { service: 'chatgpt' })
    )
    const path = `/chat/conversations/${conversation.id}/messages`
    expect((await person.send('GET', path, undefined, { [header]: 'DELETE' })).status).toBe(200)
    expect((await person.send('POST', '/user/profile', { _method: 'PUT' }, { [header]: 'PUT' })).status).toBe(404)
    expect((await person.send('GET', path)).status).toBe(200)
  })
})

describe('another spelling of a path', () => {
  test.each([
    '/auth/profile/',
    '//auth/profile',
    '/auth//profile',
    '/Auth/Profile',
    '/AUTH/PROFILE',
    '/auth/profile%20',
    '/auth/profile%00',
    '/auth/profile;x=1',
    '/auth/profile/x.css',
    '/auth/profile.json',
    '/auth%2Fprofile',
    '/api/auth/profile'
  ])('%s answers 404 and is not cached', async (path) => {
    const response = await person.send('GET', path)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test.each(['/auth/./profile', '/user/../auth/profile', '/user/%2e%2e/auth/profile'])(
    '%s is normalised by every client to the real path',
    async (path) => {
      expect((await person.send('GET', path)).status).toBe(200)
      expect((await sendAsVisitor('GET', path)).status).toBe(401)
    }
  )
})

describe('a parameter', () => {
  test('repeated in the query is refused', async () => {
    for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'sort=x&sort=updated_at_desc'])
      expect((await person.send('GET', `/chat/conversations?${query}`)).status).toBe(400)
  })

  test('in the path wins over the same one in the body', async () => {
    const [one, other] = await Promise.all(
      ['Первый', 'Второй'].map(async (title) =>
        dataOf<{ conversation: { id: number } }>(
          await person.send('POST', '/chat/conversations', { service: 'chatgpt', title })
        )
      )
    )
    const body = { id: other!.conversation.id, title: 'Новый' }
    expect(await dataOf(await person.send('PUT', `/chat/conversations/${one!.conversation.id}`, body))).toMatchObject({
      conversation: { id: one!.conversation.id, title: 'Новый' }
    })
  })

  test.each([
    ['a list', ['a@example.ru']],
    ['an object', { $ne: '' }],
    ['a number', 7],
    ['nothing', null],
    ['a boolean', true]
  ])('that should be text and is %s is refused with the name of its field', async (_, value) => {
    for (const field of ['email', 'password']) {
      const body = { email: newAddress(), password, [field]: value }
      expect(await answered(await sendAsVisitor('POST', '/auth/login', body))).toMatchObject({
        status: 400,
        data: { details: [{ path: field }] }
      })
    }
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'called %s changes nothing, in body or query',
    async (name) => {
      const body = `{"displayName":"Анна","${name}":{"admin":true,"verifiedAt":1,"displayName":"Зло"}}`
      expect(await dataOf(await person.send('PUT', '/user/profile', body))).toMatchObject({
        user: { displayName: 'Анна' }
      })
      const query = `?${name}=x&${name}[limit]=1`
      expect((await person.send('GET', `/chat/conversations${query}`)).status).toBe(200)
      expect(Reflect.get({}, 'admin')).toBeUndefined()
    }
  )
})

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

describe('a body', () => {
  // Calls with files read their bodies with other code.
  test.each(['/chat/conversations', '/ai/image/edit', '/ai/audio/transcribe'])(
    'for %s with extremely deep nesting is refused',
    async (path) => {
      for (const value of [nested(100_000, '[', ']'), nested(20_000, '{"a":', '}').replace('}', '1}')]) {
        const whole = `{"email":${value},"prompt":${value}}`
        expect((await person.send('POST', path, whole)).status).toBe(400)
        expect((await person.send('POST', path, value)).status).toBe(400)
      }
    }
  )

  test.each(['null', 'true', '7', '"text"', '[]', '[{}]', '', ' ', '\u0000', '\uFEFF{}', '{"a":1}{"b":2}', "{'a':1}"])(
    '%j is refused',
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      const { status, data } = await answered(await sendAsVisitor('POST', '/auth/login', body, headers))
      expect([status, JSON.stringify(data)]).toEqual([400, expect.not.stringContaining('Unexpected')])
    }
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'text/json'
  ])('with content type %s is refused, because another site could have posted it', async (type) => {
    const body = JSON.stringify({ email: newAddress(), password })
    const headers = { 'content-type': type }
    expect(await answered(await sendAsVisitor('POST', '/auth/login', body, headers))).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST'
    })
  })

  test('without a declared length is cut off at the limit', async () => {
    const piece = new TextEncoder().encode('x'.repeat(64 * 1024))
    let pieces = 0
    const endless = new ReadableStream({
      pull(controller) {
        pieces += 1
        if (pieces > 1000) controller.close()
        else controller.enqueue(piece)
      }
    })
    const response = await exports.default.fetch(
      new Request(`${env.SITE_ORIGIN}/api/auth/login`, {
        method: 'POST',
        body: endless,
        headers: { 'content-type': 'application/json' }
      })
    )
    expect(response.status).toBe(413)
    expect(pieces).toBeLessThan(100)
  })
})

describe('half of an emoji', () => {
  test('in a text is stored and answered as U+FFFD, and a whole one as it is', async () => {
    const sent = { service: 'chatgpt', title: '😀 \uD83D \\ud83d \uDE00' }
    const { conversation } = await dataOf<{ conversation: { id: number; title: string } }>(
      await person.send('POST', '/chat/conversations', sent)
    )
    const read = await person.send('GET', '/chat/conversations')
    expect([conversation.title, await read.text()]).toEqual([
      '😀 \uFFFD \\ud83d \uFFFD',
      expect.stringContaining(JSON.stringify('😀 \uFFFD \\ud83d \uFFFD'))
    ])
  })

  test('in a query is no text', async () => {
    expect((await person.send('GET', '/chat/conversations?service=chatgpt%ED%A0%BD')).status).toBe(400)
  })
})

describe('extremes', () => {
  test.each([
    'limit=1000000',
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=NaN',
    'limit=Infinity',
    'limit=9007199254740993',
    'offset=1000000000',
    'offset=-1',
    'sort=updated_at_desc;drop table users',
    'service=chatgpt%27%20or%201=1'
  ])('of a page query are refused: %s', async (query) => {
    expect((await person.send('GET', `/chat/conversations?${query}`)).status).toBe(400)
  })

  test('of ids find nothing and break nothing', async () => {
    for (const id of ['0', '-1', '1.5', '9007199254740993', '1e309', 'NaN', '%00', "1'--", '{}', '1?x=1', '٣']) {
      const { status } = await person.send('GET', `/chat/conversations/${encodeURIComponent(id)}/messages`)
      expect([400, 404], id).toContain(status)
    }
  })

  const long = 'x'.repeat(60_000)
  test.each([
    ['authorization', { authorization: `Bearer ${long}` }, 401],
    ['authorization in three parts', { authorization: `Bearer ${long}.${long}.${long}` }, 401],
    ['idempotency-key', { 'idempotency-key': long }, 400],
    ['prefer', { prefer: `wait=${'9'.repeat(60_000)}`, 'idempotency-key': long }, 400],
    ['content-type', { 'content-type': `application/json; ${long}`, 'idempotency-key': long }, 400],
    ['user-agent and x-request-id', { 'user-agent': long, 'x-request-id': long, 'idempotency-key': long }, 400]
  ])('of the header %s are refused', async (_, headers, status) => {
    const response = await person.send('POST', '/ai/text/chatgpt', { prompt: 'Кратко' }, headers)
    expect(response.status).toBe(status)
    expect(response.headers.get('x-request-id')?.length).toBeLessThanOrEqual(64)
  })

  test('of a path and of a query are refused', async () => {
    expect((await person.send('GET', `/${long}`)).status).toBe(404)
    expect((await person.send('GET', `/jobs?before=${long}`)).status).toBe(400)
    expect((await sendAsVisitor('GET', `/auth/verify-email/${long}`)).status).toBe(400)
  })
})
