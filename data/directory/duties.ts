// What the clock writes down: when it ran, how each duty went and what waits.
import { and, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { type DutyName, dutyNames } from '#contract/duties.ts'
import { clockLateMs, firstRunMs } from '#domain/clock.ts'
import type { Backlog } from '../base/backlog.ts'
import type { Directory } from '../base/database.ts'
import { duties } from './schema-duties.ts'

export type DutyRow = typeof duties.$inferSelect

export const readDuties = (directory: Directory): Promise<DutyRow[]> => directory.select().from(duties)

/** Stores that the cron ran, and what was due then. @param backlogs a duty without one stores none */
export async function noteRun(
  directory: Directory,
  backlogs: ReadonlyMap<DutyName, Backlog>,
  now: number
): Promise<void> {
  const rows = dutyNames.map((duty) => {
    const backlog = backlogs.get(duty)
    return { duty, since: now, backlog: backlog?.rows ?? null, oldestDueAt: backlog?.oldestDueAt ?? null }
  })
  const hasGap = sql`coalesce(${duties.ranAt}, 0) <= ${now - clockLateMs}`
  await directory.batch([
    directory
      .insert(duties)
      .values({ duty: 'clock', since: now, ranAt: now })
      .onConflictDoUpdate({
        target: duties.duty,
        set: { since: sql`case when ${hasGap} then ${now} else ${duties.since} end`, ranAt: now }
      }),
    directory
      .insert(duties)
      .values(rows)
      .onConflictDoUpdate({
        target: duties.duty,
        set: {
          since: sql`(select clock.since from duties as clock where clock.duty = 'clock')`,
          backlog: sql`excluded.backlog`,
          oldestDueAt: sql`excluded.oldest_due_at`
        }
      })
  ])
}

/** Stores how a duty went. */
export async function noteDuty(
  directory: Directory,
  duty: DutyName,
  hasSucceeded: boolean,
  now: number
): Promise<void> {
  const went = { ranAt: now, ...(hasSucceeded ? { succeededAt: now } : {}) }
  await directory
    .insert(duties)
    .values({ duty, since: now, ...went })
    .onConflictDoUpdate({ target: duties.duty, set: went })
}

const warnedBefore = (at: number) => or(isNull(duties.warnedAt), lte(duties.warnedAt, at))

/** Those of these duties about which no alarm was raised for so long. Of concurrent callers only one gets each duty. */
export async function claimWarnings(
  directory: Directory,
  names: DutyName[],
  now: number,
  everyMs: number
): Promise<DutyRow[]> {
  return directory
    .update(duties)
    .set({ warnedAt: now })
    .where(and(inArray(duties.duty, names), warnedBefore(now - everyMs)))
    .returning()
}

/**
 * Checks from outside whether the cron has stopped. The first check of an installation starts the cron's time.
 * @returns when it last ran, if it is late and no alarm was raised for `everyMs`; only one of concurrent callers gets it
 */
export async function claimLateClock(
  { $client }: Directory,
  now: number,
  everyMs: number
): Promise<number | undefined> {
  // Written out, because each isolate checks at its first request: the query builder would take milliseconds there.
  const [, late] = await $client.batch<{ lastAt: number }>([
    $client.prepare("insert into duties (duty, since) values ('clock', ?) on conflict do nothing").bind(now),
    $client
      .prepare(
        `update duties set warned_at = ?1 where duty = 'clock' and coalesce(ran_at, since + ?2) <= ?3
          and (warned_at is null or warned_at <= ?4) returning coalesce(ran_at, since) as lastAt`
      )
      .bind(now, firstRunMs, now - clockLateMs, now - everyMs)
  ])
  return late?.results[0]?.lastAt
}
