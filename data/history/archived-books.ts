// Moves old lines from the tables to files, as far as the database is concerned: which lines are next, and the one
// transaction that notes a file and deletes its lines. Every read is bounded and goes by an index.
import { and, asc, between, desc, eq, gt, max, sql } from 'drizzle-orm'
import type { BookKind } from '#domain/books.ts'
import type { History } from '../base/database.ts'
import { prepared } from '../base/prepared.ts'
import { archivedBooks } from './schema-books.ts'
import { ledgerEntries, usage } from './schema-ledger.ts'

export type ArchivedBook = typeof archivedBooks.$inferSelect
export type LedgerLine = typeof ledgerEntries.$inferSelect
export type UsageLine = typeof usage.$inferSelect

/** The first lines of a user that are in the table. */
export const firstLines = (history: History, userId: string, limit: number): Promise<LedgerLine[]> =>
  history
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.userId, userId))
    .orderBy(asc(ledgerEntries.seq))
    .limit(limit)

interface Span {
  userId: string
  firstSeq: number
  lastSeq: number
  firstAt: number
  lastAt: number
}

const isOfSpan = ({ userId, firstSeq, lastSeq, firstAt, lastAt }: Span) =>
  and(
    eq(usage.userId, userId),
    // The index is by time.
    between(usage.finishedAt, firstAt, lastAt),
    between(usage.seq, firstSeq, lastSeq)
  )

const ledgerOf = (userId: string) => and(eq(archivedBooks.userId, userId), eq(archivedBooks.kind, 'ledger'))

/** The operations that ended with these lines, and the files that the user already has. */
export async function surroundingsOf(history: History, span: Span, month: string) {
  const [operations, [last], [part]] = await history.batch([
    history.select().from(usage).where(isOfSpan(span)).orderBy(asc(usage.seq)),
    history
      .select({ seq: max(archivedBooks.lastSeq) })
      .from(archivedBooks)
      .where(ledgerOf(span.userId)),
    history
      .select({ newest: max(archivedBooks.part) })
      .from(archivedBooks)
      .where(and(ledgerOf(span.userId), eq(archivedBooks.month, month)))
  ])
  return { operations, lastSeq: last?.seq ?? 0, part: (part?.newest ?? 0) + 1 }
}

/**
 * Notes files and deletes their lines, in one transaction and only while exactly these lines are there.
 * @returns whether it did
 * @throws Error when a file of this name is noted already
 */
export async function moveToFiles(
  history: History,
  span: Span,
  { ledger, ended }: { ledger: ArchivedBook; ended: ArchivedBook | null }
): Promise<boolean> {
  const isOfLedger = and(eq(ledgerEntries.userId, span.userId), between(ledgerEntries.seq, span.firstSeq, span.lastSeq))
  const isThere = sql`(select count(*) from ${ledgerEntries} where ${isOfLedger}) = ${ledger.rows}
    and (select count(*) from ${usage} where ${isOfSpan(span)}) = ${ended?.rows ?? 0}`
  const isNoted = sql`exists (select 1 from ${archivedBooks} where ${ledgerOf(span.userId)}
    and ${archivedBooks.month} = ${ledger.month} and ${archivedBooks.part} = ${ledger.part}
    and ${archivedBooks.sha256} = ${ledger.sha256} and ${archivedBooks.archivedAt} = ${ledger.archivedAt})`
  const note = (book: ArchivedBook) =>
    sql`insert into archived_books (user_id, kind, month, part, rows, first_seq, last_seq, first_at, last_at, balance_delta,
        corrected_delta, corrected_seq, balance_after, ended, cost_tokens, paid, sha256, bytes, archived_at)
      select ${book.userId}, ${book.kind}, ${book.month}, ${book.part}, ${book.rows}, ${book.firstSeq}, ${book.lastSeq},
        ${book.firstAt}, ${book.lastAt}, ${book.balanceDelta}, ${book.correctedDelta}, ${book.correctedSeq},
        ${book.balanceAfter}, ${book.ended}, ${book.costTokens}, ${JSON.stringify(book.paid)}, ${book.sha256},
        ${book.bytes}, ${book.archivedAt}
      where ${isThere}`
  const [noted] = await history.$client.batch(
    [
      note(ledger),
      ...(ended ? [note(ended)] : []),
      sql`delete from ${usage} where ${isOfSpan(span)} and ${isNoted}`,
      sql`delete from ${ledgerEntries} where ${isOfLedger} and ${isNoted}`
    ].map((statement) => prepared(history, statement))
  )
  return noted?.meta.changes === 1
}

/** The files of a user, oldest first. @param month only those of this month */
export const booksOf = (history: History, userId: string, month?: string): Promise<ArchivedBook[]> =>
  history
    .select()
    .from(archivedBooks)
    .where(and(eq(archivedBooks.userId, userId), month === undefined ? undefined : eq(archivedBooks.month, month)))
    .orderBy(asc(archivedBooks.firstSeq), asc(archivedBooks.kind))

/** The times of the user's first and last lines in the table; null: there are none. */
export async function liveSpan(history: History, userId: string): Promise<{ firstAt: number; lastAt: number } | null> {
  const edge = (order: typeof asc) =>
    history
      .select({ at: ledgerEntries.at })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.userId, userId))
      .orderBy(order(ledgerEntries.seq))
      .limit(1)
  const [[first], [last]] = await history.batch([edge(asc), edge(desc)])
  return first && last ? { firstAt: first.at, lastAt: last.at } : null
}

/** Notes the new content of a damaged file. */
export async function noteRewritten(
  history: History,
  { userId, kind, month, part, sha256: was }: ArchivedBook,
  now: { sha256: string; bytes: number }
): Promise<void> {
  await history
    .update(archivedBooks)
    .set(now)
    .where(
      and(
        eq(archivedBooks.userId, userId),
        eq(archivedBooks.kind, kind),
        eq(archivedBooks.month, month),
        eq(archivedBooks.part, part),
        eq(archivedBooks.sha256, was)
      )
    )
}

/** Behind the last line that was read. */
export interface Behind {
  seq: number
  /** Of the usage: when that operation ended. */
  at: number
}

const nextFile = (history: History, userId: string, kind: BookKind, { seq }: Behind) =>
  history
    .select()
    .from(archivedBooks)
    .where(and(eq(archivedBooks.userId, userId), eq(archivedBooks.kind, kind), gt(archivedBooks.lastSeq, seq)))
    .orderBy(asc(archivedBooks.firstSeq))
    .limit(1)

/**
 * The next file of a user, and the next lines in the table, in one transaction: a line that moves into a file while a caller reads
 * page by page is in one of the two. The lines count only when there is no file.
 */
export const nextOfLedger = (history: History, userId: string, behind: Behind, limit: number) =>
  history.batch([
    nextFile(history, userId, 'ledger', behind),
    history
      .select()
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.userId, userId), gt(ledgerEntries.seq, behind.seq)))
      .orderBy(asc(ledgerEntries.seq))
      .limit(limit)
  ])

/** The same of the usage, in the order in which the operations ended. */
export const nextOfUsage = (history: History, userId: string, behind: Behind, limit: number) =>
  history.batch([
    nextFile(history, userId, 'usage', behind),
    history
      .select()
      .from(usage)
      .where(and(eq(usage.userId, userId), sql`(${usage.finishedAt}, ${usage.seq}) > (${behind.at}, ${behind.seq})`))
      .orderBy(asc(usage.finishedAt), asc(usage.seq))
      .limit(limit)
  ])

/** The first line in the table that is not before this month; null: there is none. */
export async function firstSince({ $client }: History, userId: string, month: string): Promise<number | null> {
  const query = 'select seq from ledger_entries where user_id = ?1 and at >= ?2 order by seq limit 1'
  return $client
    .prepare(query)
    .bind(userId, Date.parse(`${month}-01T00:00:00Z`))
    .first<number>('seq')
}
