import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupClient } from '#scripts/backup/client.ts'
import { differingRows } from '#scripts/backup/compare.ts'
import { createBackup } from '#scripts/backup/create.ts'
import { fetchNight } from '#scripts/backup/night.ts'
import { restoreMedia } from '#scripts/backup/restore-media.ts'
import { mediaFile, mediaList, NewFolder, rowsFile, usersFile, walletFile } from '#scripts/backup/folder.ts'
import { verifyBackup } from '#scripts/backup/verify.ts'

let place = ''
let folder = ''
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'backup-'))
  folder = join(place, 'one')
})
afterEach(() => rmSync(place, { recursive: true }))

async function* once(text: string) {
  yield text
}

const wallet = (available: number, { lastSeq = 2, debt = 0 } = {}) => {
  const head = { lastSeq, account: { available, reserved: 5, used: 0, debt } }
  const journal = Array.from({ length: 2 }, (_, index) => `${JSON.stringify({ seq: index + 1 })}\n`)
  return `${JSON.stringify({ wallet: 'a', head })}\n${journal.join('')}`
}

async function store(wallets: Record<string, string>, owedTokens: number, users = Object.keys(wallets).length) {
  const stored = new NewFolder(folder)
  for (const [user, text] of Object.entries(wallets)) await stored.addLines(walletFile(user), once(text))
  await stored.addLines(
    usersFile,
    once(
      Object.keys(wallets)
        .map((user) => `${user}\n`)
        .join('')
    )
  )
  const none = { databases: [], mediaFiles: 0, mediaBytes: 0 }
  stored.close({ id: 'one', scope: 'wallets', createdAt: '2026-11-24', users, owedTokens, ...none })
}

describe('a backup', () => {
  test('that adds up is whole: free and reserved tokens less debts', async () => {
    await store({ one: wallet(50), two: wallet(0, { debt: 7 }) }, 53)
    expect(await verifyBackup(folder)).toMatchObject({ users: 2, owedTokens: 53 })
  })

  test.each([
    ['owes something else than it says', { one: wallet(50) }, 54, 1, 'owe 55 tokens; the manifest says 1 and 54'],
    ['lacks a wallet', { one: wallet(50) }, 55, 2, 'are 1 and owe 55 tokens; the manifest says 2'],
    ['has a journal with a gap', { one: wallet(50, { lastSeq: 3 }) }, 55, 1, 'journal of one has 2 lines, not 3']
  ])('that %s is refused', async (_, wallets, owed, users, problem) => {
    await store(wallets, owed, users)
    await expect(verifyBackup(folder)).rejects.toThrow(problem)
  })

  test('with a changed byte is refused by name', async () => {
    await store({ one: wallet(50) }, 55)
    appendFileSync(join(folder, walletFile('one')), ' ')
    await expect(verifyBackup(folder)).rejects.toThrow(walletFile('one'))
  })

  test.each([
    ['is cut off', (text: string) => text.slice(0, -9), 'is cut off, or is not of a backup'],
    ['is of something else', () => '{"manifest_version":3}', 'is cut off, or is not of a backup'],
    ['names no list of users', (text: string) => text.replace(usersFile, mediaList), 'missing in '],
    ['names no wallet', (text: string) => text.replace(/\n.*wallets\/one.*/, ''), 'The wallet of one has no checksum']
  ])('whose manifest %s is refused in plain words', async (_, change, problem) => {
    await store({ one: wallet(50) }, 55)
    const manifest = join(folder, 'manifest.json')
    writeFileSync(manifest, change(readFileSync(manifest, 'utf8')))
    await expect(verifyBackup(folder)).rejects.toMatchObject({
      name: 'SetupProblem',
      message: expect.stringContaining(problem)
    })
  })

  test('is never begun in a folder that exists, and the stack is not asked', async () => {
    await store({ one: wallet(50) }, 55)
    const who = { operator: 'ann', reason: 'a test' }
    // A client that any call of would throw.
    await expect(createBackup({} as BackupClient, folder, who)).rejects.toThrow('exists')
    await expect(fetchNight({} as BackupClient, folder, who)).rejects.toThrow('exists')
    rmSync(join(folder, 'manifest.json'))
    await expect(createBackup({} as BackupClient, folder, who)).rejects.toThrow('that did not end: delete it')
  })
})

/** A stack with these rows of one table, in pages of two. */
const stackWith = (rows: unknown[][]): BackupClient => ({
  call: () => Promise.reject(new Error('not called')),
  write: () => Promise.reject(new Error('not called')),
  find: () => Promise.reject(new Error('not called')),
  read: (path) => {
    const after = Number(new URLSearchParams(path.split('?')[1]).get('after') ?? -1)
    const page = rows.filter(([rowid]) => Number(rowid) > after).slice(0, 2)
    return Promise.resolve(new TextEncoder().encode(page.map((row) => `${JSON.stringify(row)}\n`).join('')))
  }
})

test.each([
  [
    'all are there',
    [
      [1, 'a'],
      [2, 'b'],
      [5, 'c']
    ],
    0
  ],
  [
    'the stack has written some of its own',
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'own'],
      [5, 'c'],
      [6, 'own']
    ],
    0
  ],
  [
    'one is missing',
    [
      [1, 'a'],
      [5, 'c']
    ],
    1
  ],
  ['the last are missing', [[1, 'a']], 2],
  [
    'one reads otherwise',
    [
      [1, 'a'],
      [2, 'B'],
      [5, 'c']
    ],
    1
  ],
  ['nothing came back', [], 3]
])('rows are compared with the backup: %s', async (_, there, differing) => {
  const stored = new NewFolder(folder)
  await stored.addLines(rowsFile('DB', 'users'), once('[1,"a"]\n[2,"b"]\n[5,"c"]\n'))
  expect(await differingRows(stackWith(there), folder, 'DB', 'users')).toBe(differing)
})

/** A stack that answers these paths, and writes down what it is sent. */
function stack(answers: Record<string, unknown>, bytes: Record<string, Uint8Array<ArrayBuffer> | null> = {}) {
  const sent: string[] = []
  const client: BackupClient = {
    call: (method, path, body) => {
      sent.push(`${method} ${path.split('?')[0]}${method === 'GET' ? '' : ` ${JSON.stringify(body)}`}`)
      return Promise.resolve(answers[`${method} ${path.split('?')[0]}`] as never)
    },
    write: (path, body) => {
      const query = new URLSearchParams(path.split('?')[1])
      sent.push(`PUT ${path.split('?')[0]} ${(body as Uint8Array).byteLength}`)
      return Promise.resolve({ part: Number(query.get('part')), etag: `tag-${query.get('part')}` } as never)
    },
    read: (path) => Promise.resolve(bytes[path] ?? new Uint8Array()),
    find: (path) => Promise.resolve(bytes[path] ?? null)
  }
  return { client, sent }
}

const who = { operator: 'anna', reason: 'Проверка' }

test('a file that was deleted after it was listed is counted and left out', async () => {
  const files = ['here', 'gone'].map((key) => ({ key, size: 3, type: null }))
  const { client } = stack(
    {
      'POST /begin': { databases: [] },
      'GET /users': { users: [] },
      'GET /files': { files, cursor: null }
    },
    { '/file?key=here': new Uint8Array([1, 2, 3]) }
  )
  const { figures } = await createBackup(client, folder, who)
  expect(figures).toMatchObject({ mediaFiles: 1, mediaBytes: 3, mediaGone: 1 })
  expect(await verifyBackup(folder)).toMatchObject({ mediaFiles: 1 })
})

test('a film comes back in parts, a picture at once', async () => {
  const stored = new NewFolder(folder)
  const lines = [10, 4].map((size, index) => {
    const name = mediaFile(index)
    return `${JSON.stringify({ name, key: `key-${size}`, type: 'video/mp4', sha256: stored.addBytes(name, new Uint8Array(size)) })}\n`
  })
  await stored.addLines(mediaList, once(lines.join('')))
  const { client, sent } = stack({ 'POST /restore/upload': { upload: 'one' } })
  await restoreMedia(client, folder, 4)
  expect(sent.map((line) => line.replace(/,"sha256.*/, ''))).toEqual([
    'POST /restore/upload {"key":"key-10","type":"video/mp4"}',
    'PUT /restore/upload 4',
    'PUT /restore/upload 4',
    'PUT /restore/upload 2',
    'POST /restore/upload/end {"key":"key-10","upload":"one","parts":[{"part":1,"etag":"tag-1"},{"part":2,"etag":"tag-2"},{"part":3,"etag":"tag-3"}]',
    'PUT /restore/file 4'
  ])
})

/** Who fetches a night, and why, is recorded first. */
const begun = { 'POST /begin': { databases: [] } }
const closed = (night: number, failed: string[]) => ({ night, parts: 1, failed, failed_more: 0, finished_at: 1 })

describe('a night out of R2', () => {
  const bytes = new Uint8Array(gzipSync(wallet(50)))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const list = new Uint8Array(gzipSync(`${JSON.stringify({ user: 'one', sha256, owed: 55 })}\n`))
  const files = (night: number) => ({
    [`/nights/part?night=${night}&part=0`]: list,
    [`/nights/wallet?night=${night}&user=one`]: bytes
  })

  test('is the newest without missing wallets, and verifies', async () => {
    const nights = [{ ...closed(9, []), finished_at: null }, closed(8, ['two']), closed(7, [])]
    const { client } = stack({ ...begun, 'GET /nights': { nights } }, files(7))
    expect(await fetchNight(client, folder, who)).toMatchObject({ night: 7, users: 1, failed: [] })
    expect(await verifyBackup(folder)).toMatchObject({ scope: 'wallets', users: 1, owedTokens: 55 })
  })

  test('may be asked for by name, and says whose wallets it lacks', async () => {
    const { client } = stack({ ...begun, 'GET /nights': { nights: [closed(8, ['two']), closed(7, [])] } }, files(8))
    expect(await fetchNight(client, folder, who, 8)).toMatchObject({ night: 8, failed: ['two'] })
  })

  test('that is not there is refused with those that are', async () => {
    const { client } = stack({ ...begun, 'GET /nights': { nights: [closed(8, [])] } })
    await expect(fetchNight(client, folder, who, 3)).rejects.toThrow('Closed are: 8')
  })

  test('with a damaged wallet is refused', async () => {
    const { client } = stack(
      { ...begun, 'GET /nights': { nights: [closed(8, [])] } },
      { ...files(8), '/nights/wallet?night=8&user=one': new Uint8Array([1]) }
    )
    await expect(fetchNight(client, folder, who)).rejects.toThrow('The wallet of one is damaged')
  })
})
