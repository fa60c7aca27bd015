// The security headers of every kind of answer. tests/unit/page-headers.test.ts checks the headers of pages.
import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { call, post } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { newOwner, type Owner } from '#tests/support/worker/owner.ts'
import { newPerson } from '#tests/support/worker/person.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'

hashCheaply()

const always = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-request-id': expect.stringMatching(/^[\w-]{1,64}$/)
}
const json = {
  ...always,
  'cache-control': 'private, no-store',
  'content-type': expect.stringMatching(/^application\/json/),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
}

let owner: Owner
let fileUrl = ''
let archiveUrl = ''
beforeAll(async () => {
  owner = await newOwner()
  const { accessToken } = owner
  const { jobs } = (await call('/api/jobs', { accessToken })).body.data as { jobs: { files: { url: string }[] }[] }
  fileUrl = String(jobs[0]?.files[0]?.url)
  archiveUrl = String((await post('/api/user/export', {}, { accessToken })).body.data?.url)
})

async function answerOf(url: string, init: RequestInit = {}) {
  const response = await exports.default.fetch(new Request(url, init))
  await response.arrayBuffer()
  return { status: response.status, headers: Object.fromEntries(response.headers) }
}
const api = (path: string, init?: RequestInit) => answerOf(`${env.SITE_ORIGIN}/api${path}`, init)
const signedIn = () => ({ headers: { authorization: `Bearer ${owner.accessToken}` } })

const answers: [name: string, status: number, ask: () => ReturnType<typeof answerOf>][] = [
  ['a success', 200, () => api('/auth/profile', signedIn())],
  ['a public success', 200, () => api('/health')],
  ['a malformed body', 400, () => api('/auth/login', { method: 'POST', body: '{' })],
  ['a missing sign-in', 401, () => api('/auth/profile')],
  ['another user’s conversation', 404, () => api('/chat/conversations/987654321/messages', signedIn())],
  ['an unknown path', 404, () => api('/nothing-here')],
  ['an unknown path at the root', 404, () => answerOf(`${env.SITE_ORIGIN}/nothing-here`)],
  ['a method that a path does not have', 404, () => api('/auth/profile', { method: 'DELETE' })],
  ['a preflight', 404, () => api('/auth/login', { method: 'OPTIONS' })],
  [
    'a body that is too large',
    413,
    () =>
      api('/auth/login', {
        method: 'POST',
        body: 'x'.repeat(600_000),
        headers: { 'content-type': 'application/json' }
      })
  ],
  ['a live path without an upgrade', 400, () => api('/live')],
  ['a live path of a foreign Origin', 403, () => api('/live', { headers: { upgrade: 'websocket' } })],
  [
    'a live path without a ticket',
    401,
    () => api('/live', { headers: { upgrade: 'websocket', origin: env.SITE_ORIGIN } })
  ],
  ['an unsigned archive', 404, () => api('/user/export/archive?user=x')],
  ['the operators’ call', 404, () => api('/operator/cron', { method: 'POST' })]
]

const failing = (message: string) =>
  changedBinding(env.DB, {
    prepare: () => {
      throw new Error(message)
    }
  })

describe('every JSON answer has the same security headers', () => {
  test.each(answers)('%s (%i)', async (_, status, ask) => {
    const answer = await ask()
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(json)])
  })

  test.each([
    ['a call over its limit', 429, { LIMIT_CHAT_WRITES_PER_MINUTE: '1' }],
    ['a database that is overloaded', 503, { DB: failing('D1_ERROR: D1 DB is overloaded. Try later.') }],
    ['a database error', 500, { DB: failing('D1_ERROR: no such table') }]
  ])('%s (%i)', async (_, status, settings) => {
    const ask = () =>
      call('/api/chat/conversations', { accessToken: owner.accessToken, body: { service: 'chatgpt' }, settings })
    await ask()
    const answer = await ask()
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(json)])
  })

  test('answers 202, 422 and 402 have the headers', async () => {
    const someone = await newPerson({ tokens: 1 })
    const make = (prompt: string, id: string, path = '/ai/image/flux') =>
      someone.send('POST', path, { prompt }, { 'idempotency-key': id, prefer: 'respond-async' })
    const asked = [
      await make('море', 'headers-0001'),
      await make('лес', 'headers-0001'),
      await make('река', 'headers-0002', '/ai/audio/elevenlabs')
    ]
    expect(asked.map(({ status }) => status)).toEqual([202, 422, 402])
    for (const answer of asked) expect(Object.fromEntries(answer.headers)).toMatchObject(json)
  })
})

describe('answers that are not JSON', () => {
  // Scripts must be forbidden: no `allow-scripts` and no `script-src`, whatever else a media player may need.
  const inert = expect.stringMatching(/^sandbox(?: allow-same-origin)?; default-src 'none'(?!.*script)/)
  const sandboxed = { ...always, 'content-security-policy': inert }

  test('a file may be shown, is cached by the browser only, and cannot run scripts', async () => {
    const { status, headers } = await answerOf(fileUrl)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      ...sandboxed,
      'content-type': 'image/png',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/)
    })
  })

  test.each([
    ['a part of a file', { range: 'bytes=0-1' }, 206],
    ['a range that no file has', { range: 'bytes=900-' }, 416],
    ['a file that is known already', { 'if-none-match': '*' }, 304]
  ])('%s has the same headers', async (_, headers, status) => {
    const answer = await answerOf(fileUrl, { headers })
    expect([answer.status, answer.headers]).toEqual([status, expect.objectContaining(sandboxed)])
  })

  test('the refusal of an unsigned file link is not cached', async () => {
    const { status, headers } = await api(`/files/${'0'.repeat(32)}/0?expires=1`)
    expect([status, headers]).toEqual([
      403,
      expect.objectContaining({ ...sandboxed, 'cache-control': 'private, no-store' })
    ])
  })

  test('an archive is an attachment that is not cached', async () => {
    const { status, headers } = await answerOf(archiveUrl)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      ...always,
      'cache-control': 'private, no-store',
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="my-data.zip"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'"
    })
  })

  test('a streamed answer is neither cached nor transformed', async () => {
    const { headers } = await api('/ai/text/chatgpt', {
      method: 'POST',
      body: JSON.stringify({ prompt: 'Кратко: что такое эхо?' }),
      headers: { ...signedIn().headers, 'content-type': 'application/json', accept: 'text/event-stream' }
    })
    expect(headers).toMatchObject({
      ...always,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform'
    })
  })
})

const foreign = [
  'null',
  'https://evil.example',
  'http://localhost',
  `${env.SITE_ORIGIN}.evil.example`,
  env.SITE_ORIGIN.replace('http:', 'https:'),
  env.SITE_ORIGIN.replace('//', '//evil.'),
  env.SITE_ORIGIN
]

const allows = (headers: Record<string, string>) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control'))

describe('no other site may read an answer', () => {
  test.each(foreign)('from origin %s', async (origin) => {
    const preflight = {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization'
    }
    for (const path of ['/auth/profile', '/auth/login', '/user/tokens', '/health', '/nothing-here']) {
      expect(allows((await api(path, { headers: { origin, cookie: 'a=b' } })).headers)).toEqual([])
      expect(allows((await api(path, { method: 'OPTIONS', headers: preflight })).headers)).toEqual([])
    }
    expect(allows((await answerOf(fileUrl, { headers: { origin } })).headers)).toEqual([])
  })

  test('no answer sets a cookie, except that of a sign-in', async () => {
    for (const [, , ask] of answers) expect((await ask()).headers).not.toHaveProperty('set-cookie')
  })
})
