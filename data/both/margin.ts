// What services have earned and what their answers have cost, of all users, for operators. Reads the newest rows only, by an
// index, so that a busy month costs no more than a quiet one.
import { sql } from 'drizzle-orm'
import { apiCalls } from '#contract/api-key-words.ts'
import { returnService } from '#domain/job.ts'
import type { MediaAmount } from '#domain/upstreams/media-costs.ts'
import type { Directory, History } from '../base/database.ts'
import { openHistories } from '../base/database.ts'
import { amountColumns } from '../history/job-amount.ts'
import { prepared } from '../base/prepared.ts'

/** Of each service in each database. */
const rowsMax = 5000
/** Messages that tell what an answer cost, and payments that tell what a token was sold for. */
const messagesMax = 10_000
const paymentsMax = 2000

interface Earned extends MediaAmount {
  service: string
  model: string | null
  upstreamModel: string | null
  /** The value of the parameter by which the service is priced; null: there is none, or the job's row is gone. */
  item: string | null
  /** Of the API its calls: a tab of them is one line of a wallet. */
  requests: number
  planRequests: number
  /** Without the tokens that operators returned. */
  chargedTokens: number
  /** On average of the group. */
  characters: number | null
}

/** A service, and the parameter by which it is priced; null: all of it has one price, or a price for each model. */
export interface PricedService {
  service: string
  by: string | null
}

export interface AnswerCost {
  model: string
  answers: number
  /** As shown to users: with the markup. */
  usdMicros: number
}

interface Sample {
  earned: Earned[]
  /** Whether all rows were read: fewer than the limit were found. */
  isWhole: boolean
}

/** The rows of the sample, with the known facts of their jobs: each is one lookup by an index. */
const sampleOf = ({ service, by }: PricedService, since: number) => sql`
  select sample.model, sample.upstream_model, sample.cost_tokens, sample.plan_tokens, sample.requests, ${amountColumns},
    coalesce(back.cost_tokens, 0) as returned,
    ${by === null ? sql`null` : sql`cast(json_extract(jobs.parameters, ${`$.${by}`}) as text)`} as item
  from (select user_id, operation_id, model, upstream_model, cost_tokens, plan_tokens,
      iif(service = ${apiCalls.service}, attempts, cost_tokens > 0 or plan_tokens > 0) as requests from usage
    where service = ${service} and finished_at >= ${since} order by finished_at desc limit ${rowsMax}) as sample
  left join jobs on jobs.user_id = sample.user_id and jobs.operation_id = sample.operation_id
  left join usage as back on back.user_id = sample.user_id
    and back.operation_id = ${`${returnService}:`} || sample.operation_id`

async function earnedIn(history: History, services: readonly PricedService[], since: number): Promise<Sample> {
  const found = await history.$client.batch<Earned & { counted: number }>(
    services.map((one) =>
      prepared(
        history,
        sql`select ${one.service} as service, model, upstream_model as upstreamModel, item, duration, quality, ownMicros,
          avg(characters) as characters, count(*) as counted, sum(requests) as requests,
          sum(plan_tokens > 0) as planRequests, sum(cost_tokens + returned) as chargedTokens
        from (${sampleOf(one, since)}) group by model, upstream_model, item, duration, quality, ownMicros`
      )
    )
  )
  const counted = found.map(({ results }) => results.reduce((sum, row) => sum + row.counted, 0))
  return {
    earned: found.flatMap(({ results }) => results).filter(({ requests }) => requests > 0),
    isWhole: counted.every((count) => count < rowsMax)
  }
}

async function costsIn(history: History, since: number): Promise<AnswerCost[]> {
  const { results } = await prepared(
    history,
    sql`select model, count(*) as answers, sum(usd_micros) as usdMicros
      from (select model, usd_micros, created_at from messages order by id desc limit ${messagesMax})
      where usd_micros is not null and created_at >= ${since} group by model`
  ).all<AnswerCost>()
  return results
}

export async function readEarned(env: Env, services: readonly PricedService[], since: number): Promise<Sample> {
  const samples = await Promise.all(openHistories(env).map(({ history }) => earnedIn(history, services, since)))
  return { earned: samples.flatMap(({ earned }) => earned), isWhole: samples.every(({ isWhole }) => isWhole) }
}

export const readAnswerCosts = async (env: Env, since: number): Promise<AnswerCost[]> =>
  (await Promise.all(openHistories(env).map(({ history }) => costsIn(history, since)))).flat()

/** Of the newest purchases of tokens; null: there were none. */
export async function kopecksPerToken(directory: Directory): Promise<number | null> {
  const row = await prepared(
    directory,
    sql`select sum(amount_kopecks - refunded_kopecks) as kopecks, sum(total_tokens - refunded_tokens) as tokens
      from (select amount_kopecks, refunded_kopecks, total_tokens, refunded_tokens, credited_at, package_id
        from payments order by rowid desc limit ${paymentsMax})
      where credited_at is not null and package_id <> 'premium' and total_tokens > refunded_tokens`
  ).first<{ kopecks: number | null; tokens: number | null }>()
  return row?.kopecks && row.tokens ? row.kopecks / row.tokens : null
}
