// The daily figures: counted from the directory's own tables, stored, read.
import { gte, sql } from 'drizzle-orm'
import type { TrendFigure } from '#contract/operator/system/trends.ts'
import type { CalendarDay } from '#domain/billing-calendar.ts'
import type { Directory } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { countedDays, dailyFigures } from './schema-trends.ts'

export interface Figure {
  figure: TrendFigure
  service: string
  value: number
}

/** When each day from this one on was counted last. */
export async function countedSince(directory: Directory, day: string): Promise<Map<string, number>> {
  const rows = await directory.select().from(countedDays).where(gte(countedDays.day, day))
  return new Map(rows.map(({ day: counted, countedAt }) => [counted, countedAt]))
}

const ofAll = (figure: TrendFigure, value = 0): Figure => ({ figure, service: '', value })

/** Sign-ups, purchases and refunds of a day. Each condition is the one of an index. */
export async function figuresOfPeople(directory: Directory, { start, end }: CalendarDay): Promise<Figure[]> {
  const counts = [
    sql`select count(*) as n, 0 as sum from users where verified_at >= ${start} and verified_at < ${end}`,
    sql`select count(*) as n, coalesce(sum(amount_kopecks), 0) as sum from payments
      where credited_at >= ${start} and credited_at < ${end}`,
    sql`select count(*) as n, coalesce(sum(amount_kopecks), 0) as sum from money_returns
      where at >= ${start} and at < ${end}`
  ]
  const found = await directory.$client.batch<{ n: number; sum: number }>(
    counts.map((count) => prepared(directory, count))
  )
  const [signUps, purchases, refunds] = found.map(({ results }) => results[0] ?? { n: 0, sum: 0 })
  return [
    ofAll('sign-ups', signUps?.n),
    ofAll('purchases', purchases?.n),
    ofAll('paid', purchases?.sum),
    ofAll('refunds', refunds?.n),
    ofAll('refunded', refunds?.sum)
  ]
}

/** Replaces what a day was counted as. */
export async function storeDay(directory: Directory, day: string, figures: Figure[], now: number): Promise<void> {
  await directory.$client.batch(
    [
      sql`delete from daily_figures where day = ${day}`,
      sql`insert into daily_figures (day, figure, service, value)
        select ${day}, value ->> 'figure', value ->> 'service', value ->> 'value' from json_each(${JSON.stringify(figures)})`,
      sql`insert into counted_days (day, counted_at) values (${day}, ${now})
        on conflict (day) do update set counted_at = excluded.counted_at`
    ].map((statement) => prepared(directory, statement))
  )
}

export const figuresSince = (directory: Directory, day: string) =>
  directory.select().from(dailyFigures).where(gte(dailyFigures.day, day))
