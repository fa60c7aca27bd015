// Alarms: each opens a row or is counted in its open row; the clock leases the rows that it must send to operators; an operator
// ends them.
import { and, count, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { type AlarmKind, alarmSeverities } from '#contract/alarm-kinds.ts'
import { type AlarmFacts, alarmRestMs, firstPageAt } from '#domain/alarm.ts'
import type { Directory } from '../base/database.ts'
import { alarms } from './schema-alarms.ts'

export type AlarmRow = typeof alarms.$inferSelect

export interface RaisedAlarm {
  kind: AlarmKind
  subject: string
  userId: string | null
  detail: AlarmFacts
}

/** Opens a row, or counts a repetition in the open one, which is sent again if it was not sent for a day. */
export async function addAlarm(directory: Directory, raised: RaisedAlarm, now: number): Promise<void> {
  const pageAt = firstPageAt(alarmSeverities[raised.kind], now)
  const isForgotten = sql`${alarms.pageAt} is null and ${alarms.pagedAt} <= ${now - alarmRestMs}`
  await directory
    .insert(alarms)
    .values({ ...raised, firstAt: now, lastAt: now, pageAt })
    .onConflictDoUpdate({
      target: [alarms.kind, alarms.subject],
      targetWhere: isNull(alarms.resolvedAt),
      set: {
        detail: raised.detail,
        lastAt: now,
        count: sql`${alarms.count} + 1`,
        pageAt: sql`case when ${isForgotten} then ${pageAt} else ${alarms.pageAt} end`
      }
    })
}

/** Far more than one message can name; the others are leased by the next run. */
const leasedMax = 200

/** Leases the alarms that must be sent now. Of concurrent callers only one gets each alarm. */
export const leaseAlarms = (directory: Directory, now: number, until: number): Promise<AlarmRow[]> =>
  directory
    .update(alarms)
    .set({ pageAt: until })
    .where(
      inArray(
        alarms.id,
        directory
          .select({ id: alarms.id })
          .from(alarms)
          .where(lte(alarms.pageAt, now))
          .orderBy(alarms.pageAt)
          .limit(leasedMax)
      )
    )
    .returning()

/** Which channels have delivered an alarm. */
export type Told = Pick<AlarmRow, 'id' | 'told' | 'failures' | 'pageAt' | 'pagedAt'>

/** Stores which channels have delivered it. An alarm that was ended meanwhile stays ended. */
export async function storeTold(directory: Directory, all: readonly Told[], until: number): Promise<void> {
  const [first, ...others] = all.map(({ id, ...outcome }) =>
    directory
      .update(alarms)
      .set(outcome)
      .where(and(eq(alarms.id, id), eq(alarms.pageAt, until)))
  )
  if (first) await directory.batch([first, ...others])
}

export interface AlarmFilter {
  kind?: AlarmKind | undefined
  state: 'open' | 'resolved' | 'all'
  /** The last row of the previous page. */
  after: { isOpen: boolean; id: number } | null
  limit: number
}

/** Open alarms first, the newest at the top. */
export function listAlarms(directory: Directory, { kind, state, after, limit }: AlarmFilter): Promise<AlarmRow[]> {
  const isOpen = isNull(alarms.resolvedAt)
  const isResolved = isNotNull(alarms.resolvedAt)
  const isLater =
    after &&
    (after.isOpen ? or(and(isOpen, lt(alarms.id, after.id)), isResolved) : and(isResolved, lt(alarms.id, after.id)))
  return directory
    .select()
    .from(alarms)
    .where(
      and(
        kind && eq(alarms.kind, kind),
        state === 'all' ? undefined : state === 'open' ? isOpen : isResolved,
        isLater ?? undefined
      )
    )
    .orderBy(sql`${alarms.resolvedAt} is not null`, desc(alarms.id))
    .limit(limit)
}

/** How many are open, by kind. */
export const countOpenAlarms = (directory: Directory): Promise<{ kind: AlarmKind; rows: number }[]> =>
  directory
    .select({ kind: alarms.kind, rows: count() })
    .from(alarms)
    .where(isNull(alarms.resolvedAt))
    .groupBy(alarms.kind)

export const findAlarm = (directory: Directory, id: number): Promise<AlarmRow | undefined> =>
  directory.select().from(alarms).where(eq(alarms.id, id)).get()

/** Alarms about roles are sent even after they were ended: otherwise an intruder could end an alarm before it is sent. */
const isUnheard = sql`${alarms.kind} in ('role-granted', 'factor-reset') and ${alarms.pagedAt} is null`

/** Ends an open alarm. @returns undefined when it was ended before */
export const resolveAlarm = (
  directory: Directory,
  id: number,
  { operator, note, now }: { operator: string; note: string; now: number }
): Promise<AlarmRow | undefined> =>
  directory
    .update(alarms)
    .set({ resolvedAt: now, resolvedBy: operator, note, pageAt: sql`case when ${isUnheard} then ${alarms.pageAt} end` })
    .where(and(eq(alarms.id, id), isNull(alarms.resolvedAt)))
    .returning()
    .get()
