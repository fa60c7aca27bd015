// What an operator sees of a user's books, in the database or in files, and how a damaged file is mended.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/books.ts'
import { bookKey, BookDamaged, readBook } from '#data/files/book-files.ts'
import { ledgerOfMonth } from '#data/both/book-pages.ts'
import { hasBooks } from '#data/both/books.ts'
import { openHistory } from '#data/base/database.ts'
import { booksOf, type LedgerLine, liveSpan } from '#data/history/archived-books.ts'
import { monthOf } from '#domain/books.ts'
import { byteOrderMark, csvLine } from '#domain/csv.ts'
import { raiseAlarm } from '#durable-objects/base/raise-alarm.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError, conflict } from '../../http/errors.ts'
import { serve, serveRaw } from '../../http/serve.ts'
import { textStream } from '../../http/text-stream.ts'
import { recorded, recordReading } from '../access/record.ts'
import { damagedBooks, restoreBooks } from './restore-books.ts'

/** @throws AppError NOT_FOUND when no user has or had this id */
async function expectBooks(c: AppContext, id: string): Promise<void> {
  if (!(await hasBooks(c.env, id))) throw new AppError('NOT_FOUND')
}

const reasonOf = ({ reason: { kind, ...facts } }: LedgerLine): string =>
  [kind, ...Object.entries(facts).map(([name, fact]) => `${name}=${fact}`)].join(' ')

const cellsOf = (line: LedgerLine): (string | number)[] => [
  line.seq,
  new Date(line.at).toISOString(),
  line.operationId,
  line.kind,
  line.balanceDelta,
  line.reservedDelta,
  line.balanceAfter,
  line.reservedAfter,
  reasonOf(line)
]

const headings = ['seq', 'at', 'operation', 'kind', 'balance', 'reserved', 'balance after', 'reserved after', 'reason']

const formats = {
  csv: {
    type: 'text/csv',
    head: byteOrderMark + csvLine(headings),
    lineOf: (line: LedgerLine) => csvLine(cellsOf(line))
  },
  jsonl: { type: 'application/jsonl', head: '', lineOf: (line: LedgerLine) => `${JSON.stringify(line)}\n` }
}

/** @throws AppError CONFLICT when a file of the month is damaged: the month must not seem to be empty */
async function expectWhole(c: AppContext, id: string, month: string): Promise<void> {
  const books = await booksOf(openHistory(c.env, id), id, month)
  for (const book of books.filter(({ kind }) => kind === 'ledger'))
    try {
      await readBook(c.env.MEDIA, book)
    } catch (error) {
      if (!(error instanceof BookDamaged)) throw error
      await raiseAlarm(c.env, id, { event: 'books-damaged', key: error.key })
      throw conflict(`Файл повреждён: ${error.key}`)
    }
}

async function* textOf(env: Env, id: string, month: string, format: keyof typeof formats) {
  const { head, lineOf } = formats[format]
  yield head
  for await (const lines of ledgerOfMonth(env, id, month)) yield lines.map(lineOf).join('')
}

export function mountBooks(app: Hono<HonoEnv>) {
  serve(app, contract.openBooks, async ({ id }, c) => {
    await expectBooks(c, id)
    await recordReading(c, { action: 'books-read', subject: id, userId: id })
    const history = openHistory(c.env, id)
    const [books, live] = await Promise.all([booksOf(history, id), liveSpan(history, id)])
    return {
      files: books.map((book) => ({
        month: book.month,
        kind: book.kind,
        part: book.part,
        key: bookKey(book),
        rows: book.rows,
        first_seq: book.firstSeq,
        last_seq: book.lastSeq,
        bytes: book.bytes,
        sha256: book.sha256,
        archived_at: book.archivedAt
      })),
      live: live && { from: monthOf(live.firstAt), to: monthOf(live.lastAt) }
    }
  })

  serveRaw(app, contract.readBooks, async ({ id, month, format }, c) => {
    await expectBooks(c, id)
    await expectWhole(c, id, month)
    await recordReading(c, { action: 'books-read', subject: id, userId: id, facts: { month } })
    return c.body(textStream(textOf(c.env, id, month, format)), 200, {
      'content-type': `${formats[format].type}; charset=utf-8`,
      'content-disposition': `attachment; filename="books-${month}.${format}"`
    })
  })

  serve(app, contract.restoreBooks, async ({ id, month, idempotency_key: key, ...who }, c) => {
    await expectBooks(c, id)
    const facts = async () => ({ damaged: (await damagedBooks(c.env, id, month)).length })
    let files = 0
    const change = { action: 'books-restore', subject: id, userId: id, key, ...who, request: { month }, facts } as const
    await recorded(c, change, async () => {
      files = await restoreBooks(c.env, id, month)
    })
    return { files }
  })
}
