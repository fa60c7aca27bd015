// What all changes have in common that operators plan.
import { noticeMaxMs, noticeMs } from '#domain/price-notice.ts'
import { type ReadPlace, readPlaceAt } from '#contract/operator/access/planned.ts'
import type { OperatorActionName } from '#contract/operator/access/change.ts'
import type { ActionFacts } from '#data/directory/schema-operator-actions.ts'
import type { AppContext } from '../http/context.ts'
import { conflict } from '../http/errors.ts'
import { expectOwnName } from '../http/operator.ts'
import { recorded } from './access/record.ts'

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

const tooLate = 'Изменение можно назначить не дальше чем на 90 дней вперёд'
const begun = 'Изменение уже действует или вот-вот начнётся. Назначьте новое'

/** @param tooSoon in words for the operator @throws AppError CONFLICT: begins too soon or too late */
export function expectStart(startsAt: number, tooSoon: string): void {
  const now = Date.now()
  if (startsAt < now + noticeMs) throw conflict(tooSoon)
  if (startsAt > now + noticeMaxMs) throw conflict(tooLate)
}

const otherBase =
  'Пока вы правили, другое изменение назначили или отменили, и к этому началу всё будет иначе. Посмотрите, что запланировано теперь, и назначьте ещё раз'
const otherNext =
  'Пока вы правили, изменилось то, что начнётся после этого и заменит его. Посмотрите, что запланировано теперь, и назначьте ещё раз'

type Standing = Pick<PlannedRow, 'id' | 'startsAt' | 'cancelledAt'>

/** As `placeAt` takes them. */
const standing = (rows: readonly Standing[]) =>
  rows.flatMap(({ id, startsAt, cancelledAt }) => (cancelledAt === null ? [{ id, starts_at: startsAt }] : []))

/**
 * An operator who has written against an old state reads the newer one before anything is reverted.
 * @param rows the change of the same thing that is in force, and those that begin later
 * @throws AppError CONFLICT
 */
export function expectRead(rows: readonly Standing[], startsAt: number, { base, next }: ReadPlace): void {
  const place = readPlaceAt(standing(rows), startsAt)
  if (place.base !== base) throw conflict(otherBase)
  if (place.next !== next) throw conflict(otherNext)
}

/** What an editor counts with. @param rows of the same thing */
export function inForceView(rows: readonly Standing[], now: number): { id: string; starts_at: number } | null {
  const inForce = standing(rows).filter(({ starts_at: at }) => at <= now)
  return inForce.toSorted((one, other) => other.starts_at - one.starts_at)[0] ?? null
}

interface Cancelling {
  action: OperatorActionName
  subject: string
  key: string
  operator?: string | undefined
  reason: string
  facts: () => Promise<ActionFacts>
  /** @returns whether it is cancelled now */
  cancel: (asked: { id: string; by: string; now: number; before: number }) => Promise<boolean>
}

/** Cancels a change before it begins. @throws AppError CONFLICT when it has begun or is about to */
export async function cancelPlanned(c: AppContext, id: string, { cancel, ...change }: Cancelling): Promise<void> {
  await recorded(c, { ...change, userId: '', request: { id } }, async () => {
    const now = Date.now()
    // Shortly before the change begins cancelling is refused: an isolate that has not read the cancellation would still go by it.
    const asked = { id, by: expectOwnName(c, change.operator), now, before: now + noticeMs }
    if (!(await cancel(asked))) throw conflict(begun)
  })
}
