// What comes back from a backup: wallets, files, and into which stack; and what stands still meanwhile.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { beginRestore, endRestore } from '#data/directory/restores.ts'
import { userOf } from '#durable-objects/stubs.ts'
import type { WalletRow } from '#durable-objects/wallet/backup-calls.ts'
import { createApp } from '#worker/app.ts'
import { digestOf } from '#worker/crypto/digest.ts'
import worker from '#worker/index.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { responseTo } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { catchAlarms } from '../support/worker/reconciling.ts'
import { alarmRows, emptyAlarms } from '../support/worker/telling.ts'
import { empty, passMs, topUp } from '../support/worker/wallet-rows.ts'
import { restoreWallet, textOf } from '../support/worker/wallet-texts.ts'

beforeEach(async () => {
  catchAlarms()
  await emptyAlarms()
  await env.DB.exec('delete from restores')
})

const token = 'backup-token-backup-token-backup-token-back'
const bindings = { BACKUP_TOKEN: token, RESTORING: 'backup-0001' }
const owed = async (userId: string) => (await userOf(env, userId).view()).availableTokens

describe('a wallet that comes back', () => {
  test('is the same, line by line, however often it is restored', async () => {
    const from = await newPerson({ tokens: 40 })
    const text = await textOf(from.userId)
    const { userId } = from
    await empty(userId)
    for (let times = 0; times < 2; times++)
      expect(await restoreWallet(userId, text)).toMatchObject({ state: 'restored', violations: [] })
    expect(await textOf(userId)).toBe(text)
    expect((await userOf(env, userId).view()).availableTokens).toBe(40)
  })

  test('is refused when a line was changed, and when it is another’s', async () => {
    const { userId } = await newPerson({ tokens: 40 })
    const other = await newPerson({ tokens: 1 })
    const text = await textOf(userId)
    const forged = text.replaceAll(/("(?:balance_delta|credited_after|available_after)":)40\b/g, '$14000')
    expect(forged.length).toBe(text.length + 3 * '00'.length)
    expect(await restoreWallet(userId, forged)).toMatchObject({ state: 'other-lines', violations: ['entry 1'] })
    expect(await owed(userId)).toBe(40)
    await empty(userId)
    expect((await restoreWallet(userId, forged)).state).not.toBe('restored')
    expect(await restoreWallet(other.userId, text)).toMatchObject({ state: 'unreadable' })
    expect((await userOf(env, other.userId).view()).availableTokens).toBe(1)
  })
})

describe('when the wallets alone come back', () => {
  test('one that was lost is filled, one that lives on is left alone, also when it has more', async () => {
    const lost = await newPerson({ tokens: 40 })
    const same = await newPerson({ tokens: 7 })
    const text = await textOf(lost.userId, false)
    const old = await textOf(same.userId, false)
    await empty(lost.userId)
    expect(await restoreWallet(lost.userId, text, 'wallets')).toMatchObject({ state: 'restored' })
    expect(await owed(lost.userId)).toBe(40)
    expect(await restoreWallet(same.userId, old, 'wallets')).toMatchObject({ state: 'living' })
    expect(await restoreWallet(lost.userId, text, 'wallets')).toMatchObject({ state: 'living' })
    expect(await owed(same.userId)).toBe(7)
  })

  test('the new one of a user who came back after a loss is not taken for the lost one, though it has more lines', async () => {
    const { userId } = await newPerson({ tokens: 40 })
    const text = await textOf(userId, false)
    await empty(userId)
    passMs(1000)
    for (const id of ['one', 'two', 'three']) await userOf(env, userId).credit(topUp(1, `credit:${id}`))
    expect((await restoreWallet(userId, text, 'wallets')).state).not.toBe('living')
    expect(await owed(userId)).toBe(3)
  })

  test('one whose restore died before its end is finished: what was frozen stays frozen', async () => {
    const { userId } = await newPerson({ tokens: 40 })
    const [first = '', ...lines] = (await textOf(userId, false)).trim().split('\n')
    const { head, ...more } = JSON.parse(first) as { head: object }
    const frozen = JSON.stringify({ ...more, head: { ...head, frozenAt: 5, frozenBecause: 'test' } })
    await empty(userId)
    passMs(1000)
    await userOf(env, userId).restoreLines(lines.map((line) => JSON.parse(line) as WalletRow))
    const text = [frozen, ...lines].join('\n')
    expect(await restoreWallet(userId, text, 'wallets')).toMatchObject({ state: 'restored' })
    expect((await userOf(env, userId).backupHead()).head).toMatchObject({ frozenAt: 5, frozenBecause: 'test' })
  })
})

const beginning = (scope: 'whole' | 'wallets') => ({
  operator: 'anna',
  reason: 'Проверка восстановления',
  idempotency_key: `restore-${digestOf('x').slice(0, 12)}`,
  scope,
  migrations: {}
})

test('the calls of the command do not exist for operators, users and wrong tokens', async () => {
  const backupToken = token
  const open = { bindings: { BACKUP_TOKEN: token } }
  const paths = ['/backup/users', '/backup/files', '/backup/nights', `/backup/wallets/${(await newPerson()).userId}`]
  for (const path of paths) {
    expect((await responseTo('GET', path, undefined, open)).status).toBe(404)
    expect((await responseTo('GET', path, undefined, { token: `${backupToken}x`, ...open })).status).toBe(404)
    expect((await responseTo('GET', path, undefined, { token: backupToken })).status).toBe(404)
    // Nothing is read before who and why are recorded.
    expect((await responseTo('GET', path, undefined, { token: backupToken, ...open })).status).toBe(409)
  }
  // And what opens the backup opens nothing else.
  expect((await responseTo('GET', '/team', undefined, { token: backupToken, ...open })).status).toBe(404)
})

test('a stack that is being restored refuses all other calls, and one that is not empty is not filled', async () => {
  await newPerson({ tokens: 1 })
  expect((await responseTo('GET', '/clock', undefined, { bindings })).status).toBe(503)
  const begin = beginning('whole')
  const refused = await answered(await responseTo('POST', '/backup/restore/begin', begin, { token, bindings }))
  expect(refused).toMatchObject({ status: 409, code: 'CONFLICT' })
  const closed = { BACKUP_TOKEN: token }
  expect(
    await answered(await responseTo('POST', '/backup/restore/begin', begin, { token, bindings: closed }))
  ).toMatchObject({ status: 409 })
})

/** Bytes or text to a call of the command. */
async function put(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request(`${env.SITE_ORIGIN}/api/operator/backup/restore${path}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body
  })
  const response = await createApp().fetch(request, { ...env, ...bindings })
  return answered(response)
}

const post = async (path: string, body: object) =>
  answered(await responseTo('POST', `/backup/restore${path}`, body, { token, bindings }))

const openWhole = () =>
  beginRestore(openDirectory(env), { id: 'backup-0001', scope: 'whole', operator: 'anna', reason: 'x', startedAt: 1 })

describe('a restore of wallets alone', () => {
  test('begins although another restore has ended, and not while one has not', async () => {
    const directory = openDirectory(env)
    const other = { id: 'backup-0000', scope: 'whole', operator: 'anna', reason: 'x', startedAt: 1 } as const
    await beginRestore(directory, other)
    expect(await post('/begin', beginning('wallets'))).toMatchObject({ status: 409 })
    await endRestore(directory, other.id, 2)
    expect(await post('/begin', beginning('wallets'))).toMatchObject({ status: 200 })
    await endRestore(directory, 'backup-0001', 3)
    expect(await post('/begin', beginning('wallets'))).toMatchObject({ status: 409 })
  })

  test('passes over who lives on without an alarm, and calls a person for a wallet that cannot come back', async () => {
    const living = await newPerson({ tokens: 40 })
    const lost = await newPerson({ tokens: 7 })
    const old = await textOf(lost.userId, false)
    await post('/begin', beginning('wallets'))
    const text = await textOf(living.userId, false)
    expect(await put(`/wallets/${living.userId}`, text)).toMatchObject({ data: { state: 'living' } })
    expect(await alarmRows('wallet-not-restored')).toEqual([])
    await empty(lost.userId)
    const [head = ''] = old.split('\n')
    expect(await put(`/wallets/${lost.userId}`, head)).toMatchObject({ data: { state: 'other-lines' } })
    expect(await alarmRows('wallet-not-restored')).toMatchObject([{ subject: lost.userId, userId: lost.userId }])
    expect(await put(`/wallets/${lost.userId}`, old)).toMatchObject({ data: { state: 'restored' } })
    expect(await owed(lost.userId)).toBe(7)
  })
})

describe('a film that comes back in parts', () => {
  const partBytes = 5 * 1024 * 1024
  const film = new Uint8Array(partBytes + 3).map((_, index) => index % 251)
  const key = 'results/film'

  async function upload() {
    const { data } = await post('/upload', { key, type: 'video/mp4' })
    return String(Object(data).upload)
  }
  async function sendPart(id: string, part: number) {
    const bytes = film.slice((part - 1) * partBytes, part * partBytes)
    const { data } = await put(`/upload?key=${key}&upload=${encodeURIComponent(id)}&part=${part}`, bytes)
    return { part, etag: String(Object(data).etag) }
  }
  const sha256 = async () => Buffer.from(await crypto.subtle.digest('SHA-256', film)).toString('hex')

  test('is the same, begins anew after an interruption, and may be put together twice', async () => {
    await openWhole()
    await sendPart(await upload(), 2)
    const id = await upload()
    const parts = [await sendPart(id, 1), await sendPart(id, 2)]
    for (let times = 0; times < 2; times++)
      expect(await post('/upload/end', { key, upload: id, parts, sha256: await sha256() })).toMatchObject({
        status: 200
      })
    const stored = await env.MEDIA.get(key)
    expect(stored?.httpMetadata?.contentType).toBe('video/mp4')
    expect(Buffer.from((await stored?.arrayBuffer()) ?? []).equals(Buffer.from(film))).toBe(true)
  })

  test('is refused, and not kept, when it is another', async () => {
    await openWhole()
    const id = await upload()
    const parts = [await sendPart(id, 2)]
    expect(await post('/upload/end', { key, upload: id, parts, sha256: await sha256() })).toMatchObject({ status: 409 })
    expect(await env.MEDIA.head(key)).toBeNull()
  })

  test('may not be one of the nightly backups, nor come into a stack that is not being restored', async () => {
    expect(await post('/upload', { key, type: null })).toMatchObject({ status: 409 })
    await openWhole()
    expect(await post('/upload', { key: 'backups/000001/night.json', type: null })).toMatchObject({ status: 400 })
  })
})

test('no alarm is sent about a clock that stands while the stack is being restored', async () => {
  const looking: Promise<unknown>[] = []
  const context = { waitUntil: (work: Promise<unknown>) => void looking.push(work), passThroughOnException() {} }
  await worker.fetch(
    new Request(`${env.SITE_ORIGIN}/api/nothing`) as never,
    { ...env, ...bindings, DB: changedBinding(env.DB) },
    context as never
  )
  await Promise.all(looking)
  expect(looking).toEqual([])
})
