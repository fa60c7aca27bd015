// Stores all wallets in R2, every night: a duty of the clock. Only the Durable Object has the whole wallet: D1
// holds a copy of its lines, without the reservations. The files hold tokens and ids, no texts and no address.
import { nightKey } from '#data/files/backup-files.ts'
import { openDirectory } from '#data/base/database.ts'
import { backupNights, type BackupRow, beginNight, leaseNight, moveNight } from '#data/directory/backups.ts'
import type { BegunWallet } from '#data/directory/schema-backups.ts'
import { usersAfter } from '#data/both/reconciliation.ts'
import { backupNightOf, failedIn, failedNamesMax, isBackupLate } from '#domain/backup.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { DutyName } from '#contract/duties.ts'
import { deleteOldNight } from './delete-nights.ts'
import {
  type BackupSizes,
  continueWallet,
  isStored,
  reported,
  type Run,
  type StoredWallets,
  storePart,
  storeWallets
} from './store-wallets.ts'

const usualSizes: BackupSizes = { users: 200, lines: 50_000 }
/** An operator gets one alarm for each of so many failed wallets of a night; the others are only counted. */
const alarmsMax = 5
const leaseMs = 90_000

/** The first failures get an alarm of their own, which opens the page of the user. */
async function tellOfFailed(env: Env, row: BackupRow): Promise<void> {
  const event = 'backup-user-failed'
  const { night } = row
  const shown = row.failed.slice(0, alarmsMax)
  for (const user of shown) await raiseAlarm(env, user, { event, subject: user, night })
  const more = failedIn(row) - shown.length
  if (more > 0) await raiseAlarm(env, '', { event, subject: 'many', night, more })
}

/** Closes the night: from now on it may be restored. */
async function closeNight({ env, row, now }: Run): Promise<void> {
  const { night, users, lines, bytes, balanceTokens, parts, digest, failed, failedMore } = row
  const sums = { users, lines, bytes, balance_tokens: balanceTokens, parts, digest }
  const said = { night, ...sums, failed, failed_more: failedMore, finished_at: now }
  await env.MEDIA.put(nightKey(night), JSON.stringify(said))
  if (await moveNight(openDirectory(env), row, { stage: 'done', movedAt: now, finishedAt: now }))
    await tellOfFailed(env, row)
}

/** The users whose wallets come next: first all users, then once more those whose wallets failed. */
const nextUsers = ({ env, row, sizes }: Run): Promise<string[]> | string[] =>
  row.stage === 'again'
    ? row.failed.filter((user) => user > row.cursor).slice(0, sizes.users)
    : usersAfter(env, row.cursor, sizes.users)

/** The failed users after a portion. The second round tries only users known by name; the next night takes the others. */
function missing(row: BackupRow, stored: readonly BegunWallet[], failed: readonly string[]) {
  const here = new Set(stored.map(({ user }) => user))
  if (row.stage === 'again') return { failed: row.failed.filter((user) => !here.has(user)) }
  const all = [...row.failed, ...failed]
  const names = all.slice(0, failedNamesMax)
  return { failed: names, failedMore: row.failedMore + all.length - names.length }
}

async function movePast(run: Run, { stored, failed, long, last }: StoredWallets): Promise<void> {
  const { env, row, now } = run
  await moveNight(openDirectory(env), row, {
    ...(await storePart(run, stored)),
    ...missing(row, stored, failed),
    cursor: last ?? row.cursor,
    longWallet: long,
    movedAt: now
  })
}

/** One more file of a long wallet; the last one puts it on a list. */
async function storeMore(run: Run, begun: BegunWallet): Promise<void> {
  const { user } = begun
  const wallet = await reported(user, continueWallet(run, begun))
  if (!wallet) return movePast(run, { stored: [], failed: [user], long: null, last: user })
  if (!isStored(wallet)) return movePast(run, { stored: [], failed: [], long: wallet, last: undefined })
  return movePast(run, { stored: [wallet], failed: [], long: null, last: user })
}

/** After the last user: the failed wallets are tried once more, then the night is closed. */
async function endRound(run: Run): Promise<void> {
  const { env, row, now } = run
  if (row.stage === 'again' || row.failed.length === 0) return closeNight(run)
  await moveNight(openDirectory(env), row, { stage: 'again', cursor: '', movedAt: now })
}

/** Ends when nothing is left, not after some time: a night of many users has more files than any portion deletes. */
async function deletePortion({ env, row, now }: Run): Promise<number> {
  const deleted = await deleteOldNight(env, row.night)
  await moveNight(openDirectory(env), row, deleted === 0 ? { deletedAt: now } : { movedAt: now })
  return deleted
}

/** @returns how much was done; 0: nothing is left to do this night */
async function doPortion(run: Run): Promise<number> {
  const { stage, longWallet } = run.row
  if (stage === 'done') return deletePortion(run)
  if (longWallet) {
    await storeMore(run, longWallet)
    return 1
  }
  const users = await nextUsers(run)
  if (users.length === 0) await endRound(run)
  else await movePast(run, await storeWallets(run, users))
  return Math.max(1, users.length)
}

/** @returns what was done: wallets that were read, or old files that were deleted; 0: nothing is left to do this night */
export async function backUpWallets(env: Env, now: number, sizes = usualSizes): Promise<number> {
  const directory = openDirectory(env)
  const night = backupNightOf(now)
  const [newest] = await backupNights(directory)
  if (!newest || newest.night < night) await beginNight(directory, night, now)
  else if (newest.deletedAt !== null) return 0
  const row = await leaseNight(directory, night, { now, until: now + leaseMs })
  if (!row) return 0
  try {
    return await doPortion({ env, row, now, sizes })
  } catch (error) {
    // The next minute tries again. If it waited for the lease, the duty would count as done.
    await moveNight(directory, row, {}).catch(() => false)
    throw error
  }
}

/** One alarm, however many nights it lasts: it names the duty that has stopped. */
const duty = 'wallet-backup' satisfies DutyName

/** A duty of its own: a backup that has stopped cannot say so itself. */
export async function warnOfLateBackup(env: Env, now: number): Promise<void> {
  const nights = await backupNights(openDirectory(env))
  if (isBackupLate(nights, now)) await raiseAlarm(env, '', { event: 'backup-late', subject: duty })
}
