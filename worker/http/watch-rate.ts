// Counts what strangers do, where only a high rate is an alarm. Each isolate gathers for some seconds before it
// writes, so that an attack does not load the database. An isolate that ends loses what it has not written.
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
  /** More than this in an hour raises one alarm. */
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
  // Every request reports a database that does not answer.
  c.executionCtx.waitUntil(write(c, rate, added, now).catch(() => undefined))
}
