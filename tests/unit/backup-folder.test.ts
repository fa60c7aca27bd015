import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BackupClient } from '#scripts/backup/client.ts'
import { differingRows } from '#scripts/backup/compare.ts'
import { NewFolder, rowsFile, usersFile, walletFile } from '#scripts/backup/folder.ts'
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
  stored.close({ id: 'one', scope: 'whole', createdAt: '2026-11-24', users, owedTokens, ...none })
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
})

/** A stack with these rows of one table, in pages of two. */
const stackWith = (rows: unknown[][]): BackupClient => ({
  call: () => Promise.reject(new Error('not called')),
  write: () => Promise.reject(new Error('not called')),
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
