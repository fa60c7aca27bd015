// With a register inside the country, personal data are taken from it alone; without one nothing changes.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { ownCalls, registeredCalls, registerHeaders } from '#contract/register.ts'
import { mountedEndpoints } from '#scripts/openapi/calls.ts'
import {
  call,
  confirm,
  consents,
  newAccount,
  newAddress,
  newestLinkTo,
  password,
  post
} from '../support/worker/account.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { requestFor } from '../support/worker/endpoint-request.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import {
  callSigned,
  newRecordId,
  registerKey,
  signatureOf,
  type Wrong,
  withRegister
} from '../support/worker/signed-call.ts'

hashCheaply()

const dayMs = 24 * 60 * 60_000
const registration = (email: string) => ({ email, password, consents })
const registerIdOf = (email: string) =>
  env.DB.prepare('select register_id from users where canonical_email = ?').bind(email).first<string>('register_id')
const known = (email: string) =>
  env.DB.prepare('select count(*) as n from users where canonical_email = ?').bind(email).first<number>('n')

describe('a call that goes round the register', () => {
  const refused = { status: 503, body: { success: false, code: 'REGISTER_UNREACHABLE' } }

  test.each(registeredCalls.map((one) => one.call))('%s is refused, with and without /api', async (name) => {
    const [method = '', path = ''] = name.split(' ')
    const { accessToken } = await newAccount()
    for (const base of ['/api', '']) {
      const body = method === 'DELETE' ? undefined : {}
      const asked = { method, body, accessToken, settings: withRegister }
      expect(await call(base + path.replace(':provider', 'yandex'), asked), base).toMatchObject(refused)
    }
  })

  test.each([
    '/api/auth/%72egister',
    '/api//auth/register',
    '/api/auth/register/',
    '/api/api/auth/register',
    '/API/auth/register'
  ])('as %s stores nothing either', async (path) => {
    const email = newAddress()
    expect((await post(path, registration(email), { settings: withRegister })).status).toBeGreaterThanOrEqual(400)
    expect(await known(email)).toBe(0)
  })

  test.each<[string, Wrong]>([
    ['another key', { key: `${registerKey}x` }],
    ['another method', { signed: { method: 'PUT' } }],
    ['another path', { signed: { path: '/auth/login' } }],
    ['another body', { signed: { bodyDigest: 'A'.repeat(43) } }],
    ['another record', { signed: { id: newRecordId() } }],
    ['another time', { signed: { time: '1700000000000' } }],
    ['another client', { signed: { client: '203.0.113.1' } }],
    ['an old time', { ageMs: 121_000 }],
    ['a time to come', { ageMs: -121_000 }]
  ])('with a signature of %s stores nothing', async (_, wrong) => {
    const email = newAddress()
    const answer = await callSigned('/api/auth/register', { body: registration(email), wrong })
    expect(answer).toMatchObject(refused)
    expect(await known(email)).toBe(0)
  })

  test('with a signature that was used already is refused', async () => {
    const body = registration(newAddress())
    const headers = signatureOf('/api/auth/register', { body })
    const asked = { body, headers, settings: withRegister }
    expect((await call('/api/auth/register', asked)).status).toBe(200)
    expect(await call('/api/auth/register', asked)).toMatchObject(refused)
  })

  test('is taken where there is no register, with its headers or without', async () => {
    const email = newAddress()
    expect((await post('/api/auth/register', registration(email))).status).toBe(200)
    const body = registration(newAddress())
    const headers = signatureOf('/api/auth/register', { body })
    expect((await post('/api/auth/register', body, { headers })).status).toBe(200)
    expect(await registerIdOf(email)).toBe(null)
  })

  test('all other calls are taken from everybody', async () => {
    const registered = new Set<string>(registeredCalls.map((one) => one.call))
    const { accessToken } = await newAccount()
    for (const [name, endpoint] of Object.entries<Endpoint>(mountedEndpoints)) {
      if (registered.has(`${endpoint.method} ${endpoint.path}`) || endpoint.method === 'GET') continue
      const { method, path } = requestFor(endpoint, { service: 'flux' })
      const answer = await call(`/api${path}`, {
        method,
        body: method === 'DELETE' ? undefined : { id: 7 },
        settings: withRegister
      })
      expect(answer.body.code, name).not.toBe('REGISTER_UNREACHABLE')
    }
    expect((await call('/api/subscription', { accessToken, settings: withRegister })).status).toBe(200)
  })
})

describe('the record of a person', () => {
  test('stays with the account that its link confirms', async () => {
    const email = newAddress()
    const [first, second] = [newRecordId(), newRecordId()]
    for (const id of [first, second]) {
      expect((await callSigned('/api/auth/register', { body: registration(email), id })).status).toBe(200)
      expect(await registerIdOf(email)).toBe(first)
    }
    await confirm(await newestLinkTo(email, 'verify-email', 2))
    const links = await env.DB.prepare('select register_id from email_links order by created_at').all<{
      register_id: string
    }>()
    expect(links.results.map((link) => link.register_id)).toEqual(expect.arrayContaining([first, second]))
    expect([first, second]).toContain(await registerIdOf(email))
  })

  test('is also that of a confirmation which was sent again', async () => {
    const email = newAddress()
    const id = newRecordId()
    await callSigned('/api/auth/register', { body: registration(email), id })
    await newestLinkTo(email, 'verify-email')
    await post('/api/auth/resend-verification', { email }, { settings: withRegister })
    await confirm(await newestLinkTo(email, 'verify-email', 2))
    expect(await registerIdOf(email)).toBe(id)
  })

  test('is told to the register alone, and given to accounts that are older', async () => {
    const { accessToken, email } = await newAccount()
    const [id, later] = [newRecordId(), newRecordId()]
    const rename = (as: string, displayName: string) =>
      callSigned('/api/user/profile', { method: 'PUT', body: { displayName }, accessToken, id: as })
    for (const as of [id, later]) expect((await rename(as, 'Анна')).headers[registerHeaders.person]).toBe(id)
    expect((await rename(newRecordId(), 'я'.repeat(81))).headers).not.toHaveProperty(registerHeaders.person)
    expect(await registerIdOf(email)).toBe(id)
  })

  test('is told when a link has changed an address without a session', async () => {
    const { accessToken, email } = await newAccount()
    const newEmail = newAddress()
    const id = newRecordId()
    const body = { newEmail, currentPassword: password }
    expect((await callSigned('/api/user/email', { method: 'PUT', body, accessToken, id })).status).toBe(200)
    for (const [address, state] of [
      [email, 'waiting'],
      [newEmail, 'changed']
    ] as const) {
      const token = await newestLinkTo(address, 'confirm-email-change')
      const agreed = await callSigned('/api/auth/confirm-email-change', { body: { token } })
      expect(agreed).toMatchObject({
        status: 200,
        body: { data: { state } },
        headers: { [registerHeaders.person]: id }
      })
    }
    expect(await registerIdOf(newEmail)).toBe(id)
  })
})

const ask = (path: string, body: object) => callSigned(`/api${path}`, { body })

describe('the calls of the register itself', () => {
  test.each(Object.values(ownCalls).map(({ path }) => path))('%s exists for nobody else', async (path) => {
    const hidden = { status: 404, body: { code: 'NOT_FOUND' } }
    expect(await post(`/api${path}`, {})).toMatchObject(hidden)
    expect(await post(`/api${path}`, {}, { settings: withRegister })).toMatchObject(hidden)
    expect(await callSigned(`/api${path}`, { body: {}, wrong: { key: `${registerKey}x` } })).toMatchObject(hidden)
    expect(await callSigned(`/api${path}`, { body: {}, settings: { REGISTER_KEY: undefined } })).toMatchObject(hidden)
    expect(await ask(path, { after: 7 })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  })

  test('list all accounts without an address', async () => {
    const { email, userId } = await newAccount()
    let found: Record<string, unknown>[] = []
    for (let after = ''; ;) {
      const { body, text } = await ask(ownCalls.accounts.path, { after })
      const page = body.data!['accounts'] as { account: string }[]
      expect(text).not.toContain('@')
      found = [...found, ...page]
      if (page.length === 0) break
      after = page.at(-1)!.account
    }
    const { n } = (await env.DB.prepare('select count(*) as n from users').first<{ n: number }>())!
    expect(found).toHaveLength(n)
    expect(found).toContainEqual({
      account: userId,
      registerId: null,
      addressHash: expect.stringMatching(/^[\w-]{43}$/),
      isConfirmed: true
    })
    expect(email).toContain('@')
  })

  test('begin an erasure once, and tell of it until the register has acknowledged it', async () => {
    const { accessToken, email, userId } = await newAccount()
    const id = newRecordId()
    await callSigned('/api/user/profile', { method: 'PUT', body: { displayName: 'Анна' }, accessToken, id })
    const none = await ask(ownCalls.erasure.path, { registerId: newRecordId() })
    expect(none).toMatchObject({ status: 200, body: { data: { erasedAt: null } } })
    const begun = await ask(ownCalls.erasure.path, { registerId: id })
    expect(begun.body.data!['erasedAt']).toBeGreaterThan(Date.now() + 13 * dayMs)
    expect((await ask(ownCalls.erasure.path, { registerId: id })).body).toEqual(begun.body)
    const erasures = async (acknowledged: string[]) =>
      (await ask(ownCalls.erased.path, { acknowledged })).body.data!['erased']
    expect(await erasures([])).toEqual([])
    expect(await eraseAccounts(env, Date.now() + 15 * dayMs)).toBe(1)
    const told = [{ registerId: id, account: userId, erasedAt: expect.any(Number) }]
    expect(await erasures([])).toEqual(told)
    expect(await erasures([newRecordId()])).toEqual(told)
    expect(await erasures([id])).toEqual([])
    expect(await known(email)).toBe(0)
  })
})
