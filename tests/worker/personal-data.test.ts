import { env, exports } from 'cloudflare:workers'
import { countOnD1 } from '#tests/support/worker/histories.ts'
import { describe, expect, test, vi } from 'vitest'
import { purgeOld } from '#data/directory/retention.ts'
import {
  call,
  mailsTo,
  newAddress,
  password,
  register,
  signIn,
  signUp,
  tokensOf
} from '#tests/support/worker/account.ts'
import { eraseAccounts } from '#tests/support/worker/clock.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { filesLeft, newOwner } from '#tests/support/worker/owner.ts'
import { newRegistered } from '#tests/support/worker/registered.ts'

hashCheaply()

const dayMs = 24 * 60 * 60 * 1000

const askDeletion = (accessToken: string, currentPassword = password) =>
  call('/api/user/deletion', { accessToken, body: { currentPassword } })

const rowsOf = async (userId: string) => {
  const counts = await Promise.all(
    ['users', 'conversations', 'jobs', 'sessions', 'email_links', 'consents'].map(async (table) => {
      const column = table === 'users' ? 'id' : 'user_id'
      return countOnD1(`select count(*) as n from ${table} where ${column} = ?`, userId)
    })
  )
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
const linkOf = async (accessToken: string) =>
  String((await call('/api/user/export', { accessToken, body: {} })).body.data?.url)
const download = async (url: string) => {
  return exports.default.fetch(new Request(url.replace(env.SITE_ORIGIN, 'http://localhost:8787')))
}

describe('a deleted account', () => {
  test('is signed out everywhere at once, and its owner gets a mail', async () => {
    const { accessToken, refreshToken, email } = await newOwner()
    const { status, body } = await askDeletion(accessToken)
    expect(status).toBe(200)
    expect(Number(body.data?.erasedAt) - Date.now()).toBeGreaterThan(13.9 * dayMs)
    expect((await call('/api/auth/profile', { accessToken })).status).toBe(401)
    expect((await call('/api/auth/refresh', { body: { refreshToken } })).status).toBe(401)
    await expect.poll(async () => (await mailsTo(email, 1))[0]?.subject).toBe('Аккаунт будет удалён')
  })

  test('needs the password', async () => {
    const { accessToken } = await newOwner()
    expect((await askDeletion(accessToken, 'Wrong-Horse1!')).status).toBe(400)
    expect((await call('/api/auth/profile', { accessToken })).status).toBe(200)
  })

  test('is restored when its owner signs in within the grace period', async () => {
    const { accessToken, email, userId, keys } = await newOwner()
    await askDeletion(accessToken)
    const before = await rowsOf(userId)
    expect((await signIn(email)).body.data).toMatchObject({ restored: true })
    await eraseAccounts(env, Date.now() + 15 * dayMs)
    expect(await rowsOf(userId)).toBeGreaterThanOrEqual(before)
    expect(await filesLeft(keys)).toBe(5)
    expect((await signIn(email)).body.data).toMatchObject({ restored: false })
  })

  test('is erased after the grace period, not before, with its chats, jobs and files; the books keep their entries', async () => {
    const { accessToken, email, userId, keys } = await newOwner()
    const stranger = await newOwner()
    await askDeletion(accessToken)
    await eraseAccounts(env, Date.now() + 13.9 * dayMs)
    expect(await filesLeft(keys)).toBe(5)
    await expect
      .poll(async () => countOnD1('select count(*) as n from ledger_entries where user_id = ?', userId))
      .toBeGreaterThan(0)
    expect(await eraseAccounts(env, Date.now() + 15 * dayMs)).toBeGreaterThan(0)
    expect(await rowsOf(userId)).toBe(0)
    expect(await filesLeft(keys)).toBe(0)
    expect(await countOnD1('select count(*) as n from messages where content like ?', '%море%')).toBeGreaterThan(0)
    expect((await signIn(email)).status).toBe(401)
    expect(await rowsOf(stranger.userId)).toBeGreaterThan(0)
    expect(await filesLeft(stranger.keys)).toBe(5)
    expect(await countOnD1('select count(*) as n from ledger_entries where user_id = ?', userId)).toBeGreaterThan(0)
  })

  test('whose erasure failed is erased by the next run', async () => {
    const { accessToken, userId, keys } = await newOwner()
    await askDeletion(accessToken)
    const broken = { delete: () => Promise.reject(new Error('R2 is away')) } as unknown as R2Bucket
    await expect(eraseAccounts({ ...env, MEDIA: broken }, Date.now() + 15 * dayMs)).rejects.toThrow('R2 is away')
    expect(await rowsOf(userId)).toBeGreaterThan(0)
    await eraseAccounts(env, Date.now() + 15 * dayMs)
    expect([await rowsOf(userId), await filesLeft(keys)]).toEqual([0, 0])
  })
})

describe('the archive of personal data', () => {
  test('holds account, chats, jobs and files, and no secrets', async () => {
    const { accessToken, email } = await newOwner()
    const response = await download(await linkOf(accessToken))
    expect(response.headers.get('content-disposition')).toContain('attachment')
    // Files in the archive are not compressed, so it can be searched as text.
    const text = new TextDecoder().decode(await response.arrayBuffer())
    for (const part of [
      'account.json',
      email,
      'Какого цвета море?',
      'works/work-0001-1.png',
      'personal-data',
      'operations.json',
      'payments.json',
      'subscription.json',
      'email-changes.json'
    ])
      expect(text).toContain(part)
    expect(text).not.toMatch(/scrypt|refresh_?hash|token_?hash/i)
  })

  test.each([
    ['of another user', (url: string, other: string) => url.replace(/user=[^&]+/, `user=${other}`)],
    ['with a changed expiry', (url: string) => url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`)],
    ['with its expiry in another notation', (url: string) => url.replace('expires=', 'expires=0')],
    ['without its signature', (url: string) => url.replace(/&signature=.*/, '')]
  ])('is not opened by a link %s', async (_, forge) => {
    const [{ accessToken }, { userId }] = [await newRegistered(), await newRegistered()]
    expect((await download(forge(await linkOf(accessToken), userId))).status).toBe(404)
  })

  test('is not opened by a link older than ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { accessToken } = await newRegistered()
    const url = await linkOf(accessToken)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    expect((await download(url)).status).toBe(404)
  })
})

test('consents are listed with their versions', async () => {
  const { accessToken } = await signUp()
  const { body } = await call('/api/user/consents', { accessToken })
  expect(body.data).toEqual({
    consents: [
      { document: 'offer', version: '2026-11-01', givenAt: expect.any(Number) },
      { document: 'personal-data', version: '2026-11-01', givenAt: expect.any(Number) }
    ]
  })
})

describe('old rows', () => {
  test('registrations not confirmed within a month are removed with everything typed for them', async () => {
    const email = newAddress()
    await register(email)
    const user = await env.DB.prepare('select id from users where email = ?').bind(email).first<{ id: string }>()
    await purgeOld(env, Date.now() + 29 * dayMs)
    expect(await rowsOf(user!.id)).toBeGreaterThan(0)
    await purgeOld(env, Date.now() + 31 * dayMs)
    expect(await rowsOf(user!.id)).toBe(0)
  })

  test('accounts in use stay, their old links and sessions are removed', async () => {
    const { email, userId } = await signUp()
    tokensOf(await signIn(email))
    await purgeOld(env, Date.now() + 366 * dayMs)
    expect(await countOnD1('select count(*) as n from users where id = ?', userId)).toBe(1)
    expect(await countOnD1('select count(*) as n from email_links where user_id = ?', userId)).toBe(0)
    expect(await countOnD1('select count(*) as n from sessions where user_id = ?', userId)).toBe(0)
  })
})
