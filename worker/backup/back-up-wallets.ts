// Stores all wallets in R2, every night: a duty of the clock. A wallet is the one thing that only a Durable Object has: D1
// holds a copy of its lines, which says nothing of what is reserved. The files hold tokens and ids, no texts and no address.
import { backupPartKey, backupsPrefix, backupWalletKey, nightKey, nightPrefix } from '#data/backup-files.ts'
import { packed, packedText } from '#data/book-files.ts'
import { openDirectory } from '#data/database.ts'
import { backupNights, type BackupRow, beginNight, leaseNight, moveNight } from '#data/directory/backups.ts'
import { usersAfter } from '#data/reconciliation.ts'
import { backupNightOf, isBackupLate, isNightKept, owedTokens } from '#domain/backup.ts'
import { raiseAlarm } from '#durable-objects/raise-alarm.ts'
import { nameOf, report } from '#notices/report.ts'
import type { DutyName } from '#contract/duties.ts'
import { digestOf } from '../crypto/digest.ts'
import { openWallet } from './wallet-text.ts'

/** How much one portion does: far less than an invocation may, and than its lease lasts. */
export interface BackupSizes {
  /** Each is a call of an object and one of R2. */
  users: number
  /** Of a journal. A longer one would end the invocation, and with it the night of everybody behind it: a person copies it. */
  lines: number
}
const usualSizes: BackupSizes = { users: 200, lines: 200_000 }
const together = 10
/** Wallets of one night for which a person is told one by one; the rest is a sum. */
const alarmsMax = 5
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

class WalletTooLong extends Error {
  override name = 'WalletTooLong'
}

interface Run {
  env: Env
  row: BackupRow
  now: number
  sizes: BackupSizes
}

async function storeWallet({ env, row, sizes }: Run, user: string): Promise<StoredWallet> {
  const { head, pages } = await openWallet(env, user, false)
  if (head.lastSeq > sizes.lines) throw new WalletTooLong()
  const { body, sha256, bytes } = await packedText(pages)
  await env.MEDIA.put(backupWalletKey(row.night, user), body, { sha256 })
  return { user, sha256, lines: head.lastSeq, owed: owedTokens(head.account), bytes }
}

async function storeWallets(run: Run, users: readonly string[]) {
  const stored: StoredWallet[] = []
  const failed: string[] = []
  for (let first = 0; first < users.length; first += together) {
    const some = users.slice(first, first + together)
    const outcomes = await Promise.allSettled(some.map((user) => storeWallet(run, user)))
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
async function storePart({ env, row }: Run, stored: StoredWallet[]) {
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

/** Some are told with their user, whose page the alarm opens. */
async function tellOfFailed(env: Env, night: number, failed: readonly string[]): Promise<void> {
  const event = 'backup-user-failed'
  for (const user of failed.slice(0, alarmsMax)) await raiseAlarm(env, user, { event, subject: user, night })
  const more = failed.length - alarmsMax
  if (more > 0) await raiseAlarm(env, '', { event, subject: 'many', night, more })
}

/** Closes the night: from now on it may be restored. */
async function closeNight({ env, row, now }: Run): Promise<void> {
  const { night, users, lines, bytes, balanceTokens, parts, digest, failed } = row
  const said = { night, users, lines, bytes, balance_tokens: balanceTokens, parts, digest, failed, finished_at: now }
  await env.MEDIA.put(nightKey(night), JSON.stringify(said))
  if (await moveNight(openDirectory(env), row, { stage: 'done', movedAt: now, finishedAt: now }))
    await tellOfFailed(env, night, failed)
}

/** Whose wallets come next: all of them, then once more those that failed. */
const nextUsers = ({ env, row, sizes }: Run): Promise<string[]> | string[] =>
  row.stage === 'again'
    ? row.failed.filter((user) => user > row.cursor).slice(0, sizes.users)
    : usersAfter(env, row.cursor, sizes.users)

/** @returns how many users were looked at; 0: the night is closed */
async function storePortion(run: Run): Promise<number> {
  const { env, row, now } = run
  const directory = openDirectory(env)
  const users = await nextUsers(run)
  const last = users.at(-1)
  if (last === undefined) {
    if (row.stage === 'again' || row.failed.length === 0) await closeNight(run)
    else await moveNight(directory, row, { stage: 'again', cursor: '', movedAt: now })
    return row.stage === 'wallets' && row.failed.length > 0 ? 1 : 0
  }
  const { stored, failed } = await storeWallets(run, users)
  const sums = await storePart(run, stored)
  const here = new Set(stored.map(({ user }) => user))
  const lacking = row.stage === 'again' ? row.failed.filter((user) => !here.has(user)) : [...row.failed, ...failed]
  await moveNight(directory, row, { ...sums, cursor: last, failed: lacking, movedAt: now })
  return users.length
}

/** Deletes files of a night that is kept no longer. @returns how many; 0: none is left */
async function deleteOldNight(env: Env, newest: number): Promise<number> {
  const { delimitedPrefixes } = await env.MEDIA.list({ prefix: backupsPrefix, delimiter: '/' })
  const old = delimitedPrefixes.find((prefix) => {
    const night = Number(prefix.split('/')[1])
    return prefix === nightPrefix(night) && !isNightKept(night, newest)
  })
  if (old === undefined) return 0
  const { objects } = await env.MEDIA.list({ prefix: old, limit: deletedAtOnce })
  await env.MEDIA.delete(objects.map(({ key }) => key))
  return objects.length
}

/** For how long after a night was closed its invocations look for files of old ones. */
const deletingMs = 10 * 60_000

/** A night of many users has more files than one call deletes, so old ones go portion by portion once the night is closed. */
async function deleteBehind(env: Env, { night, stage, finishedAt }: BackupRow, now: number): Promise<number> {
  if (stage !== 'done' || finishedAt === null || now > finishedAt + deletingMs) return 0
  return deleteOldNight(env, night)
}

/** @returns what was done: wallets that were looked at, or old files that were deleted; 0: nothing is left to do this night */
export async function backUpWallets(env: Env, now: number, sizes = usualSizes): Promise<number> {
  const directory = openDirectory(env)
  const night = backupNightOf(now)
  const [newest] = await backupNights(directory)
  if (!newest || newest.night < night) await beginNight(directory, night, now)
  else if (newest.stage === 'done') return deleteBehind(env, newest, now)
  const row = await leaseNight(directory, night, { now, until: now + leaseMs })
  if (!row) return 0
  const looked = await storePortion({ env, row, now, sizes })
  return looked === 0 ? deleteOldNight(env, night) : looked
}

/** One alarm, however many nights it lasts: it names the duty that stands. */
const duty = 'wallet-backup' satisfies DutyName

/** A duty of its own: a backup that has stopped cannot say so itself. */
export async function warnOfLateBackup(env: Env, now: number): Promise<void> {
  const nights = await backupNights(openDirectory(env))
  if (isBackupLate(nights, now)) await raiseAlarm(env, '', { event: 'backup-late', subject: duty })
}
