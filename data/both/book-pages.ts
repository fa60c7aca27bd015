// The ledger or the usage of a user, page by page and oldest first: what is in files, then what is in the table.
import { endOfMonth, monthOf } from '#domain/books.ts'
import { BookDamaged, readBook } from '../files/book-files.ts'
import { type History, openHistory } from '../base/database.ts'
import {
  type ArchivedBook,
  type Behind,
  booksOf,
  firstSince,
  type LedgerLine,
  nextOfLedger,
  nextOfUsage,
  type UsageLine
} from '../history/archived-books.ts'

const rowsPerPage = 200

export type BookPage<Row> =
  /** `month`: of the file; null: from the table. */
  | { rows: Row[]; month: string | null }
  /** A file that is missing or holds other bytes than were stored, and how many lines it should have. */
  | { damaged: string; month: string; rowsLost: number }

async function pageOf<Row>(media: R2Bucket, book: ArchivedBook): Promise<BookPage<Row>> {
  const { month, rows: rowsLost } = book
  try {
    return { rows: await readBook<Row>(media, book), month }
  } catch (error) {
    if (!(error instanceof BookDamaged)) throw error
    return { damaged: error.key, month, rowsLost }
  }
}

type Next<Row> = (history: History, userId: string, behind: Behind, limit: number) => Promise<[ArchivedBook[], Row[]]>

async function* pagesOf<Row extends { seq: number }>(
  env: Env,
  userId: string,
  next: Next<Row>,
  { from, timeOf }: { from: Behind; timeOf: (row: Row) => number }
): AsyncGenerator<BookPage<Row>> {
  const history = openHistory(env, userId)
  let behind = from
  for (;;) {
    const [[book], rows] = await next(history, userId, behind, rowsPerPage)
    const last = rows.at(-1)
    if (book) {
      yield await pageOf<Row>(env.MEDIA, book)
      behind = { seq: book.lastSeq, at: book.lastAt }
    } else if (last) {
      yield { rows, month: null }
      behind = { seq: last.seq, at: timeOf(last) }
    } else return
  }
}

/** All operations, in the order in which they ended. */
export const usagePages = (env: Env, userId: string): AsyncGenerator<BookPage<UsageLine>> =>
  pagesOf(env, userId, nextOfUsage, { from: { seq: 0, at: -1 }, timeOf: ({ finishedAt }) => finishedAt })

/**
 * The lines of the ledger of one month.
 * @throws BookDamaged where a file of the month is damaged
 */
export async function* ledgerOfMonth(env: Env, userId: string, month: string): AsyncGenerator<LedgerLine[]> {
  const history = openHistory(env, userId)
  const files = (await booksOf(history, userId, month)).filter(({ kind }) => kind === 'ledger')
  const firstSeq = files[0]?.firstSeq ?? (await firstSince(history, userId, month))
  if (firstSeq === null) return
  const from = { seq: firstSeq - 1, at: 0 }
  for await (const page of pagesOf<LedgerLine>(env, userId, nextOfLedger, { from, timeOf: ({ at }) => at })) {
    if ('damaged' in page) {
      if (page.month === month) throw new BookDamaged(page.damaged)
    } else if (page.month === null) {
      yield page.rows.filter(({ at }) => monthOf(at) === month)
      if (page.rows.every(({ at }) => at >= endOfMonth(month))) return
    } else if (page.month === month) yield page.rows
    else if (page.month > month) return
  }
}
