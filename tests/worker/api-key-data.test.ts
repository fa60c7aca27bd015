// Keys of the API with the rest of a user's data: a new password, the archive, a backup and the erasure.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { users } from '#data/directory/schema.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { openWallet, restoreWallet } from '#worker/backup/wallet-text.ts'
import { archiveEntries } from '#worker/people/account-archive.ts'
import { eraseNext } from '#worker/people/erase-accounts.ts'
import { call, mailsTo, newAccount } from '../support/worker/account.ts'
import { addKey, present } from '../support/worker/api-keys.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { newPerson } from '../support/worker/person.ts'

hashCheaply()

const invalid = { state: 'refused', code: 'INVALID_KEY' }

test('the rows of keys that are over are bounded', async () => {
  const { userId } = await newPerson()
  const user = userOf(env, userId)
  for (let count = 0; count < 105; count++) await user.endKey((await addKey(userId)).keyId)
  const { head } = await user.backupHead()
  expect(head.apiKeys).toHaveLength(100)
  expect(head.apiKeys!.every((row) => row['secret_hash'] === '')).toBe(true)
})

test('a changed password ends no keys, and its letter says so', async () => {
  const account = await newAccount()
  const { email, accessToken } = account
  const { text } = await addKey(account.userId)
  const body = { currentPassword: 'Correct-Horse7!', newPassword: 'Another-Horse8!' }
  const sent = await call('/api/user/password', { method: 'PUT', accessToken, body })
  expect(sent.status).toBe(200)
  expect(await present(text)).toMatchObject({ state: 'found' })
  await expect.poll(async () => (await mailsTo(email))[0]?.text, { timeout: 20_000 }).toContain('Ключи API работают')
})

describe('with the data of the user', () => {
  test('keys are in the archive, without what opens anything', async () => {
    const { userId } = await newPerson()
    const { text } = await addKey(userId, { networks: ['203.0.113.7'] })
    for await (const { name, input } of archiveEntries(env, userId)) {
      if (name !== 'api-keys.json') continue
      expect(JSON.parse(String(input))).toMatchObject([{ name: 'Тест', networks: ['203.0.113.7'] }])
      expect(input).not.toContain(text.slice(7, 30))
      expect(input).not.toContain('hash')
      return
    }
    throw new Error('The archive has no keys')
  })

  test('a backup brings them back', async () => {
    const { userId } = await newPerson({ tokens: 5 })
    const { text } = await addKey(userId)
    const { pages } = await openWallet(env, userId, true)
    let lines = ''
    for await (const page of pages) lines += page
    await userOf(env, userId).eraseKeys()
    expect(await present(text)).toEqual(invalid)
    const source = { lines: lines.split('\n'), scope: 'whole' } as const
    expect(await restoreWallet(env, userId, source)).toMatchObject({ state: 'restored' })
    expect(await present(text)).toMatchObject({ state: 'found' })
  })

  test('erased with the account, nothing of them is left', async () => {
    const { userId } = await newPerson()
    const { text } = await addKey(userId)
    await openDirectory(env).update(users).set({ deletionRequestedAt: 1 }).where(eq(users.id, userId))
    expect(await eraseNext(env, userId)).toBe(true)
    expect(await userOf(env, userId).viewKeys()).toEqual([])
    expect(await present(text)).toEqual(invalid)
  })
})
