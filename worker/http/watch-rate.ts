// Counts what strangers do, where only too much of it in an hour is an alarm. Each isolate gathers for some seconds before it
// writes, so that an attack does not become a load of the database. What an isolate has not written when it ends is lost.
import { openDirectory } from '#data/base/database.ts'
import { addToCount } from '#data/directory/alarm-counts.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { AlarmNotice } from '#notices/notices.ts'
import type { AppContext } from './context.ts'

const windowMs = 60 * 60_000
const gatheringMs = 10_000

interface Gathered {
  count: number
  writtenAt: number
}

/** What an isolate has not written yet, by database and by what is counted. */
export const gathered = new WeakMap<D1Database, Map<string, Gathered>>()

function gatheredOf({ env }: AppContext, name: string): Gathered {
  const names = gathered.get(env.DB) ?? new Map<string, Gathered>()
  gathered.set(env.DB, names)
  const known = names.get(name) ?? { count: 0, writtenAt: 0 }
  names.set(name, known)
  return known
}

interface Rate {
  name: string
  /** More of it in an hour is an alarm, said once. */
  limit: number
  alarmOf: (count: number) => AlarmNotice
}

async function write({ env }: AppContext, { name, limit, alarmOf }: Rate, added: number, now: number): Promise<void> {
  const count = await addToCount(openDirectory(env), { name, added, windowMs }, now)
  if (count > limit && count - added <= limit) await raiseAlarm(env, '', alarmOf(count))
}

/** Counts one, after the response. */
export function watchRate(c: AppContext, rate: Rate): void {
  const now = Date.now()
  const known = gatheredOf(c, rate.name)
  known.count += 1
  // A clock that was set back must not stop the counting.
  if (Math.abs(now - known.writtenAt) < gatheringMs) return
  const added = known.count
  Object.assign(known, { count: 0, writtenAt: now })
  // A database that does not answer is seen by every request.
  c.executionCtx.waitUntil(write(c, rate, added, now).catch(() => undefined))
}
