// Stores all wallets in R2, every night: a duty of the clock. A wallet is the one thing that only a Durable Object has: D1
// holds a copy of its lines, which says nothing of what is reserved. The files hold tokens and ids, no texts and no address.
import { backupPartKey, backupWalletKey, nightKey, nightPrefix } from '#data/backup-files.ts'
import { packed } from '#data/book-files.ts'
import { openDirectory } from '#data/database.ts'
import { backupNights, type BackupRow, beginNight, leaseNight, moveNight } from '#data/directory/backups.ts'
import { usersAfter } from '#data/reconciliation.ts'
import { backupNightOf, isBackupLate, isNightKept, owedTokens } from '#domain/backup.ts'
import { nameOf, report } from '#notices/report.ts'
import { digestOf } from '../crypto/digest.ts'
import { tell } from './tell.ts'
import { walletText } from './wallet-text.ts'

/** Of one portion: each is a call of an object and one of R2. */
const usersAtOnce = 200
const together = 10
const leaseMs = 90_000
/** What one call of R2 deletes. */
const deletedAtOnce = 1000

/** A line of a list: what was stored of a user. */
interface StoredWallet {
  user: string
  sha256: string
  lines: number
  owed: number
  bytes: number
}

async function storeWallet(env: Env, night: number, user: string): Promise<StoredWallet> {
  const { text, head } = await walletText(env, user, false)
  const rows = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as object)
  const { body, sha256, bytes } = await packed(rows)
  await env.MEDIA.put(backupWalletKey(night, user), body, { sha256 })
  return { user, sha256, lines: head.lastSeq, owed: owedTokens(head.account), bytes }
}

async function storeWallets(env: Env, night: number, users: readonly string[]) {
  const stored: StoredWallet[] = []
  const failed: string[] = []
  for (let first = 0; first < users.length; first += together) {
    const some = users.slice(first, first + together)
    const outcomes = await Promise.allSettled(some.map((user) => storeWallet(env, night, user)))
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled') return stored.push(outcome.value)
      const user = some[index] ?? ''
      report(user, { event: 'backup-wallet-failed', error: nameOf(outcome.reason) })
      return failed.push(user)
    })
  }
  return { stored, failed }
}

const sumOf = (stored: readonly StoredWallet[], of: 'lines' | 'owed' | 'bytes') =>
  stored.reduce((sum, wallet) => sum + wallet[of], 0)

/** Stores the list of a portion. A portion that is repeated writes the same list anew. */
async function storePart(env: Env, row: BackupRow, stored: StoredWallet[]) {
  if (stored.length === 0) return {}
  const { body, sha256 } = await packed(stored)
  await env.MEDIA.put(backupPartKey(row.night, row.parts), body, { sha256 })
  return {
    users: row.users + stored.length,
    lines: row.lines + sumOf(stored, 'lines'),
    bytes: row.bytes + sumOf(stored, 'bytes'),
    balanceTokens: row.balanceTokens + sumOf(stored, 'owed'),
    parts: row.parts + 1,
    digest: digestOf(`${row.digest}${sha256}`)
  }
}

type Sums = Awaited<ReturnType<typeof storePart>>

/** Closes the night: from now on it may be restored. Wallets that failed twice need a person. */
async function closeNight(
  env: Env,
  row: BackupRow,
  { sums, failed, now }: { sums: Sums; failed: string[]; now: number }
): Promise<void> {
  const { night, users, lines, bytes, balanceTokens, parts, digest } = { ...row, ...sums }
  const said = { night, users, lines, bytes, balance_tokens: balanceTokens, parts, digest, failed, finished_at: now }
  await env.MEDIA.put(nightKey(night), JSON.stringify(said))
  const moved = { ...sums, stage: 'done' as const, failed, movedAt: now, finishedAt: now }
  if (!(await moveNight(openDirectory(env), row, moved))) return
  for (const user of failed) await tell(env, 'backup-user-failed', user, `night ${night}`)
}

/** @returns how many users were looked at; 0: the night is closed */
async function storePortion(env: Env, row: BackupRow, now: number): Promise<number> {
  const isAgain = row.stage === 'again'
  const users = isAgain ? row.failed : await usersAfter(env, row.cursor, usersAtOnce)
  const { stored, failed } = await storeWallets(env, row.night, users)
  const sums = await storePart(env, row, stored)
  const last = users.at(-1)
  if (isAgain || (last === undefined && row.failed.length === 0)) {
    await closeNight(env, row, { sums, failed, now })
    return 0
  }
  const moved = { ...sums, cursor: last ?? row.cursor, failed: [...row.failed, ...failed], movedAt: now }
  await moveNight(openDirectory(env), row, { ...moved, stage: last === undefined ? 'again' : 'wallets' })
  return Math.max(1, users.length)
}

/** Deletes some files of nights that are kept no longer. */
async function deleteOldNights(env: Env, newest: number): Promise<void> {
  const { delimitedPrefixes } = await env.MEDIA.list({ prefix: 'backups/', delimiter: '/' })
  const old = delimitedPrefixes.find((prefix) => {
    const night = Number(prefix.split('/')[1])
    return prefix === nightPrefix(night) && !isNightKept(night, newest)
  })
  if (old === undefined) return
  const { objects } = await env.MEDIA.list({ prefix: old, limit: deletedAtOnce })
  await env.MEDIA.delete(objects.map(({ key }) => key))
}

/** @returns how many users were looked at; 0: nothing is left to do this night */
export async function backUpWallets(env: Env, now: number): Promise<number> {
  const directory = openDirectory(env)
  const night = backupNightOf(now)
  const [newest] = await backupNights(directory)
  if (!newest || newest.night < night) await beginNight(directory, night, now)
  const row = await leaseNight(directory, night, { now, until: now + leaseMs })
  if (!row) return 0
  const looked = await storePortion(env, row, now)
  if (looked === 0) await deleteOldNights(env, night)
  return looked
}

/** A duty of its own: a backup that has stopped cannot say so itself. */
export async function warnOfLateBackup(env: Env, now: number): Promise<void> {
  const nights = await backupNights(openDirectory(env))
  if (isBackupLate(nights, now))
    await tell(env, 'backup-late', String(nights[0]?.night ?? ''), 'no complete night for 36 hours')
}
