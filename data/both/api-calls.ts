// How calls of the API have ended and what they have cost, of all users: summed up of their calls of routes, the last of which decides.
import { sql } from 'drizzle-orm'
import { openHistories } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'

/** More calls of routes of a database are not read. Those of the site take no room of them. */
const readMax = 20_000

const summed = ['calls', 'judged', 'failed', 'costed', 'priced', 'costMicros'] as const

/**
 * `judged`: without those that only their request has failed, and those that were stopped before a word came; `costed`: without those that
 * were served at a cost that is not known; `priced`: those that were served at a known one.
 */
type Sums = Record<(typeof summed)[number], number>

export interface ApiCallSums extends Sums {
  /** Who has failed calls. */
  suppliers: string[]
}

/** Of the calls since then that are known to be the API's: older rows do not say whose they are. Costs are at list price, without a markup. */
export async function sumApiCalls(env: Env, since: number): Promise<ApiCallSums> {
  const found = await Promise.all(
    openHistories(env).map(({ history }) =>
      prepared(
        history,
        sql`select supplier, sum(ends_call) as calls, sum(isJudged) as judged,
            sum(isJudged and outcome not in ('answered', 'stopped')) as failed,
            sum(ends_call) - sum(first_word_ms is not null and cost_micros is null) as costed,
            sum(first_word_ms is not null and cost_micros is not null) as priced, coalesce(sum(cost_micros), 0) as costMicros
          from (select *, ends_call and outcome not in ('refused', 'rejected', 'too-large')
              and not (outcome = 'stopped' and first_word_ms is null) as isJudged
            from route_attempts where at >= ${since} and ends_call is not null order by at desc limit ${readMax})
          group by supplier`
      ).all<Sums & { supplier: string }>()
    )
  )
  const rows = found.flatMap(({ results }) => results)
  const sums = Object.fromEntries(summed.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])) as Sums
  return { ...sums, suppliers: rows.flatMap(({ supplier, failed }) => (failed > 0 && supplier ? [supplier] : [])) }
}

/** Whether the ends of calls of the API were kept before then: if not, those since then are perhaps a part of them. */
export async function keptApiCallsBefore(env: Env, at: number): Promise<boolean> {
  const found = await Promise.all(
    openHistories(env).map(({ history }) =>
      prepared(
        history,
        sql`select exists(select 1 from route_attempts where at < ${at} and ends_call is not null) as hasEarlier`
      ).first<number>('hasEarlier')
    )
  )
  return found.includes(1)
}
