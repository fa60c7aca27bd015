// The duties of the clock that have something to do, as the cron would find them each minute.
import type { World } from '../world/world.ts'
import type { Sqlite } from '../ports/sqlite.ts'

const minuteMs = 60_000
/** As queues/sweep.ts: how long after its time a job is overdue. */
const overdueMs = 30_000
/** As worker/payments/search-span.ts: how old a refund must be to be searched. */
const settlingMs = 6 * minuteMs

/** When each of these duties has its next row. */
const rowDuties = `select (select min(next_check_at) from payments) as payments,
  (select min(next_check_at) from refunds) as refunds,
  (select min(next_action_at) from subscriptions) as subscriptions,
  (select min(send_at) from outgoing_mails) as "outgoing-mails"`

const firstJobAt = (history: Sqlite): number | null =>
  (history.known('select min(due_at) as at from jobs')[0]?.['at'] as number | null) ?? null

interface Known {
  version: number
  at: Record<string, number | null>
}

const kept = new WeakMap<World, Known>()

/** When each duty has its next row. Read again only when a database has changed. */
function dutyTimes(world: World): Record<string, number | null> {
  const { directory, histories } = world.used
  const version = directory.version + histories[0].version + histories[1].version + world.network.shop.version
  const known = kept.get(world)
  if (known?.version === version) return known.at
  const at = { ...(directory.known(rowDuties)[0] as Record<string, number | null>) }
  const jobs = histories.flatMap((history) => firstJobAt(history) ?? [])
  at['refund-search'] = refundSearchAt(world)
  at['jobs'] = jobs.length === 0 ? null : Math.min(...jobs) + overdueMs
  kept.set(world, { version, at })
  return at
}

/** The search through the shop's refunds, once a day, as long as there is one that it may not have seen. */
export function refundSearchAt({ used: { directory }, network: { shop } }: World): number | null {
  const [search] = directory.known("select due_at, completed_at from refund_searches where provider = 'yookassa'")
  const last = Math.max(...[...shop.refunds.values()].map(({ endedAt }) => endedAt ?? 0)) + settlingMs
  const isSeen = last <= ((search?.['completed_at'] as number | null | undefined) ?? 0)
  return shop.refunds.size === 0 || isSeen ? null : Math.max(last, (search?.['due_at'] as number | undefined) ?? 0)
}

/** At most once a minute, as the cron. */
const mayBeginAt = (world: World, duty: string): number => (world.queues.begunDuties.get(duty) ?? -Infinity) + minuteMs

export const dueDuties = (world: World): string[] =>
  Object.entries(dutyTimes(world)).flatMap(([duty, at]) =>
    at !== null && at <= world.engine.now && mayBeginAt(world, duty) <= world.engine.now ? [duty] : []
  )

export function nextDutyAt(world: World): number | null {
  const times = Object.entries(dutyTimes(world)).flatMap(([duty, at]) =>
    at === null ? [] : [Math.max(at, mayBeginAt(world, duty))]
  )
  return times.length === 0 ? null : Math.min(...times)
}
