import { env } from 'cloudflare:workers'
import { allDatabases, tablesIn } from '#tests/support/worker/histories.ts'
import { describe, expect, test, vi } from 'vitest'
import {
  call,
  confirm,
  consents,
  linkTokenOf,
  mailsTo,
  newAddress,
  password,
  post,
  register,
  signIn,
  signUp,
  subjectOf,
  tokensOf
} from '#tests/support/worker/account.ts'
import { breakingDatabases } from '#tests/support/worker/breaking.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

const attackers = 'Attacker-Horse7!'
const owners = 'Owner-Horse7!'
const profileOf = async (accessToken: string) => (await call('/api/auth/profile', { accessToken })).body.data

async function resend(email: string): Promise<string> {
  const before = (await mailsTo(email, 0)).length
  await post('/api/auth/resend-verification', { email })
  const [newest] = await mailsTo(email, before + 1)
  return linkTokenOf(newest!)
}

describe('a stranger who registers an address before its owner', () => {
  test('gains nothing when the owner opens the owner’s link', async () => {
    const email = newAddress()
    const theirs = await register(email, attackers)
    expect((await confirm(await register(email, owners))).status).toBe(200)
    expect((await signIn(email, owners)).status).toBe(200)
    expect((await signIn(email, attackers)).status).not.toBe(200)
    expect((await confirm(theirs)).status).toBe(409)
  })

  test('gains nothing by registering again after the owner', async () => {
    const email = newAddress()
    const ours = await register(email, owners)
    await register(email, attackers)
    expect((await confirm(ours)).status).toBe(200)
    expect((await signIn(email, attackers)).status).not.toBe(200)
    expect((await signIn(email, owners)).status).toBe(200)
  })

  test('gains nothing when the owner asks for another mail: its link confirms neither password', async () => {
    const email = newAddress()
    await register(email, owners)
    await register(email, attackers)
    const { accessToken } = tokensOf(await confirm(await resend(email)))
    expect(await profileOf(accessToken)).toMatchObject({ user: { email, emailVerified: true } })
    for (const typed of [owners, attackers]) expect((await signIn(email, typed)).status).not.toBe(200)
    const [mail] = await mailsTo(email, 3)
    expect(mail!.text).toContain('регистрировались по-разному')
  })
})

describe('another spelling of an address', () => {
  test('confirms itself and never the first spelling', async () => {
    const name = `ivan${crypto.randomUUID().slice(0, 8)}`
    const [owner, stranger] = [`${name}@example.ru`, `${name}+x@example.ru`]
    await register(owner, owners)
    const { accessToken } = tokensOf(await confirm(await register(stranger, attackers)))
    expect(await profileOf(accessToken)).toMatchObject({ user: { email: stranger } })
    expect((await signIn(owner, owners)).status).not.toBe(200)
  })

  test('never gets mails that belong to the first spelling', async () => {
    const name = `ivan${crypto.randomUUID().slice(0, 8)}`
    const [owner, stranger] = [`${name}@example.ru`, `${name}+x@example.ru`]
    await register(owner, owners)
    await post('/api/auth/resend-verification', { email: stranger })
    const [mail] = await mailsTo(owner, 2)
    await confirm(linkTokenOf(mail!))
    await post('/api/auth/register', { email: stranger, password: attackers, consents })
    await post('/api/auth/resend-verification', { email: stranger })
    await mailsTo(owner, 4)
    expect(await mailsTo(stranger, 0)).toEqual([])
  })
})

test('the link leads to the site, whatever host the request names', async () => {
  const email = newAddress()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' }
  await register(email, password, { headers })
  const [mail] = await mailsTo(email)
  expect(mail!.text).toContain(`${env.SITE_ORIGIN}/verify-email?token=`)
  expect(`${mail!.text}${mail!.html}`).not.toContain('evil')
})

test('an address with markup is escaped in the mail', async () => {
  const email = `b${crypto.randomUUID().slice(0, 8)}&i@example.ru`
  await register(email)
  const [mail] = await mailsTo(email)
  expect(mail!.html).toContain(email.replace('&', '&amp;'))
  expect(mail!.html).not.toContain(email)
})

test('unknown fields of a registration are ignored', async () => {
  const email = newAddress()
  const extra = {
    id: 'mine',
    userId: 'mine',
    verifiedAt: 1,
    emailVerified: true,
    balance: 1000,
    tokens: 1000,
    plan: 'premium'
  }
  await post('/api/auth/register', {
    email,
    password,
    consents,
    ...extra,
    firstPurchaseAt: 1,
    __proto__: { admin: true }
  })
  expect((await signIn(email)).status).toBe(403)
  const [mail] = await mailsTo(email)
  const { accessToken } = tokensOf(await confirm(linkTokenOf(mail!)))
  expect(subjectOf(accessToken)).not.toBe('mine')
  expect(await profileOf(accessToken)).toMatchObject({ user: { plan: 'free' } })
  expect((await call('/api/user/tokens', { accessToken })).body.data).toMatchObject({ tokens: 10 })
})

async function everythingStored(): Promise<string> {
  const tables = await tablesIn(allDatabases())
  const rows = await Promise.all(tables.map(({ name, database }) => database.prepare(`select * from "${name}"`).all()))
  return JSON.stringify(rows.map(({ results }) => results))
}

test('the database holds no password and no usable token', async () => {
  const email = newAddress()
  const unused = await register(newAddress(), owners)
  const link = await register(email, owners)
  const first = tokensOf(await confirm(link))
  const second = tokensOf(await post('/api/auth/refresh', { refreshToken: first.refreshToken }))
  const stored = await everythingStored()
  expect(stored).toContain(email)
  for (const secret of [owners, unused, link, ...Object.values(first), ...Object.values(second)]) {
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(Buffer.from(secret).toString('base64url'))
  }
})

test('logs hold no password, token or address, even when the database fails', async () => {
  const lines: unknown[] = []
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(...parts))
  )

  const agent = 'Canary/1.0'
  const email = newAddress()
  const link = await register(email, owners)
  const first = tokensOf(await confirm(link))
  const second = tokensOf(await post('/api/auth/refresh', { refreshToken: first.refreshToken }))
  await signIn(email, attackers)
  await signIn(email, owners)
  const nowhere = { UNISENDER_BASE_URL: `${new URL(env.UNISENDER_BASE_URL).origin}/nobody-is-here` }
  await post('/api/auth/resend-verification', { email }, { settings: nowhere })
  for (let broken = 1; broken <= 3; broken++) {
    const settings = () => breakingDatabases({ call: broken, moment: 'before' })
    await post('/api/auth/register', { email, password: owners, consents }, { settings: settings() })
    await post('/api/auth/login', { email, password: owners }, { settings: settings() })
    const { refreshToken } = second
    await post('/api/auth/refresh', { refreshToken }, { settings: settings(), headers: { 'user-agent': agent } })
    await call('/api/auth/profile', { accessToken: second.accessToken, settings: settings() })
  }
  const bad = { method: 'POST', body: `{"email":"${email}","password":"${owners}"`, settings: {} }
  await call('/api/auth/login', bad)

  for (const spy of spies) spy.mockRestore()
  const logged = lines.map(String).join('\n')
  expect(logged).toContain('"event":"bug"')
  expect(logged).toContain('"event":"mail-failed"')
  const { accessToken, refreshToken } = second
  for (const secret of [
    owners,
    attackers,
    email,
    link,
    first.refreshToken,
    accessToken,
    refreshToken,
    agent,
    'scrypt$'
  ])
    expect(logged).not.toContain(secret)
})

test('registering a verified account again changes nothing of it', async () => {
  const { email, accessToken, userId } = await signUp()
  const before = await env.DB.prepare('select * from users where id = ?').bind(userId).first()
  const consentsBefore = await env.DB.prepare('select * from consents where user_id = ?').bind(userId).all()
  await post(
    '/api/auth/register',
    { email, password: attackers, consents },
    { headers: { 'cf-connecting-ip': '192.0.2.9' } }
  )
  expect(await env.DB.prepare('select * from users where id = ?').bind(userId).first()).toEqual(before)
  const consentsAfter = await env.DB.prepare('select * from consents where user_id = ?').bind(userId).all()
  expect(consentsAfter.results).toEqual(consentsBefore.results)
  expect((await call('/api/auth/profile', { accessToken })).status).toBe(200)
})
