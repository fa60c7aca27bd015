// Stores a file of old books and reads it back, so that nothing is deleted for a file that does not hold it.
import { bookKey, type BookName, packed, readBook } from '#data/files/book-files.ts'
import type { ArchivedBook, LedgerLine, UsageLine } from '#data/history/archived-books.ts'
import { isSameSums, ledgerSums, usageSums } from '#domain/books.ts'

/** The lines of a file. */
export type BookLines = { kind: 'ledger'; rows: readonly LedgerLine[] } | { kind: 'usage'; rows: readonly UsageLine[] }

export const sumsOf = (lines: BookLines) => (lines.kind === 'ledger' ? ledgerSums(lines.rows) : usageSums(lines.rows))

const paidIn = (lines: BookLines) =>
  lines.kind === 'ledger'
    ? []
    : lines.rows
        .filter(({ operationId }) => /^(payment|refund):/.test(operationId))
        .map(({ operationId, costTokens }) => ({ operationId, costTokens }))

/**
 * @param lines at least one, in the order of `seq`
 * @throws Error when the file does not hold what was stored
 */
export async function storeBook(
  media: R2Bucket,
  name: Omit<BookName, 'kind'>,
  lines: BookLines,
  now: number
): Promise<ArchivedBook> {
  const { kind } = lines
  const { body, sha256, bytes } = await packed(lines.rows)
  await media.put(bookKey({ ...name, kind }), body, { sha256 })
  const sums = sumsOf(lines)
  const book = { ...name, kind, ...sums, paid: paidIn(lines), sha256, bytes, archivedAt: now }
  const read = await readBook<never>(media, book)
  if (!isSameSums(sumsOf({ kind, rows: read }), sums)) throw new Error('A file holds other lines than were stored')
  return book
}
