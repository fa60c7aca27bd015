// What an operator reads of the jobs and answers of all users in one history: bounded by service and found by index. The
// columns hold no text and no file of a user.
import { type SQL, sql } from 'drizzle-orm'
import type { JobStep } from '#domain/job.ts'
import type { MediaAmount } from '#domain/upstreams/media-costs.ts'
import type { History } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { amountColumns } from './job-amount.ts'
import type { JobRow } from './job-view.ts'

export type WatchedJob = Pick<
  JobRow,
  | 'id'
  | 'userId'
  | 'kind'
  | 'service'
  | 'model'
  | 'provider'
  | 'upstreamModel'
  | 'step'
  | 'failure'
  | 'priceTokens'
  | 'chargedTokens'
  | 'attempts'
  | 'createdAt'
  | 'startedAt'
  | 'finishedAt'
  | 'dueAt'
  | 'leaseUntil'
  | 'deadlineAt'
  | 'cancelRequestedAt'
>

const columns = sql.raw(`id, user_id as userId, kind, service, model, provider, upstream_model as upstreamModel, step,
  failure, price_tokens as priceTokens, charged_tokens as chargedTokens, attempts, created_at as createdAt,
  started_at as startedAt, finished_at as finishedAt, due_at as dueAt, lease_until as leaseUntil,
  deadline_at as deadlineAt, cancel_requested_at as cancelRequestedAt`)

/** Of one service. */
const lookedThrough = 1000

export interface WatchedPage {
  services: readonly string[]
  isEnded: boolean
  step: JobStep | null
  provider: string | null
  /** Submitted, or ended, not later. */
  until: number
  /** Ended jobs: not earlier. */
  since: number
  /** The last job of the previous page. */
  after: { at: number; id: string } | null
  limit: number
}

const all = sql`1`

// The index on service and end finds the unended ones too: for them the end is null, and the row ids are in the order of
// submission.
const openJobs = (service: string, { step, provider, until, after, limit }: WatchedPage): SQL =>
  sql`select * from (select ${columns} from jobs where service = ${service} and finished_at is null
      order by rowid limit ${lookedThrough})
    where createdAt <= ${until} and ${step === null ? all : sql`step = ${step}`}
      and ${provider === null ? all : sql`provider = ${provider}`}
      and ${after ? sql`(createdAt, id) > (${after.at}, ${after.id})` : all}
    order by createdAt, id limit ${limit}`

const endedJobs = (service: string, { step, provider, until, since, after, limit }: WatchedPage): SQL =>
  sql`select * from (select ${columns} from jobs where service = ${service} and finished_at >= ${since}
      and finished_at <= ${Math.min(until, after?.at ?? until)} order by finished_at desc limit ${lookedThrough})
    where ${step === null ? all : sql`step = ${step}`} and ${provider === null ? all : sql`provider = ${provider}`}
      and ${after ? sql`(finishedAt, id) < (${after.at}, ${after.id})` : all}
    order by finishedAt desc, id desc limit ${limit}`

const rowsOfAll = async <Row>(history: History, statements: readonly SQL[]): Promise<Row[]> => {
  if (statements.length === 0) return []
  const found = await history.$client.batch<Row>(statements.map((statement) => prepared(history, statement)))
  return found.flatMap(({ results }) => results)
}

/** Jobs of all users, of each service at most `limit`. */
export const watchedJobs = (history: History, page: WatchedPage): Promise<WatchedJob[]> =>
  rowsOfAll(
    history,
    page.services.map((service) => (page.isEnded ? endedJobs(service, page) : openJobs(service, page)))
  )

export interface WaitingJobs {
  provider: string
  step: JobStep
  jobs: number
  oldestAt: number
}

/** How many jobs have not ended, by provider and step; of each service at most 10,000 are counted. */
export const waitingJobs = (history: History, services: readonly string[]): Promise<WaitingJobs[]> =>
  rowsOfAll(
    history,
    services.map(
      (service) => sql`select provider, step, count(*) as jobs, min(created_at) as oldestAt from
        (select provider, step, created_at from jobs where service = ${service} and finished_at is null limit 10000)
        group by provider, step`
    )
  )

/** One request that has ended. */
export interface WatchedEnd extends MediaAmount {
  service: string
  model: string | null
  /** Who served it: of an answer, the supplier. */
  provider: string
  /** Null for answers. */
  upstreamModel: string | null
  outcome: string
  chargedTokens: number
  startedAt: number
  finishedAt: number
}

/** Of each service and history. */
const endsMax = 200

const endedMedia = (service: string, since: number): SQL =>
  sql`select service, model, coalesce(json_extract(supply, '$.supplier'), provider) as provider,
      coalesce(json_extract(supply, '$.model'), upstream_model) as upstreamModel, ${amountColumns}, coalesce(failure, step) as outcome, coalesce(charged_tokens, 0) as chargedTokens,
      created_at as startedAt, finished_at as finishedAt from jobs
    where service = ${service} and finished_at >= ${since} order by finished_at desc limit ${endsMax}`

/** Messages of which the ends and the costs are read: the newest ones, by their ids. */
const messagesMax = 2000

const newestMessages = sql`from messages as answer
    where id > (select coalesce(max(id), 0) from messages) - ${messagesMax} and role = 'assistant'`

/** Answers that are part of a conversation, which have a supplier. */
const endedAnswers = (since: number): SQL =>
  sql`select chat.service, answer.model, answer.supplier as provider, null as upstreamModel, null as duration,
      null as quality, null as characters, null as ownMicros, answer.outcome, coalesce(answer.charged_tokens, 0) as chargedTokens,
      coalesce(question.created_at, answer.created_at) as startedAt, answer.created_at as finishedAt
    from (select * ${newestMessages} and created_at >= ${since} and supplier is not null order by id desc) as answer
      join conversations as chat on chat.id = answer.conversation_id
      left join messages as question on question.id = answer.parent_id`

/** The newest requests of each service that have ended. */
export const watchedEnds = (history: History, media: readonly string[], since: number): Promise<WatchedEnd[]> =>
  rowsOfAll(history, [...media.map((service) => endedMedia(service, since)), endedAnswers(since)])

/** What the newest answers have cost by their usage, by our model and who served it. */
export const answerCosts = (
  history: History,
  since: number
): Promise<{ model: string; supplier: string | null; answers: number; usdMicros: number }[]> =>
  rowsOfAll(history, [
    sql`select model, supplier, count(*) as answers, sum(usd_micros) as usdMicros ${newestMessages}
      and created_at >= ${since} and usd_micros is not null group by model, supplier`
  ])
