// Writes damaged files of old books anew, from the journal in the user's object, which keeps every line.
import { BookDamaged, readBook } from '#data/files/book-files.ts'
import { openHistory } from '#data/base/database.ts'
import { type ArchivedBook, booksOf, noteRewritten, type UsageLine } from '#data/history/archived-books.ts'
import { isSameSums } from '#domain/books.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { conflict } from '../../http/errors.ts'
import { type BookLines, storeBook, sumsOf } from '../../clock/store-book.ts'

async function isDamaged(media: R2Bucket, book: ArchivedBook): Promise<boolean> {
  try {
    await readBook(media, book)
    return false
  } catch (error) {
    if (error instanceof BookDamaged) return true
    throw error
  }
}

async function linesOf(env: Env, { userId, kind, firstSeq, lastSeq }: ArchivedBook): Promise<BookLines> {
  const { entries, ended } = await userOf(env, userId).linesBetween(firstSeq, lastSeq)
  return kind === 'ledger' ? { kind, rows: entries } : { kind, rows: ended as UsageLine[] }
}

/** The files of a month that are damaged now. */
export async function damagedBooks(env: Env, userId: string, month: string): Promise<ArchivedBook[]> {
  const books = await booksOf(openHistory(env, userId), userId, month)
  const damaged = await Promise.all(books.map((book) => isDamaged(env.MEDIA, book)))
  return books.filter((_, index) => damaged[index])
}

/**
 * May be repeated: a file that was written and not noted is still damaged.
 * @returns how many files were written
 * @throws AppError CONFLICT when the journal does not add up to what was stored
 */
export async function restoreBooks(env: Env, userId: string, month: string): Promise<number> {
  const books = await damagedBooks(env, userId, month)
  for (const book of books) {
    const lines = await linesOf(env, book)
    if (lines.rows.length === 0 || !isSameSums(sumsOf(lines), book))
      throw conflict('Журнал не сходится с тем, что было в файле')
    const { part } = book
    const { sha256, bytes } = await storeBook(env.MEDIA, { userId, month, part }, lines, book.archivedAt)
    await noteRewritten(openHistory(env, userId), book, { sha256, bytes })
  }
  return books.length
}
