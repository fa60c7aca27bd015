// The record of what operators did, for a person to read and as a file.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/access/team.ts'
import { type ActionRow, actionsIn, type RecordFilter } from '#data/directory/operator-actions.ts'
import { byteOrderMark, csvLine } from '#formats/csv.ts'
import type { Directory } from '#data/base/database.ts'
import type { HonoEnv } from '../../http/context.ts'
import { serve, serveRaw } from '../../http/serve.ts'
import { textStream } from '../../http/text-stream.ts'
import { actionView, recordReading } from './record.ts'

const pageSize = 50
const portion = 500

const head = ['Время (UTC)', 'Оператор', 'Действие', 'Этап', 'О чём', 'Причина', 'Факты', 'Запрос', 'Код действия']

const cellsOf = (row: ActionRow) => [
  new Date(row.at).toISOString(),
  row.operator,
  row.action,
  row.phase,
  row.subject,
  row.reason,
  JSON.stringify(row.facts),
  row.request,
  row.id
]

/** The file in portions, so that a long record needs little memory. */
async function* csvOf(directory: Directory, filter: RecordFilter) {
  yield byteOrderMark + csvLine(head)
  let after = 0
  for (;;) {
    const rows = await actionsIn(directory, filter, { after, limit: portion })
    if (rows.length > 0) yield rows.map(({ row }) => csvLine(cellsOf(row))).join('')
    if (rows.length < portion) return
    after = rows.at(-1)?.place ?? after
  }
}

export function mountRecord(app: Hono<HonoEnv>) {
  serve(app, contract.readRecord, async ({ before, ...filter }, c) => {
    const rows = await actionsIn(c.var.directory, filter, { before, limit: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    return {
      lines: shown.map(({ row }) => ({ ...actionView(row), id: row.id, subject: row.subject })),
      next: rows.length > pageSize ? (shown.at(-1)?.place ?? null) : null
    }
  })

  serveRaw(app, contract.exportRecord, async (filter, c) => {
    await recordReading(c, { action: 'record-read', subject: 'record' })
    return c.body(textStream(csvOf(c.var.directory, filter)), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="operators.csv"'
    })
  })
}
