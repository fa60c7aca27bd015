// The nightly check: wallets, their copy in D1, payments, jobs and the results in R2. Portion after portion, each in an
// invocation of its own; the bookmark in D1 survives a crash. Reports and raises alarms; must never change what it checks.
import {
  type CheckOfNight,
  forgetChecks,
  type FoundDifference,
  leasePortion,
  movePortion,
  newestChecks,
  type Portion
} from '#data/directory/reconciliation-bookmark.ts'
import { type Directory, openDirectory } from '#data/base/database.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import { report } from '#notices/report.ts'
import { checkFiles, type FilePortion } from './reconcile-files.ts'
import { checkUsers, type UserPortion } from './reconcile-users.ts'

/** Alarms of one night; the rest is counted and stored. */
const alarmsMax = 20

/** How much one run checks: far less than an invocation may do, and less than the lease of a portion lasts. */
export interface PortionSizes extends UserPortion, FilePortion {}

const portionSizes: PortionSizes = { users: 100, jobs: 500, pages: 10, files: 1000 }

export interface Checked {
  users: number
  jobs: number
  differences: number
}

interface Run {
  env: Env
  directory: Directory
  now: number
}

async function checkPortion(run: Run, { stage, cursor }: CheckOfNight, sizes: PortionSizes): Promise<Portion> {
  if (stage === 'users') {
    const { isLast, ...checked } = await checkUsers(run, cursor, sizes)
    return { ...checked, jobs: 0, ...(isLast ? { stage: 'files', cursor: '' } : { stage: 'users' }) }
  }
  const { isLast, ...checked } = await checkFiles(run, cursor, sizes)
  return { ...checked, users: 0, stage: isLast ? 'done' : 'files' }
}

/** @param before how many differences this night had found already */
async function raiseAlarms(env: Env, found: readonly FoundDifference[], before: number): Promise<void> {
  const told = Math.max(0, alarmsMax - before)
  for (const { userId, kind, subject, detail } of found.slice(0, told))
    await raiseAlarm(env, userId, { event: 'reconciliation-difference', kind, subject, detail })
  const more = found.length - told
  if (more > 0) await raiseAlarm(env, '', { event: 'reconciliation-differences', more })
}

/** Checks the next portion, if one is due. The alarms come first: a crash after them only repeats them. */
export async function reconcile(env: Env, now: number, sizes = portionSizes): Promise<Checked> {
  const directory = openDirectory(env)
  const bookmark = await leasePortion(directory, now)
  if (!bookmark) return { users: 0, jobs: 0, differences: 0 }
  const portion = await checkPortion({ env, directory, now }, bookmark, sizes)
  const { users, jobs, found, stage } = portion
  await raiseAlarms(env, found, bookmark.differences)
  await movePortion(directory, bookmark, portion, now)
  if (stage === 'done') await finish(directory, bookmark.night)
  return { users, jobs, differences: found.length }
}

async function finish(directory: Directory, night: number): Promise<void> {
  const [check] = await newestChecks(directory, 1)
  if (check) {
    const { users, jobs, differences } = check
    report('', { event: 'reconciliation-finished', night, users, jobs, differences })
  }
  await forgetChecks(directory, night)
}
