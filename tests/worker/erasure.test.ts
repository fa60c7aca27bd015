// What stays stored about a person who asked for deletion, and what happens to their open links, files and sign-ins.
import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { bonusGrants } from '#data/directory/schema.ts'
import { historyRows } from '#tests/support/worker/histories.ts'
import { addJob, filesLeft, newOwner, type Owner } from '#tests/support/worker/owner.ts'
import {
  call,
  newAccount,
  newAddress,
  newestLinkTo,
  password,
  post,
  signIn,
  signUp
} from '#tests/support/worker/account.ts'
import { eraseAccounts } from '#tests/support/worker/clock.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { watchObjects } from '#tests/support/worker/traces.ts'

hashCheaply()
const { placesOf, ringAll } = watchObjects()

const directory = openDirectory(env)
const dayMs = 24 * 60 * 60 * 1000
const erase = (media: R2Bucket = env.MEDIA, now = Date.now() + 15 * dayMs) =>
  eraseAccounts({ ...env, MEDIA: media }, now)
const askDeletion = async ({ accessToken }: { accessToken: string }) => {
  const { status } = await call('/api/user/deletion', { accessToken, body: { currentPassword: password } })
  expect(status).toBe(200)
}
/** Without what a registration leaves, which the first test erases. */
const anOwner = async () => newOwner(await newAccount())
const exists = (userId: string) => env.DB.prepare('select 1 from users where id = ?').bind(userId).first()

describe('after an erasure', () => {
  test('only the books remain, under an id that belongs to no person', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const prompt = 'Кратко: что такое канарейка-7351?'
    const owner = await newOwner()
    const { accessToken, email, userId, jobId } = owner
    const newEmail = newAddress()
    const asked = { prompt, conversationId: owner.conversationId, model: 'gpt-4o-mini' }
    expect((await post('/api/ai/text/chatgpt', asked, { accessToken })).status).toBe(200)
    await post('/api/live/ticket', {}, { accessToken })
    await call('/api/user/profile', { method: 'PUT', accessToken, body: { displayName: 'Канарейка' } })
    const change = { newEmail, currentPassword: password }
    await call('/api/user/email', { method: 'PUT', accessToken, body: change })
    await post('/api/auth/reset-password', { email })
    await newestLinkTo(newEmail, 'confirm-email-change')
    await newestLinkTo(email, 'reset-password')
    const about = [email, newEmail, 'канарейка-7351', 'Канарейка', jobId]
    expect(await placesOf(...about)).toEqual(
      expect.arrayContaining(['MEDIA', 'USER', 'email_changes', 'jobs', 'messages', 'payments', 'users'])
    )

    await askDeletion(owner)
    vi.setSystemTime(Date.now() + 15 * dayMs)
    await erase(env.MEDIA, Date.now())
    await ringAll()
    await ringAll()
    expect(await placesOf(...about)).toEqual([])
    expect(await placesOf(userId)).toEqual(['ledger_entries', 'payments', 'usage'])
  })

  test('the bonus cannot be had again, and its record does not name the user', async () => {
    const owner = await signUp()
    await askDeletion(owner)
    await erase()
    expect(await directory.select().from(bonusGrants).where(eq(bonusGrants.userId, owner.userId))).toEqual([])
    const again = await signUp(owner.email)
    expect((await call('/api/user/tokens', again)).body.data).toMatchObject({ tokens: 0 })
  })

  test('the address is free again, like an unknown one', async () => {
    const owner = await newAccount()
    await askDeletion(owner)
    await erase()
    expect((await signIn(owner.email)).body.code).toBe('INVALID_CREDENTIALS')
    expect((await signUp(owner.email)).userId).not.toBe(owner.userId)
  })
})

const newPassword = 'Another-Horse8!'

describe('after a request for deletion', () => {
  test('a reset link no longer works', async () => {
    const owner = await newAccount()
    await post('/api/auth/reset-password', { email: owner.email })
    const token = await newestLinkTo(owner.email, 'reset-password')
    await askDeletion(owner)
    expect(await post('/api/auth/reset-password-confirm', { token, newPassword })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_VERIFICATION_TOKEN' }
    })
    expect((await signIn(owner.email)).status).toBe(200)
  })

  test('a change of address no longer happens', async () => {
    const owner = await newAccount()
    const newEmail = newAddress()
    await call('/api/user/email', {
      method: 'PUT',
      accessToken: owner.accessToken,
      body: { newEmail, currentPassword: password }
    })
    const links = [
      await newestLinkTo(owner.email, 'confirm-email-change'),
      await newestLinkTo(newEmail, 'confirm-email-change')
    ]
    await askDeletion(owner)
    for (const token of links) expect((await post('/api/auth/confirm-email-change', { token })).status).toBe(400)
    expect((await signIn(owner.email)).body.data).toMatchObject({ restored: true })
  })

  test('the files of jobs can be read by their links until the erasure', async () => {
    const owner = await anOwner()
    const { body } = await call('/api/jobs', { accessToken: owner.accessToken })
    const { jobs } = body.data as { jobs: { files: { url: string }[] }[] }
    const link = new Request(String(jobs[0]?.files[0]?.url))
    await askDeletion(owner)
    const statusOf = async () => (await exports.default.fetch(link.clone())).status
    expect(await statusOf()).toBe(200)
    await erase()
    expect(await statusOf()).toBe(404)
  })
})

describe('signing in', () => {
  test('restores an account until its last second', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const owner = await anOwner()
    await askDeletion(owner)
    vi.setSystemTime(Date.now() + 14 * dayMs - 1000)
    expect((await signIn(owner.email)).body.data).toMatchObject({ restored: true })
  })

  test('restores nothing after the grace period, even before the erasure has run', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const owner = await anOwner()
    await askDeletion(owner)
    vi.setSystemTime(Date.now() + 14 * dayMs)
    expect((await signIn(owner.email)).body.code).toBe('INVALID_CREDENTIALS')
    expect((await signIn(owner.email, 'Wrong-Horse1!')).body.code).toBe('INVALID_CREDENTIALS')
  })

  test('in the last second is safe: the erasure begins an hour later', async () => {
    const owner = await anOwner()
    await askDeletion(owner)
    await erase(env.MEDIA, Date.now() + 14 * dayMs + 59 * 60_000)
    expect([await filesLeft(owner.keys), await exists(owner.userId)]).toEqual([5, { '1': 1 }])
    await erase(env.MEDIA, Date.now() + 14 * dayMs + 61 * 60_000)
    expect([await filesLeft(owner.keys), await exists(owner.userId)]).toEqual([0, null])
  })
})

describe('an erasure', () => {
  test('that fails for one account still erases the others', async () => {
    const owners: Owner[] = [await anOwner(), await anOwner(), await anOwner()]
    for (const owner of owners) await askDeletion(owner)
    const stuck = owners[0]!
    const media = {
      list: (options: R2ListOptions) => env.MEDIA.list(options),
      delete: (keys: string[]) =>
        keys.some((key) => stuck.keys.includes(key)) ? Promise.reject(new Error('R2 is away')) : env.MEDIA.delete(keys)
    } as unknown as R2Bucket
    await expect(erase(media)).rejects.toThrow('R2 is away')
    expect(await Promise.all(owners.map(({ userId }) => exists(userId)))).toEqual([{ '1': 1 }, null, null])
    await erase()
    expect(await exists(stuck.userId)).toBeNull()
  })

  test('of an account with many rows takes several bounded runs', async () => {
    const owner = await anOwner()
    await historyRows(owner.userId)
      .prepare(
        `with recursive number(n) as (select 1 union all select n + 1 from number where n < 1100)
       insert into conversations (user_id, title, service, model, created_at, updated_at)
       select ?, 'Чат ' || n, 'chatgpt', 'gpt-4o-mini', n, n from number`
      )
      .bind(owner.userId)
      .run()
    for (let count = 0; count < 60; count++) await addJob(owner.userId, `work-many-${count}`)
    await askDeletion(owner)
    const deletions: number[] = []
    const media = {
      list: (options: R2ListOptions) => env.MEDIA.list(options),
      delete(keys: string[]) {
        deletions.push(keys.length)
        return env.MEDIA.delete(keys)
      }
    } as unknown as R2Bucket
    expect(await erase(media)).toBe(0)
    expect(await exists(owner.userId)).toEqual({ '1': 1 })
    expect(await erase(media)).toBe(1)
    expect(await exists(owner.userId)).toBeNull()
    expect(deletions).toHaveLength(3)
    expect(Math.max(...deletions)).toBeLessThanOrEqual(1000)
  })

  test('that runs twice at once leaves nothing behind in either run', async () => {
    const owner = await anOwner()
    await askDeletion(owner)
    await Promise.all([erase(), erase()])
    expect([await filesLeft(owner.keys), await exists(owner.userId)]).toEqual([0, null])
  })
})
