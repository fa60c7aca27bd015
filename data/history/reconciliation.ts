// What the nightly check reads of the histories: the users, the copy of one user's ledger, and the jobs. Bounded by one user
// or by a page, and by indexes.
import { grown } from '#domain/ledger-attempts.ts'
import type { FileJob } from '#domain/reconciliation-files.ts'
import { type CopyFacts, historyKeptMs, type JobFacts } from '#domain/reconciliation.ts'
import type { History } from '../base/database.ts'
import { isPaid } from './old-books.ts'

// Jumps from id to id through the indexes, because a `distinct` would read every row of the ledger.
const nextUser = (after: string) => `select min(id) from (
  select min(user_id) as id from ledger_entries where user_id > ${after}
  union all select min(user_id) from old_books where user_id > ${after}
  union all select min(user_id) from jobs where user_id > ${after})`

const usersQuery = `with recursive found(id) as (
    select (${nextUser('?1')}) union all select (${nextUser('found.id')}) from found where found.id is not null limit ?2)
  select id from found where id is not null`

/** All users with a ledger or jobs in this history, in the order of the ids; erased accounts too. */
export async function makersAfter({ $client }: History, after: string, limit: number): Promise<string[]> {
  const { results } = await $client.prepare(usersQuery).bind(after, limit).all<{ id: string }>()
  return results.map(({ id }) => id)
}

/** Whether the copy of the ledger has lines of this user, who may have been erased. */
export async function hasLedger({ $client }: History, userId: string): Promise<boolean> {
  const query = `select exists (select 1 from ledger_entries where user_id = ?1)
    or exists (select 1 from old_books where user_id = ?1) as has`
  return (await $client.prepare(query).bind(userId).first<number>('has')) === 1
}

// ?2: operations that ended before it may have no rows any more, and neither have those whose lines have left the table.
const copyQuery = `with old as (select * from old_books where user_id = ?1),
    edge(lastSeq, correctedSeq) as (select coalesce((select last_seq from old), 0),
      coalesce((select max(seq) from ledger_entries where user_id = ?1 and kind = 'correct'), 0)),
    shown as (select cost_tokens from edge cross join usage
      where user_id = ?1 and finished_at > ?2 and seq > edge.lastSeq)
  select edge.lastSeq + count(seq) as lines, max(edge.lastSeq, coalesce(max(seq), 0)) as lastSeq,
    coalesce(sum(case when seq >= correctedSeq then balance_delta end), 0)
      + iif(correctedSeq = 0, coalesce((select balance_sum from old), 0), 0) as balanceSum,
    coalesce((select balance_after from ledger_entries where user_id = ?1 order by seq desc limit 1),
      (select balance_after from old)) as lastBalance,
    coalesce(sum(kind <> 'reserve' and at > ?2 and not (kind = 'release' and json_extract(reason, '$.kind') = '${grown}')), 0)
      as ended,
    coalesce(sum(case when at > ?2 then balance_delta end), 0) as endedBalance,
    (select count(*) from shown) as historyRows, (select coalesce(sum(cost_tokens), 0) from shown) as historyCost
  from edge left join ledger_entries on user_id = ?1`

const costOf = (condition: string) =>
  `(select coalesce(sum(cost_tokens), 0) from usage where usage.user_id = ?1 and ${condition})`

const paidQuery = `select operation_id as operationId, cost_tokens as costTokens from usage
  where user_id = ?1 and ${isPaid} limit ?2`

// An operation that was reserved again has ids like `id~2` in the ledger: see domain/ledger-attempts.ts.
const jobsQuery = `select id, operation_id as operationId, created_at as createdAt, finished_at as finishedAt,
    charged_tokens as chargedTokens, redo_of as redoOf,
    ${costOf('usage.operation_id = jobs.operation_id')} +
      ${costOf("usage.operation_id > jobs.operation_id || '~' and usage.operation_id < jobs.operation_id || '~:'")} as costTokens
  from jobs where user_id = ?1 and created_at > ?2 order by created_at desc limit ?3`

const jobsKeptMs = 30 * 24 * 60 * 60 * 1000
const jobsMax = 5000
/** More than ten purchases on every day of two years, each refunded. */
const paidMax = 20_000

export interface CopyRecords {
  copy: CopyFacts
  /** The tokens that payments and refunds have moved, by operation. */
  paid: { operationId: string; costTokens: number }[]
  jobs: JobFacts[]
}

const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[]

/** All in one transaction, so that the records are those of one moment. */
export async function readCopy({ $client }: History, userId: string, now: number): Promise<CopyRecords> {
  const prepare = (query: string, ...more: number[]) => $client.prepare(query).bind(userId, ...more)
  const [copied, paid, jobs] = await $client.batch([
    prepare(copyQuery, now - historyKeptMs),
    prepare(paidQuery, paidMax),
    prepare(jobsQuery, now - jobsKeptMs, jobsMax)
  ])
  const [copy] = rowsOf<CopyFacts>(copied)
  if (!copy) throw new Error('A count has no row')
  return { copy, paid: rowsOf(paid), jobs: rowsOf<JobFacts>(jobs) }
}

/** A page of jobs with their files, in the order of their ids. */
export async function jobsWithFiles(
  { $client }: History,
  after: string,
  limit: number
): Promise<(FileJob & { userId: string })[]> {
  const query = `select id, user_id as userId, step, failure, files, finished_at as finishedAt, deleted_at as deletedAt
    from jobs where id > ?1 order by id limit ?2`
  type Row = Omit<FileJob, 'files'> & { userId: string; files: string }
  const { results } = await $client.prepare(query).bind(after, limit).all<Row>()
  return results.map((row) => ({ ...row, files: JSON.parse(row.files) as FileJob['files'] }))
}
