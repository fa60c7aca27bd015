// A cron that has stopped raises no alarm. Requests do: each isolate checks now and then, after it has answered.
import { openDirectory } from '#data/base/database.ts'
import { claimLateClock } from '#data/directory/duties.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'

const minuteMs = 60_000
const lookEveryMs = minuteMs
/** How often all isolates together raise the alarm. */
const warnEveryMs = 15 * minuteMs

/** When this isolate last checked, by database. */
export const looked = new WeakMap<D1Database, number>()

async function look(env: Env, now: number): Promise<void> {
  const ranAt = await claimLateClock(openDirectory(env), now, warnEveryMs)
  if (ranAt === undefined) return
  await raiseAlarm(env, '', { event: 'clock-late', minutes: Math.floor((now - ranAt) / minuteMs) })
  // The clock, which sends alarms, has stopped: so this request sends it.
  const { tellAlarms } = await import('./tell-alarms.ts')
  // `leaseAlarms` takes only what was due by then, and the alarm was raised after `now`.
  await tellAlarms(env, Date.now())
}

/**
 * Checks at most once a minute whether the cron runs, and raises an alarm when it does not.
 * @returns undefined when this isolate has checked already; never rejects
 */
export function watchClock(env: Env, now: number): Promise<void> | undefined {
  const last = looked.get(env.DB)
  // A clock that was set back must not stop the checks.
  if (last !== undefined && Math.abs(now - last) < lookEveryMs) return undefined
  looked.set(env.DB, now)
  // Every request reports a database that does not answer; this check need not.
  return look(env, now).catch(() => undefined)
}
