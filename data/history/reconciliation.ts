// What the nightly check reads of the histories: the users, the copy of one user's ledger, and the jobs. Bounded by one user
// or by a page, and by indexes.
import { nightOf } from '#domain/reconciliation-clock.ts'
import type { FileJob } from '#domain/reconciliation-files.ts'
import { type CopyFacts, historyKeptMs, type JobFacts } from '#domain/reconciliation.ts'
import type { History } from '../base/database.ts'
import type { ArchivedBook } from './archived-books.ts'

// Jumps from id to id through the indexes, because a `distinct` would read every row of the ledger.
const nextUser = (after: string) => `select min(id) from (
  select min(user_id) as id from ledger_entries where user_id > ${after}
  union all select min(user_id) from archived_books where user_id > ${after}
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
    or exists (select 1 from archived_books where user_id = ?1) as has`
  return (await $client.prepare(query).bind(userId).first<number>('has')) === 1
}

// ?2: lines before it are older than the history is kept.
const bounds = `bounds(firstSeq, correctedSeq) as (select case
      when exists (select 1 from ledger_entries where user_id = ?1 and seq = 1 and at > ?2)
        or exists (select 1 from archived_books where user_id = ?1 and kind = 'ledger' and first_seq = 1 and first_at > ?2)
        then 0
      else coalesce((select min(seq) from
        (select min(seq) as seq from usage where user_id = ?1
          union all select min(first_seq) from archived_books where user_id = ?1 and kind = 'usage')), 9007199254740991) end,
    (select coalesce(max(seq), 0) from
      (select max(seq) as seq from ledger_entries where user_id = ?1 and kind = 'correct'
        union all select max(corrected_seq) from archived_books where user_id = ?1 and kind = 'ledger')))`

const copyQuery = `with ${bounds} select count(seq) as lines, coalesce(max(seq), 0) as lastSeq,
    coalesce(sum(case when seq >= correctedSeq then balance_delta end), 0) as balanceSum, max(at) as lastAt,
    (select balance_after from ledger_entries where user_id = ?1 order by seq desc limit 1) as lastBalance,
    coalesce(sum(kind <> 'reserve' and seq >= firstSeq), 0) as ended,
    coalesce(sum(case when seq >= firstSeq then balance_delta end), 0) as endedBalance,
    (select count(*) from usage where user_id = ?1) as historyRows,
    (select coalesce(sum(cost_tokens), 0) from usage where user_id = ?1) as historyCost
  from bounds left join ledger_entries on user_id = ?1`

// The same for the files, by their noted sums. A file of the ledger and that of its operations have the
// same lines, so the first operation never falls inside a file of the ledger.
const filesQuery = `with ${bounds}, books as (select * from archived_books where user_id = ?1)
  select coalesce(sum(case when kind = 'ledger' then rows end), 0) as lines,
    coalesce(max(case when kind = 'ledger' then last_seq end), 0) as lastSeq,
    coalesce(sum(case when last_seq >= correctedSeq then corrected_delta end), 0) as balanceSum,
    max(case when kind = 'ledger' then last_at end) as lastAt,
    (select balance_after from books where kind = 'ledger' order by last_seq desc limit 1) as lastBalance,
    coalesce(sum(case when last_seq >= firstSeq then ended end), 0) as ended,
    coalesce(sum(case when last_seq >= firstSeq then balance_delta end), 0) as endedBalance,
    coalesce(sum(case when kind = 'usage' then rows end), 0) as historyRows,
    coalesce(sum(cost_tokens), 0) as historyCost
  from bounds left join books on 1`

/** The copy as a whole: the lines in files come before those in the table. */
const joined = (files: CopyFacts, table: CopyFacts): CopyFacts => ({
  lines: files.lines + table.lines,
  lastSeq: Math.max(files.lastSeq, table.lastSeq),
  balanceSum: files.balanceSum + table.balanceSum,
  lastBalance: table.lastBalance ?? files.lastBalance,
  lastAt: table.lastAt ?? files.lastAt,
  ended: files.ended + table.ended,
  endedBalance: files.endedBalance + table.endedBalance,
  historyRows: files.historyRows + table.historyRows,
  historyCost: files.historyCost + table.historyCost
})

const costOf = (condition: string) =>
  `(select coalesce(sum(cost_tokens), 0) from usage where usage.user_id = ?1 and ${condition})`

// Operations of payments and refunds: few, because a person makes them.
const paidQuery = `select value ->> 'operationId' as operationId, value ->> 'costTokens' as costTokens
    from archived_books, json_each(paid) where user_id = ?1 and kind = 'usage'
  union all select operation_id as operationId, cost_tokens as costTokens from usage where user_id = ?1
  and (operation_id >= 'payment:' and operation_id < 'payment;' or operation_id >= 'refund:' and operation_id < 'refund;')
  limit ?2`

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

// A different file each night.
const fileQuery = `select user_id as userId, kind, month, part, rows, sha256 from archived_books where user_id = ?1
  order by month, part, kind limit 1 offset (?2 % max(1, (select count(*) from archived_books where user_id = ?1)))`

export interface CopyRecords {
  copy: CopyFacts
  /** The file of old books that this night's check reads. */
  file: Pick<ArchivedBook, 'userId' | 'kind' | 'month' | 'part' | 'rows' | 'sha256'> | null
  /** The tokens that payments and refunds have moved, by operation. */
  paid: { operationId: string; costTokens: number }[]
  jobs: JobFacts[]
}

const rowsOf = <Row>(result: D1Result | undefined) => (result?.results ?? []) as Row[]

/** All in one transaction, so that the records are those of one moment. */
export async function readCopy({ $client }: History, userId: string, now: number): Promise<CopyRecords> {
  const prepare = (query: string, ...more: number[]) => $client.prepare(query).bind(userId, ...more)
  const [copied, inFiles, file, paid, jobs] = await $client.batch([
    prepare(copyQuery, now - historyKeptMs),
    prepare(filesQuery, now - historyKeptMs),
    prepare(fileQuery, nightOf(now)),
    prepare(paidQuery, paidMax),
    prepare(jobsQuery, now - jobsKeptMs, jobsMax)
  ])
  const [copy] = rowsOf<CopyFacts>(copied)
  const [files] = rowsOf<CopyFacts>(inFiles)
  if (!copy || !files) throw new Error('A count has no row')
  const [one = null] = rowsOf<NonNullable<CopyRecords['file']>>(file)
  return { copy: joined(files, copy), file: one, paid: rowsOf(paid), jobs: rowsOf<JobFacts>(jobs) }
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
