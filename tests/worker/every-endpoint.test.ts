// Rules that hold for every call of the contract.
import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { mountedEndpoints, operatorEndpoints } from '#scripts/openapi/calls.ts'
import { createRoom } from '#worker/app.ts'
import { rooms, roomOf } from '#worker/rooms.ts'
import { answered, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'

const mounted = Object.entries(mountedEndpoints) as [string, Endpoint][]
const operators = Object.entries(operatorEndpoints) as [string, Endpoint][]
/** A valid service for each kind of path. */
const serviceOf: Record<string, string> = { text: 'chatgpt', image: 'flux', video: 'luma', audio: 'elevenlabs' }
const pathOf = ({ path }: Endpoint) =>
  path.replace(/(\w+)\/:service/, (_, kind: string) => `${kind}/${serviceOf[kind]}`).replace(/:\w+/g, 'operation-1')

/** Calls outside the contract: addresses that browsers open directly, and operator calls. */
const uncontracted = [
  'GET /api/files/:jobId/:file',
  'GET /api/files/attachments/:id',
  'GET /api/health',
  'GET /api/library/zip',
  'GET /api/live',
  'GET /api/shared-works/:token/files/:index',
  'GET /api/shares/:token/files/:index',
  'GET /api/user/export/archive',
  'POST /api/csp-reports',
  'GET /api/operator/backup/file',
  'GET /api/operator/backup/files',
  'GET /api/operator/backup/nights',
  'GET /api/operator/backup/nights/part',
  'GET /api/operator/backup/nights/wallet',
  'GET /api/operator/backup/rows',
  'GET /api/operator/backup/users',
  'GET /api/operator/backup/wallets/:user',
  'POST /api/operator/backup/begin',
  'POST /api/operator/backup/restore/begin',
  'POST /api/operator/backup/restore/end',
  'PUT /api/operator/backup/restore/file',
  'PUT /api/operator/backup/restore/rows',
  'PUT /api/operator/backup/restore/sequences',
  'POST /api/operator/backup/restore/upload',
  'PUT /api/operator/backup/restore/upload',
  'POST /api/operator/backup/restore/upload/end',
  'PUT /api/operator/backup/restore/wallets/:user',
  'POST /api/operator/cron',
  // Signed by the register inside the country: contract/register.ts.
  'POST /api/register/accounts',
  'POST /api/register/erased',
  'POST /api/register/erasure'
]

/** What each room mounts. */
const mountedIn = await Promise.all(
  rooms.map(async (room) => {
    const loaded = await room.load()
    // The API for programs has a form of its own: tests/worker/api-frame.security.test.ts.
    const { routes } = 'createApp' in loaded ? loaded.createApp() : createRoom(loaded.mount)
    return { room, routes: routes.filter(({ method }) => method !== 'ALL') }
  })
)

test('the routes of the app are exactly the mounted endpoints and the listed exceptions', () => {
  const routes = new Set(
    mountedIn
      .flatMap((one) => one.routes)
      .filter(({ path }) => path.startsWith('/api/'))
      .map(({ method, path }) => `${method} ${path}`)
  )
  const expected = [...mounted, ...operators].map(([, { method, path }]) => `${method} /api${path}`)
  expect([...routes].toSorted()).toEqual([...expected, ...uncontracted].toSorted())
})

test('every route is mounted in the room to which its path leads', () => {
  const stray = mountedIn.flatMap(({ room, routes }) =>
    // The socket of the live channel is mounted before every middleware, in each room.
    routes
      .filter(({ path }) => !/^(\/api)?\/live$/.test(path))
      .filter(({ path }) => roomOf(path) !== room || roomOf(pathOf({ path } as Endpoint)) !== room)
  )
  expect(stray).toEqual([])
})

/** No call of these tests changes anything. */
let person: Person
let unknown: Awaited<ReturnType<typeof answered>>
beforeAll(async () => {
  person = await newPerson({ tokens: 10 })
  unknown = await answered(await sendAsVisitor('GET', '/nothing-here'))
})

test.each(operators)('%s does not exist for a visitor, a user or a wrong token', async (_, endpoint) => {
  const token = { authorization: `Bearer ${'x'.repeat(44)}` }
  for (const refused of [
    await sendAsVisitor(endpoint.method, pathOf(endpoint)),
    await sendAsVisitor(endpoint.method, pathOf(endpoint), undefined, token),
    await person.send(endpoint.method, pathOf(endpoint))
  ])
    expect(await answered(refused)).toEqual(unknown)
})

describe.each(mounted)('%s', (_, endpoint) => {
  const path = pathOf(endpoint)

  test('answers a malformed body or query with 400 and a Russian text', async () => {
    const hasBody = endpoint.method === 'POST' || endpoint.method === 'PUT'
    const response = hasBody
      ? await person.send(endpoint.method, path, '{"prompt": ')
      : await person.send(endpoint.method, `${path}?limit=1&limit=2`)
    expect(await answered(response)).toMatchObject({
      status: 400,
      success: false,
      error: expect.stringMatching(/[а-я]/)
    })
  })

  test('has the security headers and echoes the request id, even on errors, and the same status on the host of the API', async () => {
    const { headers, status } = await sendAsVisitor(endpoint.method, path, undefined, { 'x-request-id': 'abc-123' })
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-request-id': 'abc-123',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
    })
    const without = await exports.default.fetch(
      new Request(`http://localhost:8788${path}`, { method: endpoint.method })
    )
    expect(without.status).toBe(status)
  })
})

test.each([
  ['GET', '/chat/conversations?limit=1e309', undefined],
  ['GET', '/chat/conversations/%E0%A4%A/messages', undefined],
  ['PUT', '/chat/conversations/9007199254740993', {}],
  ['POST', '/chat/conversations', { service: 'xai', title: { toString: 'x' } }],
  ['POST', '/ai/text/chatgpt', '{"prompt":"x","maxTokens":1e309,"conversationId":-1}'],
  ['POST', '/auth/refresh', { __proto__: { refreshToken: 'x' } }]
])('%s %s names the wrong field in Russian', async (method, path, body) => {
  const refused = await answered(await person.send(method, path, body))
  expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  const { details } = refused['data'] as { details: { path: string; msg: string }[] }
  expect(details.map(({ msg }) => msg).filter((msg) => !/^[А-Я]/.test(msg))).toEqual([])
  expect(details.length).toBeGreaterThan(0)
})

describe('the app', () => {
  test('answers an unknown path with the error envelope', async () => {
    expect(unknown).toEqual({
      status: 404,
      success: false,
      data: null,
      message: null,
      error: 'Не найдено',
      code: 'NOT_FOUND'
    })
  })

  test('refuses a body that is too large', async () => {
    const response = await person.send('POST', '/ai/text/chatgpt', { prompt: 'я'.repeat(600_000) })
    expect(await answered(response)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  })

  test('accepts JSON only, so that a form of another site cannot call it', async () => {
    const response = await person.send('POST', '/ai/text/chatgpt', '{"prompt":"Привет"}', {
      'content-type': 'text/plain'
    })
    expect(await answered(response)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })

  test('with its local environment answers loopback addresses only', async () => {
    const response = await exports.default.fetch(new Request('http://ai-platform.example/api/health'))
    expect(await answered(response)).toMatchObject({ status: 500, code: 'BAD_ENVIRONMENT' })
  })

  test('reports its health', async () => {
    expect(await answered(await sendAsVisitor('GET', '/health'))).toMatchObject({ status: 200, data: { status: 'ok' } })
  })

  test('ignores a request id that could forge log lines', async () => {
    const { headers } = await sendAsVisitor('GET', '/health', undefined, { 'x-request-id': 'a b<c>' })
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
