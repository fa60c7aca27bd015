// What all changes have in common that operators plan.
import { noticeMaxMs, noticeMs } from '#domain/price-notice.ts'
import { type ReadPlace, readPlaceAt } from '#contract/operator/access/planned.ts'
import type { OperatorActionName } from '#contract/operator/access/change.ts'
import type { cancelModelChange } from '#data/directory/model-changes.ts'
import type { ActionFacts } from '#data/directory/schema-operator-actions.ts'
import type { AppContext } from '../http/context.ts'
import { conflict } from '../http/errors.ts'
import { expectOwnName } from '../http/operator.ts'
import { type Asked, recorded } from './access/record.ts'

interface PlannedRow {
  id: string
  startsAt: number
  createdAt: number
  createdBy: string
  reason: string
  cancelledAt: number | null
  cancelledBy: string | null
}

export const plannedView = (row: PlannedRow, now: number) => ({
  id: row.id,
  state:
    row.cancelledAt === null ? (row.startsAt > now ? ('coming' as const) : ('begun' as const)) : ('cancelled' as const),
  starts_at: row.startsAt,
  created_at: row.createdAt,
  created_by: row.createdBy,
  reason: row.reason,
  cancelled_by: row.cancelledBy
})

const texts = {
  tooSoon: 'Начать можно не раньше чем через две минуты: столько нужно, чтобы узнали все',
  tooLate: 'Начать можно не позже чем через 90 дней',
  sameMoment: 'На это время уже назначено другое изменение',
  overtaken: 'Пока вы правили, другое изменение назначили или отменили. Посмотрите, что запланировано теперь',
  begun: 'Изменение уже действует или вот-вот начнётся. Назначьте новое'
} as const

/** Of one that is not cancelled. */
type Standing = Pick<PlannedRow, 'id' | 'startsAt'>

/** As `placeAt` takes them. */
const standing = (rows: readonly Standing[]) => rows.map(({ id, startsAt }) => ({ id, starts_at: startsAt }))

/**
 * Before anything is recorded, because the same dialog may send another time under its key. An operator who has written against an old state
 * reads the newer one before anything is reverted.
 * @param rows the change of the same thing that is in force, and those that begin later
 * @throws AppError CONFLICT: too soon, too late, at the moment of another change, or beside others than those that were read
 */
export function expectPlace(rows: readonly Standing[], startsAt: number, { base, next }: ReadPlace): void {
  const now = Date.now()
  if (startsAt < now + noticeMs) throw conflict(texts.tooSoon)
  if (startsAt > now + noticeMaxMs) throw conflict(texts.tooLate)
  const changes = standing(rows)
  if (changes.some(({ starts_at: at }) => at === startsAt)) throw conflict(texts.sameMoment)
  const place = readPlaceAt(changes, startsAt)
  if (place.base !== base || place.next !== next) throw conflict(texts.overtaken)
}

/** What every row of a change has from its call. */
export const plannedOf = (
  c: AppContext,
  { id, startsAt, operator, reason }: { id: string; startsAt: number; operator?: string | undefined; reason: string }
) => ({ id, startsAt, createdAt: Date.now(), createdBy: expectOwnName(c, operator), reason })

const pageSize = 50

/** One more than a part of a history has, to know whether there is another part. */
export const historyLimit = pageSize + 1

/** @param rows at most `historyLimit`, newest first */
export const historyPart = <Row extends PlannedRow>(rows: readonly Row[]): { shown: Row[]; next: number | null } => {
  const shown = rows.slice(0, pageSize)
  return { shown, next: rows.length > pageSize ? (shown.at(-1)?.createdAt ?? null) : null }
}

/** @param isAdded whether the row of a change that had its place is there now @throws AppError CONFLICT: another operator was faster */
export function expectAdded(isAdded: boolean): void {
  if (!isAdded) throw conflict(texts.overtaken)
}

/** The id of the one that is in force. @param rows of the same thing */
export const inForceIdOf = (rows: readonly Standing[], now: number): string | null =>
  readPlaceAt(standing(rows), now + 1).base

interface Cancelled<Row extends PlannedRow> extends Asked {
  action: OperatorActionName
  subject: string
  /** @throws AppError NOT_FOUND */
  find: () => Promise<Row>
  cancel: typeof cancelModelChange
  /** What else the record says. */
  factsOf?: (row: Row) => ActionFacts
}

/** Cancels a change before it begins. @returns the change @throws AppError CONFLICT when it has begun or is about to */
export async function cancelPlanned<Row extends PlannedRow>(
  c: AppContext,
  id: string,
  { find, cancel, factsOf, ...change }: Cancelled<Row>
): Promise<Row> {
  const facts = async () => {
    const row = await find()
    return { ...factsOf?.(row), starts_at: row.startsAt, cancelled: row.cancelledAt !== null }
  }
  await recorded(c, { ...change, request: { id }, facts }, async () => {
    const now = Date.now()
    // Shortly before the change begins cancelling is refused: an isolate that has not read the cancellation would still go by it.
    const asked = { id, by: expectOwnName(c, change.operator), now, before: now + noticeMs }
    if (!(await cancel(c.var.directory, asked))) throw conflict(texts.begun)
  })
  return find()
}
