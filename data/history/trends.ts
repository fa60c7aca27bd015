// Sums of what the users of one history did in a day.
import { sql } from 'drizzle-orm'
import { apiCalls } from '#contract/api-key-words.ts'
import { returnService } from '#domain/job.ts'
import type { CalendarDay } from '#domain/billing-calendar.ts'
import type { History } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'

export interface ServiceDay {
  service: string
  /** Of the API its calls: a tab of them is one line of a wallet. */
  operations: number
  spent: number
  failures: number
}

/** Failures that are not the user's. An answer in which the model refuses is no failure. */
const failed = sql`outcome in ('failed', 'interrupted', 'unknown', 'late', 'expired')`

/** @param services by which the index finds the lines of the day; those of payments are none of them */
export async function usageOfDay(history: History, services: readonly string[], { start, end }: CalendarDay) {
  const ofDay = sql`service in (select value from json_each(${JSON.stringify(services)}))
    and finished_at >= ${start} and finished_at < ${end}`
  const [active, spending, returns] = await history.$client.batch<{ active: number } & ServiceDay>([
    prepared(history, sql`select count(distinct user_id) as active from usage where ${ofDay}`),
    prepared(
      history,
      sql`select service, sum(iif(service = ${apiCalls.service}, attempts, 1)) as operations, sum(max(cost_tokens, 0)) as spent, sum(${failed}) as failures
        from usage where ${ofDay} group by service`
    ),
    // Tokens that operators returned reduce the day of the return, as in the monthly figures.
    prepared(
      history,
      sql`select origin.service, 0 as operations, sum(back.cost_tokens) as spent, 0 as failures
        from usage as back join usage as origin on origin.user_id = back.user_id
          and origin.operation_id = substr(back.operation_id, ${returnService.length + 2})
        where back.service = ${returnService} and back.finished_at >= ${start} and back.finished_at < ${end}
        group by origin.service`
    )
  ])
  const lines: ServiceDay[] = [...(spending?.results ?? []), ...(returns?.results ?? [])]
  return { active: active?.results[0]?.active ?? 0, services: lines }
}
