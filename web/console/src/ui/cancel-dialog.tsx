import type { z } from 'zod'
import { placeAt } from '#contract/operator/access/planned.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import type { Change } from '../base/use-call.ts'
import { ChangeDialog } from './change-dialog.tsx'

interface CancelDialogProps<Output extends z.ZodType> {
  endpoint: Endpoint<z.ZodType<unknown, { id: string } & Change>, Output>
  /** What it changes, in words. */
  name: string
  change: { id: string; starts_at: number }
  /** All that are planned of the same thing. */
  coming: readonly { id: string; starts_at: number }[]
  onClose: () => void
}

/** A later change holds all that it says, also what it has from the one that is cancelled. */
function laterText(coming: readonly { id: string; starts_at: number }[], startsAt: number): string {
  const { next } = placeAt(coming, startsAt)
  return next
    ? ` Назначенное на ${formatDateTime(next.starts_at)} останется целиком: если оно повторяет отменённое, поправьте и его.`
    : ''
}

/** Takes back a change that has not begun. */
export const CancelDialog = <Output extends z.ZodType>({
  endpoint,
  name,
  change,
  coming,
  onClose
}: CancelDialogProps<Output>) => (
  <ChangeDialog
    open
    onClose={onClose}
    endpoint={endpoint}
    title={`Отменить изменение: ${name}`}
    description={`Оно должно начаться ${formatDateTime(change.starts_at)}. После отмены останется то, что было до него.${laterText(coming, change.starts_at)}`}
    confirm="Отменить изменение"
    danger
    done="Изменение отменено"
    input={(reason) => ({ id: change.id, ...reason })}
  />
)
