// What all changes have in common that operators plan.
import { noticeMaxMs, noticeMs } from '#domain/price-notice.ts'
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
