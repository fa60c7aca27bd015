// A wallet whose journal is too long for one file, one invocation and one request: it goes into the night and comes back.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { backupPartKey, backupWalletKey } from '#data/files/backup-files.ts'
import { openDirectory } from '#data/base/database.ts'
import { beginRestore } from '#data/directory/restores.ts'
import { isComplete } from '#domain/backup.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { createApp } from '#worker/app.ts'
import { warnOfLateBackup } from '#worker/backup/back-up-wallets.ts'
import { beforeNights, bytesAt, linesAt, newest, refusing, runNight, textAt } from '../support/worker/nights.ts'
import { responseTo } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { alarmRows } from '../support/worker/telling.ts'
import { catchWarnings, empty, passMs, topUp } from '../support/worker/wallet-rows.ts'
import { restoreWallet, textOf } from '../support/worker/wallet-texts.ts'

const token = 'backup-token-backup-token-backup-token-back'
const sizes = { users: 3, lines: 2 }

let warnings: ReturnType<typeof catchWarnings>

beforeEach(async () => {
  warnings = catchWarnings()
  await beforeNights()
})

/** Five lines: three files. */
async function newLong() {
  const { userId } = await newPerson({ tokens: 5 })
  for (const id of ['one', 'two', 'three', 'four']) await userOf(env, userId).credit(topUp(1, `credit:${id}`))
  return userId
}

const owed = async (userId: string) => (await userOf(env, userId).view()).availableTokens

async function listedOf({ night, parts }: { night: number; parts: number }) {
  const lists = await Promise.all([...Array(parts).keys()].map((part) => linesAt(backupPartKey(night, part))))
  return lists.flat()
}

const sha256At = async (key: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', await bytesAt(key))).toString('hex')

describe('a long wallet', () => {
  test('goes into the night in several files, which are the wallet of the moment it was begun, and everybody is there once', async () => {
    const userId = await newLong()
    const other = await newPerson({ tokens: 7 })
    const text = await textOf(userId, false)
    const row = await runNight(env, sizes, async () => {
      // Its owner goes on meanwhile.
      if ((await newest()).longWallet?.user === userId)
        await userOf(env, userId).credit(topUp(1, `credit:${crypto.randomUUID()}`))
    })
    expect(row).toMatchObject({ failed: [], longWallet: null })
    const keys = [0, 1, 2].map((file) => backupWalletKey(row.night, userId, file))
    expect((await Promise.all(keys.map((key) => textAt(key)))).join('')).toBe(text)
    const [sha256, ...more] = await Promise.all(keys.map((key) => sha256At(key)))
    const listed = await listedOf(row)
    expect(listed).toContainEqual(expect.objectContaining({ user: userId, lines: 5, owed: 9, sha256, more }))
    const users = listed.map(({ user }) => user)
    expect(users).toContain(other.userId)
    expect(users).toHaveLength(new Set(users).size)
    expect(row).toMatchObject({
      users: users.length,
      balanceTokens: listed.reduce((sum, line) => sum + Number(line['owed']), 0)
    })
    await warnOfLateBackup(env, Date.now())
    expect(isComplete(row)).toBe(true)
    expect(await alarmRows('backup-late')).toEqual([])
  })

  test('is begun anew when one of its files could not be stored, and is named when it fails again', async () => {
    const userId = await newLong()
    const second = (key: string) => key.endsWith(`${userId}.1.jsonl.gz`)
    expect(await runNight(refusing(second, 1), sizes)).toMatchObject({ failed: [] })
    await env.DB.prepare('delete from backups').run()
    const row = await runNight(refusing(second), sizes)
    expect(row).toMatchObject({ failed: [userId], longWallet: null })
    expect((await listedOf(row)).map(({ user }) => user)).not.toContain(userId)
    expect(await alarmRows('backup-user-failed')).toMatchObject([{ subject: userId }])
  })

  test('whose object is lost between two files is not put together of two wallets', async () => {
    const userId = await newLong()
    const row = await runNight(env, sizes, async () => {
      if ((await newest()).longWallet?.user === userId) await empty(userId)
    })
    expect(warnings()).toContainEqual(
      expect.objectContaining({ event: 'backup-wallet-failed', error: 'JournalHasGap' })
    )
    const listed = (await listedOf(row)).filter(({ user }) => user === userId)
    expect(listed).toMatchObject([{ lines: 0, sha256: await sha256At(backupWalletKey(row.night, userId)) }])
    expect(await linesAt(backupWalletKey(row.night, userId))).toHaveLength(1)
  })

  test('is read file by file by the command, and its pieces are taken without an alarm', async () => {
    const userId = await newLong()
    const { night } = await runNight(env, sizes)
    const begun = { operator: 'anna', reason: 'Проверка', idempotency_key: 'long-wallet-0001' }
    const open = { token, bindings: { BACKUP_TOKEN: token } }
    await responseTo('POST', '/backup/begin', begun, open)
    const file = (index: number) =>
      responseTo('GET', `/backup/nights/wallet?night=${night}&user=${userId}&file=${index}`, undefined, open)
    for (const index of [0, 1, 2])
      expect(new Uint8Array(await (await file(index)).arrayBuffer())).toEqual(
        await bytesAt(backupWalletKey(night, userId, index))
      )
    expect((await file(3)).status).toBe(404)
    expect((await file(-1)).status).toBe(400)

    const restore = { id: 'long-wallet', scope: 'wallets', operator: 'anna', reason: 'x', startedAt: 1 } as const
    await beginRestore(openDirectory(env), restore)
    const text = await textOf(userId, false)
    await empty(userId)
    passMs(1000)
    const request = new Request(`${env.SITE_ORIGIN}/api/operator/backup/restore/wallets/${userId}?more=1`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: text.split('\n').slice(0, 3).join('\n')
    })
    const answer = await createApp().fetch(request, { ...env, BACKUP_TOKEN: token, RESTORING: restore.id })
    expect(await answered(answer)).toMatchObject({ data: { state: 'begun', lines: 2 } })
    expect(await alarmRows('wallet-not-restored')).toEqual([])
  })

  test('comes back piece by piece, also when a piece is sent again after an interruption', async () => {
    const userId = await newLong()
    const text = await textOf(userId, false)
    const [head = '', ...lines] = text.trim().split('\n')
    const piece = (first: number) => [head, ...lines.slice(first, first + 2)].join('\n')
    await empty(userId)
    passMs(1000)
    for (const first of [0, 0, 2])
      expect(await restoreWallet(userId, piece(first), 'wallets', true)).toMatchObject({ state: 'begun', lines: 2 })
    expect(await restoreWallet(userId, piece(4), 'wallets')).toMatchObject({ state: 'restored', lines: 1 })
    expect(await textOf(userId, false)).toBe(text)
    expect(await restoreWallet(userId, piece(0), 'wallets', true)).toMatchObject({ state: 'living' })
    expect(await owed(userId)).toBe(9)
  })
})
