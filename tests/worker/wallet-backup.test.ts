// Every night all wallets go to R2 with checksums, and what is there gives back every balance.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { backupPartKey, backupWalletKey, nightKey, nightPrefix } from '#data/files/backup-files.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { backUpWallets, warnOfLateBackup } from '#worker/backup/back-up-wallets.ts'
import { backupNightOf, failedNamesMax, isComplete } from '#domain/backup.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { beforeNights, bytesAt, linesAt, newest, noon, refusing, runNight } from '../support/worker/nights.ts'
import { newPerson } from '../support/worker/person.ts'
import { alarmRows } from '../support/worker/telling.ts'
import { textOf } from '../support/worker/wallet-texts.ts'

const dayMs = 86_400_000

beforeEach(async () => {
  await beforeNights()
})

const owed = async (userId: string) => (await userOf(env, userId).view()).availableTokens

describe('a night', () => {
  // The first one: its nights have no wallets yet.
  test('is kept for two weeks, then one of seven for eight weeks', async () => {
    const night = backupNightOf(noon)
    const ages = [0, 13, 14, 20, 54, 62]
    for (const age of ages) await env.MEDIA.put(nightKey(night - age), '{}')
    await runNight()
    for (let runs = 0; runs < 10; runs++) await backUpWallets(env, (await newest()).finishedAt ?? 0)
    vi.setSystemTime(noon + dayMs)
    const later = [1, 2, 8]
    for (const days of later) {
      vi.setSystemTime(noon + days * dayMs)
      await runNight()
    }
    const left = await env.MEDIA.list({ prefix: 'backups/', delimiter: '/' })
    const kept = [0, ...later].map((day) => night + day)
    const old = ages
      .slice(1)
      .map((age) => night - age)
      .filter((one) => one % 7 === 0 && night + 8 - one < 56)
    expect(left.delimitedPrefixes.toSorted()).toEqual([...old, ...kept].map(nightPrefix).toSorted())
  })

  test('holds every wallet with its checksum, and adds up to all that is owed', async () => {
    const people = await Promise.all([10, 250, 0].map((tokens) => newPerson({ tokens })))
    const row = await runNight()
    expect(row).toMatchObject({ night: backupNightOf(noon), failed: [], finishedAt: noon })
    const listed = await linesAt(backupPartKey(row.night, 0))
    for (const { userId } of people.slice(0, 2)) {
      const key = backupWalletKey(row.night, userId)
      const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', await bytesAt(key))).toString('hex')
      expect(listed).toContainEqual(expect.objectContaining({ user: userId, sha256, owed: await owed(userId) }))
    }
    expect(row.balanceTokens).toBe(listed.reduce((sum, line) => sum + Number(line['owed']), 0))
    expect(JSON.parse(new TextDecoder().decode(await bytesAt(nightKey(row.night))))).toMatchObject({
      users: row.users,
      balance_tokens: row.balanceTokens,
      digest: row.digest
    })
    const text = await textOf(people[0]!.userId, false)
    expect((await linesAt(backupWalletKey(row.night, people[0]!.userId))).map((line) => JSON.stringify(line))).toEqual(
      text.trim().split('\n')
    )
  })

  test('is done once, and goes on where it was interrupted', async () => {
    await newPerson({ tokens: 5 })
    await backUpWallets(env, Date.now())
    const begun = await newest()
    expect(begun).toMatchObject({ stage: 'wallets', leaseUntil: 0, parts: 1 })
    // A portion that died holds its lease.
    await env.DB.prepare('update backups set lease_until = ?')
      .bind(Date.now() + 60_000)
      .run()
    expect(await backUpWallets(env, Date.now())).toBe(0)
    expect(await newest()).toMatchObject({ stage: 'wallets' })
    vi.setSystemTime(Date.now() + 90_000)
    const closed = await runNight()
    expect(closed.users).toBe(begun.users)
    expect(await backUpWallets(env, Date.now())).toBe(0)
    expect(await newest()).toEqual(closed)
  })

  test('tries a wallet again that could not be stored', async () => {
    const { userId } = await newPerson({ tokens: 5 })
    const row = await runNight(refusing((key) => key.includes(userId), 1))
    expect(row.failed).toEqual([])
    expect(await env.MEDIA.head(backupWalletKey(row.night, userId))).not.toBeNull()
    expect(await alarmRows('backup-user-failed')).toEqual([])
  })

  test('calls a person for a wallet that fails again, and is not complete', async () => {
    const { userId } = await newPerson({ tokens: 5 })
    expect((await runNight(refusing((key) => key.includes(userId), 2))).failed).toEqual([userId])
    expect(await alarmRows('backup-user-failed')).toMatchObject([{ subject: userId }])
    vi.setSystemTime(noon + dayMs / 2)
    await warnOfLateBackup(env, Date.now())
    expect(await alarmRows('backup-late')).toEqual([])
    vi.setSystemTime(noon + 1.6 * dayMs)
    await warnOfLateBackup(env, Date.now())
    expect(await alarmRows('backup-late')).toHaveLength(1)
  })

  test('tells one by one of a few wallets that fail, and of the rest as a sum', async () => {
    const people = await Promise.all([...Array(8).keys()].map(() => newPerson({ tokens: 5 })))
    const failing = new Set(people.map(({ userId }) => userId))
    // Small portions: those that failed are tried again portion by portion too.
    const away = refusing((key) => [...failing].some((userId) => key.includes(userId)))
    const row = await runNight(away, { users: 3, lines: 1000 })
    expect(row.failed.toSorted()).toEqual([...failing].toSorted())
    const alarms = await alarmRows('backup-user-failed')
    expect(alarms).toHaveLength(6)
    expect(alarms.filter(({ userId, subject }) => userId === subject)).toHaveLength(5)
    expect(alarms.find(({ subject }) => subject === 'many')).toMatchObject({ userId: null })
  })

  test('stands while R2 is away, and takes no wallet for ill that has not had its turn', async () => {
    await Promise.all([...Array(10).keys()].map(() => newPerson({ tokens: 5 })))
    const away = refusing((key) => key.includes('/wallets/'))
    // Each minute anew: a duty that throws is called late, one that waits for its own lease is not.
    for (let minute = 0; minute < 2; minute++)
      await expect(backUpWallets(away, Date.now())).rejects.toMatchObject({ name: 'StorageAway' })
    expect(await newest()).toMatchObject({ stage: 'wallets', cursor: '', users: 0, failed: [] })
    expect(await runNight()).toMatchObject({ failed: [], failedMore: 0 })
  })

  test('knows so many names of those that failed and counts the rest, and is not complete before the next', async () => {
    const { userId } = await newPerson({ tokens: 5 })
    const away = refusing((key) => key.includes(userId))
    await backUpWallets(away, Date.now(), { users: 1, lines: 1000 })
    const names = [...Array(failedNamesMax).keys()].map((number) => `user-${number}`)
    // From the beginning: the first portion may have had this user, whose name is overwritten here.
    await env.DB.prepare("update backups set failed = ?, cursor = ''").bind(JSON.stringify(names)).run()
    while ((await newest()).failedMore === 0) await backUpWallets(away, Date.now(), { users: 3, lines: 1000 })
    expect((await newest()).failed).toEqual(names)
    // All names are stored by their second round.
    await env.DB.prepare("update backups set failed = '[]'").run()
    const row = await runNight(away)
    expect(row).toMatchObject({ failed: [], failedMore: 1 })
    expect(isComplete(row)).toBe(false)
    expect(await alarmRows('backup-user-failed')).toMatchObject([{ subject: 'many' }])
  })

  test('deletes old nights to the end, however many files they have and however long it takes', async () => {
    const old = [15, 16].map((age) => backupNightOf(noon) - age).find((night) => night % 7 !== 0)!
    const keys = [...Array(25).keys()].map((number) => backupWalletKey(old, `user-${number}`))
    await Promise.all(keys.map((key) => env.MEDIA.put(key, 'x')))
    // R2 gives no more than a thousand keys at once; here it gives ten.
    const asked = new Set<number | undefined>()
    const list = (options: R2ListOptions) => {
      if (options.delimiter !== undefined) return env.MEDIA.list(options)
      asked.add(options.limit)
      return env.MEDIA.list({ ...options, limit: 10 })
    }
    const few = { ...env, MEDIA: changedBinding(env.MEDIA, { list }) }
    const row = await runNight(few, undefined, async () => vi.setSystemTime(Date.now() + 11 * 60_000))
    expect((await env.MEDIA.list({ prefix: nightPrefix(old) })).objects).toEqual([])
    expect([...asked]).toEqual([1000])
    expect(row.deletedAt! - row.finishedAt!).toBeGreaterThan(30 * 60_000)
  })

  test('that is late is one alarm, however many nights it lasts', async () => {
    await runNight()
    for (const days of [2, 3, 4]) await warnOfLateBackup(env, noon + days * dayMs)
    expect(await alarmRows('backup-late')).toMatchObject([{ subject: 'wallet-backup' }])
  })
})
