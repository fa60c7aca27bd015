// Every night all wallets go to R2 with checksums, and what is there gives back every balance.
import { gunzipSync } from 'node:zlib'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { backupPartKey, backupWalletKey, nightKey, nightPrefix } from '#data/backup-files.ts'
import { openDirectory } from '#data/database.ts'
import { backupNights } from '#data/directory/backups.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { backUpWallets, warnOfLateBackup } from '#worker/backup/back-up-wallets.ts'
import { restoreWallet, walletText } from '#worker/backup/wallet-text.ts'
import { backupNightOf } from '#domain/backup.ts'
import { digestOf } from '#worker/crypto/digest.ts'
import { responseTo } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { alarmRows, emptyAlarms } from '../support/worker/telling.ts'
import { catchWarnings, empty } from '../support/worker/wallet-rows.ts'

const dayMs = 86_400_000
const noon = Date.parse('2026-11-20T12:00:00+03:00')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  catchWarnings()
  catchAlarms()
  await emptyAlarms()
  await env.DB.prepare('delete from backups').run()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const newest = async () => (await backupNights(openDirectory(env)))[0]!

async function runNight(bindings: Env = env) {
  for (let portions = 0; portions < 50; portions++) {
    if ((await backUpWallets(bindings, Date.now())) === 0 && (await newest()).stage === 'done') return newest()
  }
  throw new Error('The night does not end')
}

const bytesAt = async (key: string) => new Uint8Array((await (await env.MEDIA.get(key))?.arrayBuffer()) ?? [])
const linesAt = async (key: string) =>
  gunzipSync(await bytesAt(key))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** R2 that does not take the wallet of one user, so many times. */
function refusingFor(userId: string, times: number): Env {
  let left = times
  const put = (...asked: Parameters<R2Bucket['put']>) => {
    if (asked[0].includes(userId) && left-- > 0) throw new Error('R2 is away')
    return env.MEDIA.put(...asked)
  }
  const media = new Proxy(env.MEDIA, {
    get: (bucket, name) => (name === 'put' ? put : Reflect.get(bucket, name).bind(bucket))
  })
  return { ...env, MEDIA: media }
}

const owed = async (userId: string) => (await userOf(env, userId).view()).availableTokens
const nameless = async (userId: string) => (await walletText(env, userId, true)).text

describe('a night', () => {
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
    const { text } = await walletText(env, people[0]!.userId, false)
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
    const row = await runNight(refusingFor(userId, 1))
    expect(row.failed).toEqual([])
    expect(await env.MEDIA.head(backupWalletKey(row.night, userId))).not.toBeNull()
    expect(await alarmRows('backup-user-failed')).toEqual([])
  })

  test('calls a person for a wallet that fails again, and is not complete', async () => {
    const { userId } = await newPerson({ tokens: 5 })
    expect((await runNight(refusingFor(userId, 2))).failed).toEqual([userId])
    expect(await alarmRows('backup-user-failed')).toMatchObject([{ subject: userId }])
    vi.setSystemTime(noon + dayMs / 2)
    await warnOfLateBackup(env, Date.now())
    expect(await alarmRows('backup-late')).toEqual([])
    vi.setSystemTime(noon + 1.6 * dayMs)
    await warnOfLateBackup(env, Date.now())
    expect(await alarmRows('backup-late')).toHaveLength(1)
  })

  test('is kept for two weeks, then one of seven for eight weeks', async () => {
    const night = backupNightOf(noon)
    const ages = [0, 13, 14, 20, 54, 62]
    for (const age of ages) await env.MEDIA.put(nightKey(night - age), '{}')
    await runNight()
    for (let runs = 0; runs < 10; runs++) await backUpWallets(env, (await newest()).finishedAt ?? 0)
    vi.setSystemTime(noon + dayMs)
    for (let days = 1; days <= 8; days++) {
      vi.setSystemTime(noon + days * dayMs)
      await runNight()
    }
    const left = await env.MEDIA.list({ prefix: 'backups/', delimiter: '/' })
    const kept = [...Array(9).keys()].map((day) => night + day)
    const old = ages
      .slice(1)
      .map((age) => night - age)
      .filter((one) => one % 7 === 0 && night + 8 - one < 56)
    expect(left.delimitedPrefixes.toSorted()).toEqual([...old, ...kept].map(nightPrefix).toSorted())
  })
})

describe('a wallet that comes back', () => {
  test('is the same, line by line, however often it is restored', async () => {
    const from = await newPerson({ tokens: 40 })
    const text = await nameless(from.userId)
    const { userId } = from
    await empty(userId)
    for (let times = 0; times < 2; times++)
      expect(await restoreWallet(env, userId, text)).toMatchObject({ state: 'restored', violations: [] })
    expect(await nameless(userId)).toBe(text)
    expect((await userOf(env, userId).view()).availableTokens).toBe(40)
  })

  test('is refused when a line was changed, and when it is another’s', async () => {
    const { userId } = await newPerson({ tokens: 40 })
    const other = await newPerson({ tokens: 1 })
    const text = await nameless(userId)
    const [head = '', ...lines] = text.trim().split('\n')
    const forged = [head, ...lines.map((line) => line.replace('40', '4000'))].join('\n')
    await empty(userId)
    expect((await restoreWallet(env, userId, forged)).state).not.toBe('restored')
    expect(await restoreWallet(env, other.userId, text)).toMatchObject({ state: 'unreadable' })
    expect((await userOf(env, other.userId).view()).availableTokens).toBe(1)
  })
})

test('the calls of the command do not exist for operators, users and wrong tokens', async () => {
  const backupToken = 'backup-token-backup-token-backup-token-back'
  const bindings = { BACKUP_TOKEN: backupToken }
  const paths = ['/backup/users', '/backup/files', '/backup/nights', `/backup/wallets/${(await newPerson()).userId}`]
  for (const path of paths) {
    expect((await responseTo('GET', path, undefined, { bindings })).status).toBe(404)
    expect((await responseTo('GET', path, undefined, { token: `${backupToken}x`, bindings })).status).toBe(404)
    expect((await responseTo('GET', path, undefined, { token: backupToken })).status).toBe(404)
    expect((await responseTo('GET', path, undefined, { token: backupToken, bindings })).status).toBe(200)
  }
  // And what opens the backup opens nothing else.
  expect((await responseTo('GET', '/team', undefined, { token: backupToken, bindings })).status).toBe(404)
})

test('a stack that is being restored answers nobody else, and one that is not empty is not filled', async () => {
  const token = 'backup-token-backup-token-backup-token-back'
  const bindings = { BACKUP_TOKEN: token, RESTORING: 'backup-0001' }
  await newPerson({ tokens: 1 })
  expect((await responseTo('GET', '/clock', undefined, { bindings })).status).toBe(503)
  const begin = {
    operator: 'anna',
    reason: 'Проверка восстановления',
    idempotency_key: `restore-${digestOf('x').slice(0, 12)}`,
    scope: 'whole',
    migrations: {}
  }
  const refused = await answered(await responseTo('POST', '/backup/restore/begin', begin, { token, bindings }))
  expect(refused).toMatchObject({ status: 409, code: 'CONFLICT' })
  const closed = { BACKUP_TOKEN: token }
  expect(
    await answered(await responseTo('POST', '/backup/restore/begin', begin, { token, bindings: closed }))
  ).toMatchObject({ status: 409 })
})
