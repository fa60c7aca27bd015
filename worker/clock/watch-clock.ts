// A cron that has stopped cannot say so itself. Requests do: each isolate looks now and then, after it has answered.
import { openDirectory } from '#data/base/database.ts'
import { claimLateClock } from '#data/directory/duties.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'

const minuteMs = 60_000
const lookEveryMs = minuteMs
/** How often an operator is told, by all isolates together. */
const warnEveryMs = 15 * minuteMs

/** When this isolate last looked, by database. */
export const looked = new WeakMap<D1Database, number>()

async function look(env: Env, now: number): Promise<void> {
  const ranAt = await claimLateClock(openDirectory(env), now, warnEveryMs)
  if (ranAt === undefined) return
  await raiseAlarm(env, '', { event: 'clock-late', minutes: Math.floor((now - ranAt) / minuteMs) })
  // The clock that should do this stands.
  const { tellAlarms } = await import('./tell-alarms.ts')
  await tellAlarms(env, now)
}

/**
 * Looks at most once a minute whether the cron runs, and warns when it does not.
 * @returns undefined when this isolate has looked already; never rejects
 */
export function watchClock(env: Env, now: number): Promise<void> | undefined {
  const last = looked.get(env.DB)
  // A clock that was set back must not stop the looking.
  if (last !== undefined && Math.abs(now - last) < lookEveryMs) return undefined
  looked.set(env.DB, now)
  // A database that does not answer is seen by every request; this look need not say so too.
  return look(env, now).catch(() => undefined)
}
