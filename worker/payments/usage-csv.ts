// The whole history of one user as CSV, read from the wallet page by page while it is downloaded.
import { tools } from '#contract/catalogue/menu.ts'
import { pathOfService } from '#contract/catalogue/service-paths.ts'
import { actionText } from '#contract/operation-actions.ts'
import { isRunning, outcomeText } from '#contract/operation-outcomes.ts'
import { nameOfModel, type ShownModel } from '#contract/catalogue/models.ts'
import { byteOrderMark, csvLine } from '#formats/csv.ts'
import type { HistoryRow, WalletCalls } from '#durable-objects/wallet/calls.ts'
import { textStream } from '../http/text-stream.ts'

const rowsPerPage = 500

const headings = (timeZone: string) => [
  `Дата и время (${timeZone})`,
  'Операция',
  'Сервис',
  'Модель',
  'Какая модель ответила',
  'Чем закончилось',
  'Изменение, токенов',
  'Цена',
  'Зарезервировано',
  'Списано',
  'Возвращено',
  'Попыток',
  'Баланс после, с зарезервированным',
  'Номер операции'
]

type Named = Pick<ShownModel, 'id' | 'name'>

function cellsOf(row: HistoryRow, date: Intl.DateTimeFormat, models: readonly Named[]): (string | number)[] {
  const path = pathOfService(row.service)
  const held = isRunning(row) ? row.reservedTokens : 0
  return [
    date.format(row.createdAt),
    actionText(row.action, row.attempts),
    path ? tools[path].title : '',
    row.model === null ? '' : nameOfModel(models, row.model),
    row.upstreamModel ?? '',
    outcomeText(row.outcome),
    0 - row.costTokens - held,
    row.priceTokens,
    row.reservedTokens,
    Math.max(0, row.reservedTokens === 0 ? 0 : row.costTokens),
    row.returnedTokens,
    row.attempts,
    row.balanceAfter,
    row.operationId
  ]
}

async function* linesOf(
  wallet: Pick<WalletCalls, 'history'>,
  timeZone: string,
  models: readonly Named[]
): AsyncGenerator<string> {
  const date = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  const page = (rows: readonly HistoryRow[]) => rows.map((row) => csvLine(cellsOf(row, date, models))).join('')
  let { ended, running } = await wallet.history({ limit: rowsPerPage })
  yield byteOrderMark + csvLine(headings(timeZone)) + page(running)
  for (;;) {
    yield page(ended)
    const last = ended.at(-1)
    if (!last || ended.length < rowsPerPage) return
    ;({ ended } = await wallet.history({ limit: rowsPerPage, beforeSeq: last.seq }))
  }
}

/** The column «Изменение» adds up to the available tokens minus the debt. @param models all that are known, for their names */
export const usageCsv = (
  wallet: Pick<WalletCalls, 'history'>,
  timeZone: string,
  models: readonly Named[]
): ReadableStream<Uint8Array> => textStream(linesOf(wallet, timeZone, models))
