import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatDateTime } from '../../../src/base/format/dates.ts'
import type { Change } from '../base/use-call.ts'
import { ChangeDialog } from './change-dialog.tsx'

interface CancelDialogProps<Output extends z.ZodType> {
  endpoint: Endpoint<z.ZodType<unknown, { id: string } & Change>, Output>
  /** What it changes, in words. */
  name: string
  change: { id: string; starts_at: number }
  onClose: () => void
}

/** Takes back a change that has not begun. */
export const CancelDialog = <Output extends z.ZodType>({
  endpoint,
  name,
  change,
  onClose
}: CancelDialogProps<Output>) => (
  <ChangeDialog
    open
    onClose={onClose}
    endpoint={endpoint}
    title={`Отменить изменение: ${name}`}
    description={`Оно должно начаться ${formatDateTime(change.starts_at)}. После отмены останется то, что было до него.`}
    confirm="Отменить изменение"
    danger
    done="Изменение отменено"
    input={(reason) => ({ id: change.id, ...reason })}
  />
)
