// What an operator sees of a user's books: the lines of the wallet's journal, month by month.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/books.ts'
import { hasBooks } from '#data/both/books.ts'
import { openHistory } from '#data/base/database.ts'
import type { LedgerEntryRow } from '#data/history/ledger.ts'
import { spanOf } from '#data/history/old-books.ts'
import { monthOf } from '#domain/books.ts'
import { byteOrderMark, csvLine } from '#formats/csv.ts'
import { journalPages } from '#durable-objects/journal-pages.ts'
import type { AppContext, HonoEnv } from '../../http/context.ts'
import { AppError } from '../../http/errors.ts'
import { serve, serveRaw } from '../../http/serve.ts'
import { textStream } from '../../http/text-stream.ts'
import { recordReading } from '../access/record.ts'

/** @throws AppError NOT_FOUND when no user has or had this id */
async function expectBooks(c: AppContext, id: string): Promise<void> {
  if (!(await hasBooks(c.env, id))) throw new AppError('NOT_FOUND')
}

const reasonOf = ({ reason: { kind, ...facts } }: LedgerEntryRow): string =>
  [kind, ...Object.entries(facts).map(([name, fact]) => `${name}=${fact}`)].join(' ')

const cellsOf = (line: LedgerEntryRow): (string | number)[] => [
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
    lineOf: (line: LedgerEntryRow) => csvLine(cellsOf(line))
  },
  jsonl: { type: 'application/jsonl', head: '', lineOf: (line: LedgerEntryRow) => `${JSON.stringify(line)}\n` }
}

async function* linesOf(env: Env, id: string, month: string): AsyncGenerator<LedgerEntryRow[]> {
  for await (const { entries } of journalPages(env, id)) {
    yield entries.filter(({ at }) => monthOf(at) === month)
    if (entries.every(({ at }) => monthOf(at) > month)) return
  }
}

async function* textOf(env: Env, id: string, month: string, format: keyof typeof formats) {
  const { head, lineOf } = formats[format]
  yield head
  for await (const lines of linesOf(env, id, month)) yield lines.map(lineOf).join('')
}

export function mountBooks(app: Hono<HonoEnv>) {
  serve(app, contract.openBooks, async ({ id }, c) => {
    await expectBooks(c, id)
    await recordReading(c, { action: 'books-read', subject: id, userId: id })
    const span = await spanOf(openHistory(c.env, id), id)
    return { months: span && { from: monthOf(span.firstAt), to: monthOf(span.lastAt) } }
  })

  serveRaw(app, contract.readBooks, async ({ id, month, format }, c) => {
    await expectBooks(c, id)
    await recordReading(c, { action: 'books-read', userId: id, facts: { month } })
    return c.body(textStream(textOf(c.env, id, month, format)), 200, {
      'content-type': `${formats[format].type}; charset=utf-8`,
      'content-disposition': `attachment; filename="books-${month}.${format}"`
    })
  })
}
