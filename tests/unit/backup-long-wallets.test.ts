// A wallet that is several files of a night is one file of the folder, and goes back in several requests.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupClient } from '#scripts/backup/client.ts'
import { createBackup } from '#scripts/backup/create.ts'
import { sha256Of } from '#scripts/backup/folder.ts'
import { fetchNight } from '#scripts/backup/night.ts'
import { restoreWallets } from '#scripts/backup/restore-wallets.ts'
import { verifyBackup } from '#scripts/backup/verify.ts'

let place = ''
let folder = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'long-wallets-'))
  folder = join(place, 'one')
})
afterEach(() => rmSync(place, { recursive: true }))

const head = `${JSON.stringify({ wallet: 'long', head: { lastSeq: 5, account: { available: 9, reserved: 0, debt: 0 } } })}\n`
const lines = [1, 2, 3, 4, 5].map((seq) => `${JSON.stringify({ seq })}\n`)
const text = [head, ...lines].join('')
const compressed = (...parts: string[]) => new Uint8Array(gzipSync(parts.join('')))
const files = [compressed(head, ...lines.slice(0, 2)), compressed(...lines.slice(2, 4)), compressed(...lines.slice(4))]

const who = { operator: 'anna', reason: 'Проверка' }

/** A stack with one long wallet in its night, which takes wallets until one of its answers is the last. */
function stackWith(night: object, stored: readonly Uint8Array<ArrayBuffer>[], states: string[] = []) {
  const sent: [path: string, body: string][] = []
  const [sha256 = '', ...more] = files.map((bytes) => sha256Of(bytes))
  const nights = [{ night: 7, parts: 1, failed: [], failed_more: 0, finished_at: 1, ...night }]
  const bytes: Record<string, Uint8Array<ArrayBuffer> | undefined> = {
    '/nights/part?night=7&part=0': compressed(JSON.stringify({ user: 'long', sha256, owed: 9, more })),
    '/nights/wallet?night=7&user=long': stored[0],
    '/nights/wallet?night=7&user=long&file=1': stored[1],
    '/nights/wallet?night=7&user=long&file=2': stored[2],
    '/wallets/long': new TextEncoder().encode(text)
  }
  const answers: Record<string, object> = {
    '/begin': { databases: [] },
    '/nights': { nights },
    '/users?after=': { users: ['long'] },
    '/users?after=long': { users: [] },
    '/files': { files: [], cursor: null }
  }
  const client: BackupClient = {
    call: (_, path) => Promise.resolve(answers[path] as never),
    write: (path, body) => {
      sent.push([path, String(body)])
      return Promise.resolve({ state: states.shift() ?? 'restored' } as never)
    },
    read: (path) => Promise.resolve(bytes[path] ?? new Uint8Array()),
    find: () => Promise.resolve(null)
  }
  return { client, sent }
}

describe('a night with a long wallet', () => {
  test('comes out of R2 whole, and goes back piece by piece below its first line', async () => {
    const { client, sent } = stackWith({}, files, ['begun', 'begun'])
    expect(await fetchNight(client, folder, who)).toMatchObject({ users: 1, failed: [], failedMore: 0 })
    expect(await verifyBackup(folder)).toMatchObject({ users: 1, owedTokens: 9 })
    expect(await restoreWallets(client, folder, 'whole', 2)).toEqual({ living: 0, refused: [] })
    expect(sent).toEqual([
      ['/restore/wallets/long?more=1', [head, ...lines.slice(0, 2)].join('')],
      ['/restore/wallets/long?more=1', [head, ...lines.slice(2, 4)].join('')],
      ['/restore/wallets/long', [head, ...lines.slice(4)].join('')]
    ])
  })

  test('is sent no farther than to a wallet that lives on, or says something else', async () => {
    for (const [state, outcome] of [
      ['living', { living: 1, refused: [] }],
      ['other-lines', { living: 0, refused: ['long: other-lines'] }]
    ] as const) {
      const { client, sent } = stackWith({}, files, [state])
      const own = join(place, state)
      await fetchNight(client, own, who)
      expect(await restoreWallets(client, own, 'wallets', 2)).toEqual(outcome)
      expect(sent).toHaveLength(1)
    }
  })

  test('is refused when one of its files is another', async () => {
    const { client } = stackWith({}, [files[0]!, files[0]!, files[2]!])
    await expect(fetchNight(client, folder, who)).rejects.toThrow('The wallet of long is damaged')
    expect(existsSync(folder)).toBe(false)
  })
})

test('a night that counts users without their names says how many it lacks', async () => {
  const { client } = stackWith({ failed: ['two'], failed_more: 3 }, files)
  expect(await fetchNight(client, folder, who)).toMatchObject({ failed: ['two'], failedMore: 3 })
})

test('a whole backup of a long wallet is what the stack sent, and is compared with it', async () => {
  const { client, sent } = stackWith({}, files)
  const stopped: BackupClient = { ...client, read: () => Promise.reject(new Error('stopped')) }
  await expect(createBackup(stopped, folder, who)).rejects.toThrow('stopped')
  // It would hold personal data, and stand in the way of the next one.
  expect(existsSync(folder)).toBe(false)
  await createBackup(client, folder, who)
  expect(await verifyBackup(folder)).toMatchObject({ users: 1, owedTokens: 9 })
  const other: BackupClient = { ...client, read: () => Promise.resolve(new TextEncoder().encode(`${text} `)) }
  expect(await restoreWallets(client, folder, 'whole')).toEqual({ living: 0, refused: [] })
  expect(await restoreWallets(other, folder, 'whole')).toMatchObject({
    refused: ['long: what was written is not what is read']
  })
  expect(sent).toEqual([1, 2].map(() => ['/restore/wallets/long', text]))
})
