// The adapters of Яндекс ID and VK ID against answers that are late, long or wrong.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { IdentityFailure } from '#providers/identity/identity.ts'
import { beginAttempt, personOf, providersOn } from '#providers/identity/providers.ts'

const settings = {
  SITE_ORIGIN: 'https://site.ru',
  YANDEX_ID_BASE_URL: 'https://oauth.yandex.ru',
  YANDEX_ID_INFO_URL: 'https://login.yandex.ru/info',
  YANDEX_ID_CLIENT: 'client',
  YANDEX_ID_SECRET: 'secret:1',
  VK_ID_BASE_URL: 'https://id.vk.com',
  VK_ID_CLIENT: '51',
  VK_ID_SECRET: 'secret'
}
const attempt = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }
const returned = { code: 'code', deviceId: 'device' }

interface Sent {
  url: string
  init: RequestInit
}

/** The answers in turn, and what was sent for them. */
function answering(...answers: (Response | Promise<Response>)[]): Sent[] {
  const sent: Sent[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    sent.push({ url: String(input), init })
    const answer = answers.shift()
    if (!answer) throw new Error('One call too many')
    return answer
  })
  return sent
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const token = (more: object = {}) =>
  Response.json({ access_token: 'token', token_type: 'bearer', expires_in: 1, ...more })
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof IdentityFailure ? [error.kind, error.code] : error)
  )
const yandex = () => personOf(settings, 'yandex', attempt, returned)
const vk = () => personOf(settings, 'vk', attempt, returned)

test('the provider’s page is asked with a challenge, a state and our address, and again only where it must', async () => {
  const { attempt: made, url } = await beginAttempt(settings, 'yandex', false)
  const { searchParams: query, origin } = new URL(url)
  expect([origin, Object.fromEntries(query)]).toEqual([
    'https://oauth.yandex.ru',
    {
      response_type: 'code',
      client_id: 'client',
      redirect_uri: 'https://site.ru/auth/return/yandex',
      scope: 'login:email',
      state: made.state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256'
    }
  ])
  for (const secret of [made.verifier, made.nonce]) expect(url).not.toContain(secret)
  expect((await beginAttempt(settings, 'yandex', true)).url).toContain('force_confirm=yes')
  expect((await beginAttempt(settings, 'vk', true)).url).toContain('prompt=login')
  expect(providersOn({ ...settings, VK_ID_SECRET: '' })).toEqual(['yandex'])
})

test('Яндекс gets code, verifier and secret, and its token goes nowhere but to its page about the person', async () => {
  const sent = answering(token(), Response.json({ id: '7', client_id: 'client', default_email: ' anya@yandex.ru' }))
  expect(await yandex()).toEqual({ subject: '7', email: 'anya@yandex.ru' })
  const [exchange, info] = sent as [Sent, Sent]
  expect(Object.fromEntries(new URLSearchParams(String(exchange.init.body)))).toEqual({
    grant_type: 'authorization_code',
    code: 'code',
    code_verifier: attempt.verifier,
    redirect_uri: 'https://site.ru/auth/return/yandex'
  })
  expect(new Headers(exchange.init.headers).get('authorization')).toBe(`Basic ${btoa('client:secret%3A1')}`)
  expect([info.url, new Headers(info.init.headers).get('authorization')]).toEqual([
    'https://login.yandex.ru/info?format=json',
    'OAuth token'
  ])
  expect([exchange.init.redirect, info.init.redirect]).toEqual(['manual', 'manual'])
})

test('VK gets the device and a state of its own, and must give that state back', async () => {
  const person = { user: { user_id: '7', email: '' } }
  const sent = answering(token({ user_id: 7, state: 'nonce', id_token: 'not.a.jwt' }), Response.json(person))
  expect(await vk()).toEqual({ subject: '7', email: null })
  expect(Object.fromEntries(new URLSearchParams(String(sent[0]?.init.body)))).toMatchObject({
    client_id: '51',
    client_secret: 'secret',
    device_id: 'device',
    state: 'nonce'
  })
  answering(token({ user_id: 7, state: 'state' }))
  expect(await failureOf(vk())).toEqual(['failed', 'other-nonce'])
  answering(token({ user_id: 8, state: 'nonce' }), Response.json(person))
  expect(await failureOf(vk())).toEqual(['failed', 'other-person'])
  answering(Response.json({ error: 'invalid_grant', error_description: 'Code is invalid or expired' }))
  expect(await failureOf(vk())).toEqual(['expired', 'invalid_grant'])
  expect(await failureOf(personOf(settings, 'vk', attempt, { ...returned, deviceId: null }))).toEqual([
    'failed',
    'no-device'
  ])
})

const endless = () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(8192).fill(32)) }))

describe('what is not an answer of the provider fails', () => {
  test.each([
    ['a page', () => new Response('<html>', { status: 200 }), 'status-200'],
    [
      'a redirect',
      () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      'status-302'
    ],
    ['a body without an end', endless, 'too-long'],
    ['no token', () => Response.json({ token_type: 'bearer' }), 'answer-malformed'],
    ['a list', () => Response.json([]), 'answer-malformed'],
    ['null', () => Response.json(null), 'answer-malformed'],
    [
      'prose in place of a code',
      () => Response.json({ error: 'Иван, vanya@x.ru' }, { status: 400 }),
      'answer-malformed'
    ],
    ['a wrong secret', () => Response.json({ error: 'invalid_client' }, { status: 400 }), 'invalid_client']
  ])('%s', async (_, answer, code) => {
    answering(answer())
    expect(await failureOf(yandex())).toEqual(['failed', code])
  })

  test.each([
    ['for another application', { id: '7', client_id: 'other' }, 'other-client'],
    ['without an id', { client_id: 'client' }, 'no-subject'],
    ['with an id that is none', { client_id: 'client', id: '7:8' }, 'no-subject']
  ])('a person %s', async (_, person, code) => {
    answering(token(), Response.json(person))
    expect(await failureOf(yandex())).toEqual(['failed', code])
  })

  test('an address that is none counts as not given', async () => {
    answering(token(), Response.json({ id: '7', client_id: 'client', default_email: 'не адрес' }))
    expect(await yandex()).toEqual({ subject: '7', email: null })
  })

  test('silence ends after ten seconds', async () => {
    vi.useFakeTimers()
    answering(new Promise(() => undefined))
    const failed = failureOf(yandex())
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await failed).toEqual(['failed', 'timeout'])
  })
})
