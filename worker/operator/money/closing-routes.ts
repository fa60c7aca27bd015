// The months for the accountant: counted, closed, exported.
import type { Hono } from 'hono'
import * as contract from '#contract/operator/money/closing.ts'
import type { ClosingNight } from '#contract/operator/money/closing.ts'
import { receiptNames } from '#contract/operator/money/receipt-words.ts'
import type { Directory } from '#data/base/database.ts'
import { backupNights, type BackupRow } from '#data/directory/backups.ts'
import { findClosing, hasClosings, storeClosing } from '#data/directory/closings.ts'
import { creditedPayments, type PaymentPlace, returnedMoney } from '#data/directory/operator-payments.ts'
import { isComplete } from '#domain/backup.ts'
import { isCountable, monthBefore, spanOf } from '#domain/closing.ts'
import { byteOrderMark, csvLine } from '#formats/csv.ts'
import { decimalOf } from '#domain/money.ts'
import type { HonoEnv } from '../../http/context.ts'
import { conflict, expectFound } from '../../http/errors.ts'
import { expectOwnName } from '../../http/operator.ts'
import { serve, serveRaw } from '../../http/serve.ts'
import { textStream } from '../../http/text-stream.ts'
import { recorded, recordReading } from '../access/record.ts'
import { countMonth, ownedOfAll } from './count-month.ts'

const dayMs = 24 * 60 * 60 * 1000
const portion = 500

/** @throws AppError CONFLICT */
function expectCountable(month: string): void {
  if (!isCountable(month, Date.now()))
    throw conflict('Посчитать можно текущий месяц и одиннадцать до него: более старые строки уже в архиве')
}

/** @throws AppError CONFLICT */
async function expectClosable(directory: Directory, month: string): Promise<void> {
  if (Date.now() < spanOf(month).end + dayMs) throw conflict('Месяц закрывают через день после его конца')
  if (await findClosing(directory, month)) throw conflict('Этот месяц уже закрыт')
  expectCountable(month)
  // The first closed month may be any; after it no month may be left out.
  if ((await hasClosings(directory)) && !(await findClosing(directory, monthBefore(month))))
    throw conflict('Сначала закройте предыдущий месяц')
}

/** The sum of the wallets of a complete night, beside what the books say of the same moment. */
async function nightOf(env: Env, night: BackupRow | undefined): Promise<ClosingNight | null> {
  if (!night) return null
  return { owed: night.balanceTokens, books: await ownedOfAll(env, night.startedAt), at: night.startedAt }
}

const completeNights = async (directory: Directory): Promise<BackupRow[]> =>
  (await backupNights(directory)).filter(isComplete)

const newestNight = async (env: Env, directory: Directory) => nightOf(env, (await completeNights(directory))[0])

const firstNightBehind = async (env: Env, directory: Directory, end: number) =>
  nightOf(
    env,
    (await completeNights(directory)).findLast(({ startedAt }) => startedAt >= end)
  )

/** Money that came and money that went stand apart: spreadsheets take a cell that begins with a minus as text and do not add it up. */
const head = [
  'Дата и время (Москва)',
  'Вид',
  'Платёж',
  'Платёж у ЮKassa',
  'Пользователь',
  'Пакет',
  'Токены',
  'Оплачено, ₽',
  'Возвращено, ₽',
  'Чек'
]

type ReadPage<Row> = (limit: number, after: PaymentPlace | null) => Promise<Row[]>

/** Page after page of a list in the order of times and ids. */
async function* pagesOf<Row>(read: ReadPage<Row>, placeOf: (row: Row) => PaymentPlace) {
  for (let after: PaymentPlace | null = null; ;) {
    const rows: Row[] = await read(portion, after)
    yield rows
    const last = rows.at(-1)
    if (rows.length < portion || !last) return
    after = placeOf(last)
  }
}

async function* moneyLines(directory: Directory, month: string) {
  const span = spanOf(month)
  // Of the month's own calendar, so that the file has no days of another month.
  const times = new Intl.DateTimeFormat('ru-RU', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone: 'Europe/Moscow'
  })
  yield byteOrderMark + csvLine(head)
  const paid = pagesOf(
    (limit, after) => creditedPayments(directory, span, limit, after),
    ({ creditedAt, id }) => ({ createdAt: creditedAt ?? 0, id })
  )
  for await (const rows of paid)
    yield rows
      .map((row) =>
        csvLine([
          times.format(row.creditedAt ?? 0),
          'оплата',
          row.id,
          row.providerPaymentId ?? '',
          row.userId,
          row.packageId,
          row.totalTokens,
          decimalOf(row.amountKopecks).replace('.', ','),
          '',
          row.receiptStatus ? receiptNames[row.receiptStatus] : ''
        ])
      )
      .join('')
  const refunded = pagesOf(
    (limit, after) => returnedMoney(directory, span, limit, after),
    ({ at, id }) => ({ createdAt: at, id })
  )
  for await (const rows of refunded)
    yield rows
      .map((row) =>
        csvLine([
          times.format(row.at),
          'возврат',
          row.paymentId,
          row.providerPaymentId ?? '',
          row.userId,
          '',
          '',
          '',
          decimalOf(row.amountKopecks).replace('.', ','),
          ''
        ])
      )
      .join('')
}

export function mountClosing(app: Hono<HonoEnv>) {
  serve(app, contract.openClosing, async ({ month }, c) => {
    const { directory } = c.var
    const closed = await findClosing(directory, month)
    if (!closed) expectCountable(month)
    const [figures, wallets, owedNow] = await Promise.all([
      closed ? closed.figures : countMonth(c.env, month),
      closed ? closed.night : newestNight(c.env, directory),
      ownedOfAll(c.env, Date.now() + dayMs)
    ])
    return { figures, closed: closed ? { at: closed.closedAt, by: closed.closedBy } : null, wallets, owed_now: owedNow }
  })

  serve(app, contract.closeMonth, async ({ month, ...who }, c) => {
    const { directory } = c.var
    const facts = async () => ({ month })
    const change = { action: 'month-close', subject: `month:${month}`, ...who, facts } as const
    await recorded(c, change, async (_, isRepeated) => {
      // An earlier call may have closed the month and died before it was recorded.
      if (isRepeated && (await findClosing(directory, month))) return { month }
      await expectClosable(directory, month)
      const [figures, night] = await Promise.all([
        countMonth(c.env, month),
        firstNightBehind(c.env, directory, spanOf(month).end)
      ])
      const closed = { closedAt: Date.now(), closedBy: expectOwnName(c, who.operator) }
      const stored = await storeClosing(directory, { month, figures, night, ...closed })
      return { month, ...stored.figures }
    })
    const closed = expectFound(await findClosing(directory, month))
    return { figures: closed.figures }
  })

  serveRaw(app, contract.exportMoney, async ({ month }, c) => {
    await recordReading(c, { action: 'money-read', subject: `month:${month}` })
    return c.body(textStream(moneyLines(c.var.directory, month)), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="money-${month}.csv"`
    })
  })
}
