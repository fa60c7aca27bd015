// Walks with Яндекс ID and VK ID: a first visit, a later one, linking, and what the provider may answer.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import {
  call,
  confirm,
  linkTokenOf,
  mailsTo,
  newAccount,
  newAddress,
  post,
  subjectOf
} from '#tests/support/worker/account.ts'
import { codeOf } from '#tests/support/worker/operating.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import {
  arrive,
  begin,
  create,
  dataOf,
  enter,
  finish,
  newNamed,
  returnOf,
  ticketOf
} from '#tests/support/worker/identifying.ts'

hashCheaply()

const sandbox = new URL(env.YANDEX_ID_BASE_URL).origin
const breakOnce = (path: string, fault: string) =>
  fetch(`${sandbox}/control.json?for=${path}`, { method: 'POST', body: JSON.stringify({ fault }) })

const rowOf = (userId: string) =>
  env.DB.prepare('select email, verified_at, email_vouched_by, password_hash from users where id = ?')
    .bind(userId)
    .first<{ email: string; verified_at: number | null; email_vouched_by: string | null; password_hash: string }>()

test('both ways are offered where both settings are given, and none where one is empty', async () => {
  expect(dataOf(await call('/api/auth/ways'))).toEqual({ providers: ['yandex', 'vk'] })
  const settings = { VK_ID_CLIENT: '', VK_ID_SECRET: '' }
  expect(dataOf(await call('/api/auth/ways', { settings }))).toEqual({ providers: ['yandex'] })
  const started = await call('/api/auth/identities/start', { body: { provider: 'vk' }, settings })
  const off = { code: 'SERVICE_OFF', error: 'Вход через VK ID сейчас выключен' }
  expect(started).toMatchObject({ status: 503, body: off })
})

describe.each(['yandex', 'vk'] as const)('with %s', (provider) => {
  test('a new person gives consent, has an account with a bonus, and the next time is signed in', async () => {
    const named = newNamed()
    const arrived = dataOf(await arrive(named, provider))
    expect(arrived).toEqual({ state: 'new', ticket: expect.any(String), email: named.email, returnTo: '/' })
    expect(await env.DB.prepare('select 1 from users where email = ?').bind(named.email).first()).toBeNull()

    const created = await create(arrived.ticket)
    const { accessToken } = dataOf(created).tokens
    const userId = subjectOf(accessToken)
    expect(await rowOf(userId)).toEqual({
      email: named.email,
      verified_at: expect.any(Number),
      // The mailbox is Яндекс's own, so its word proves it.
      email_vouched_by: provider === 'yandex' ? null : provider,
      password_hash: expect.stringMatching(/\$$/)
    })
    expect((await userOf(env, userId).view()).availableTokens).toBe(10)
    const given = await env.DB.prepare('select document, ip from consents where user_id = ?').bind(userId).all()
    expect(given.results.map(({ document }) => document).toSorted()).toEqual(['offer', 'personal-data'])
    expect((await mailsTo(named.email!))[0]!.subject).toMatch(/^Аккаунт создан через (Яндекс|VK) ID$/)

    const again = dataOf(await arrive(named, provider))
    expect([again.state, subjectOf(again.tokens.accessToken)]).toEqual(['signed-in', userId])
  })

  test('a person without an address types one, and the link of the letter opens the account to the identity', async () => {
    const named = newNamed(null)
    const ticket = await ticketOf(named, provider)
    expect(await create(ticket)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } })
    const email = newAddress()
    expect(dataOf(await create(ticket, { email }))).toEqual({ state: 'mail-sent' })
    expect(dataOf(await arrive(named, provider))).toMatchObject({ state: 'new' })

    const [mail] = await mailsTo(email)
    const name = provider === 'vk' ? 'VK ID' : 'Яндекс ID'
    expect(mail!.subject).toBe(`Подтвердите email и вход через ${name}`)
    expect(mail!.text).toContain(`только если вы сами входили через ${name}`)
    const { accessToken } = dataOf(await confirm(linkTokenOf(mail!))).tokens
    const userId = subjectOf(accessToken)
    expect((await mailsTo(email, 2)).map(({ subject }) => subject)).toContain(`К аккаунту привязан ${name}`)
    expect(await rowOf(userId)).toMatchObject({ email, email_vouched_by: null })
    expect((await userOf(env, userId).view()).availableTokens).toBe(10)
    const again = dataOf(await arrive(named, provider))
    expect([again.state, subjectOf(again.tokens.accessToken)]).toEqual(['signed-in', userId])
  })

  test('a person who cancels is told so, and the cookie is gone', async () => {
    const declined = await arrive(null, provider)
    expect(declined).toMatchObject({ status: 400, body: { code: 'IDENTITY_DECLINED' } })
    expect(declined.headers['set-cookie']).toMatch(
      /^__Secure-identity=; Max-Age=0; Path=\/api\/auth\/identities; Secure/
    )
  })

  test.each(['server-error', 'page', 'bad-gateway'])('an answer of the fault %s says that it failed', async (fault) => {
    const begun = await begin(provider)
    const returned = await returnOf(begun, newNamed())
    await breakOnce(`/${provider}-id`, fault)
    const said = vi.spyOn(console, 'log')
    expect(await finish(returned, begun.cookie)).toMatchObject({ status: 502, body: { code: 'IDENTITY_FAILED' } })
    const lines = said.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('identity-failed'))
    expect(lines).toHaveLength(1)
    for (const secret of [returned.code!, returned.state]) expect(lines[0]).not.toContain(secret)
    await fetch(`${sandbox}/control.json?for=/${provider}-id`, { method: 'DELETE' })
  })
})

test('a wrong secret and the answer for another application sign nobody in', async () => {
  for (const settings of [{ YANDEX_ID_SECRET: 'invalid' }, { VK_ID_SECRET: 'invalid' }]) {
    const provider = 'VK_ID_SECRET' in settings ? 'vk' : 'yandex'
    const begun = await begin(provider)
    const answer = await finish(await returnOf(begun, newNamed()), begun.cookie, { settings })
    expect(answer).toMatchObject({ status: 502, body: { code: 'IDENTITY_FAILED' } })
  }
  const begun = await begin()
  const returned = await returnOf(begun, newNamed())
  const send = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const response = await send(input, init)
    if (!String(input).includes('/info')) return response
    return Response.json({ ...(await response.json<object>()), client_id: 'another-application' })
  })
  expect(await finish(returned, begun.cookie)).toMatchObject({ status: 502, body: { code: 'IDENTITY_FAILED' } })
})

test('the page goes on to a path of ours and to no other', async () => {
  const [named] = [newNamed()]
  await enter(named)
  for (const [asked, got] of [
    ['/chat?x=1', '/chat?x=1'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/a\nb', '/']
  ] as const) {
    const begun = await begin('yandex', {}, asked)
    expect(dataOf(await finish(await returnOf(begun, named), begun.cookie))).toMatchObject({ returnTo: got })
  }
})

test('a user links an identity, signs in with it, and unlinks it; the last way in stays', async () => {
  const owner = await newAccount()
  const named = newNamed()
  const { ticket } = dataOf(await arrive(named, 'vk', { ...owner, intent: 'link' }))
  const linked = await call('/api/user/identities', { body: { ticket }, accessToken: owner.accessToken })
  expect(linked.status).toBe(200)
  const signed = dataOf(await arrive(named, 'vk'))
  expect(subjectOf(signed.tokens.accessToken)).toBe(owner.userId)
  const unlink = () => call('/api/user/identities/vk', { method: 'DELETE', accessToken: owner.accessToken })
  expect((await unlink()).status).toBe(200)
  expect((await unlink()).status).toBe(404)
  expect(dataOf(await arrive(named, 'vk'))).toMatchObject({ state: 'new' })
  expect((await mailsTo(owner.email, 2)).map(({ subject }) => subject)).toEqual([
    'VK ID отвязан от аккаунта',
    'К аккаунту привязан VK ID'
  ])
  const only = await enter(newNamed())
  const last = await call('/api/user/identities/yandex', { method: 'DELETE', accessToken: only.accessToken })
  expect(last).toMatchObject({ status: 409, body: { code: 'LAST_WAY_IN' } })
})

test('an identity brings no second bonus after it is unlinked from an account', async () => {
  const owner = await newAccount()
  const named = newNamed()
  const { ticket } = dataOf(await arrive(named, 'yandex', { ...owner, intent: 'link' }))
  await call('/api/user/identities', { body: { ticket }, accessToken: owner.accessToken })
  await call('/api/user/identities/yandex', { method: 'DELETE', accessToken: owner.accessToken })
  const { accessToken } = await enter(named)
  expect((await userOf(env, subjectOf(accessToken)).view()).availableTokens).toBe(0)
})

test('where a second step is on, the provider is only the first one', async () => {
  const named = newNamed()
  const { accessToken } = await enter(named)
  const put = (path: string, body: object) => call(path, { method: 'PUT', body, accessToken })
  const secret = String(dataOf(await call('/api/user/authenticator', { body: {}, accessToken }))['secret'])
  await put('/api/user/authenticator', { code: codeOf(secret) })
  const [recovery] = dataOf(await put('/api/user/second-step', { on: true }))['recoveryCodes'] as string[]

  const arrived = dataOf(await arrive(named))
  expect(arrived).toMatchObject({ state: 'second-step', ways: ['code', 'recovery'], returnTo: '/' })
  const entered = await post('/api/auth/second-step', { ticket: arrived.ticket, recovery })
  expect(subjectOf(dataOf(entered).tokens.accessToken)).toBe(subjectOf(accessToken))
})

test('a linked identity makes the session fresh in which it was asked for', async () => {
  const named = newNamed()
  const { accessToken } = await enter(named)
  expect(dataOf(await arrive(named, 'yandex', { accessToken, intent: 'prove' }))).toEqual({
    state: 'proven',
    returnTo: '/'
  })
  const { results } = await env.DB.prepare('select proven_at from sessions where user_id = ?')
    .bind(subjectOf(accessToken))
    .all()
  expect(results).toEqual([{ proven_at: expect.any(Number) }])
})
