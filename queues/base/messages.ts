// The queue messages: a job's id, or a duty of the clock with the id of one of its rows. The row holds the state, so a
// message may be lost, repeated or late without harm. A job's carries a ticket only when the row could not be written.
import { z } from 'zod'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { isJobId } from '#data/files/job-files.ts'
import { type DutyName, dutyNames } from '#contract/duties.ts'

export const jobMessage = z.object({
  jobId: z.string().refine(isJobId),
  /** The provider's ticket of a start that could not be written to the row. */
  ticket: z.string().optional()
})
export type JobMessage = z.infer<typeof jobMessage>

/** A duty of the clock; with `row`, only for this row. `until` is its lease (data/due-rows.ts). */
export const dutyMessage = z.object({
  duty: z.enum(dutyNames),
  row: z.object({ id: z.string().min(1).max(200), until: z.number().int() }).optional()
})
export type DutyMessage = z.infer<typeof dutyMessage>

const asksForMoney: ReadonlySet<DutyName> = new Set(['payments', 'advances', 'refunds', 'subscriptions'])

/** A wave of rows must not keep the duties from beginning, nor a payment provider or a large document the mails. */
export function queueOfDuty(env: Env, { duty, row }: DutyMessage): Queue<DutyMessage> {
  if (!row) return env.DUTIES
  if (duty === 'attachments') return env.ATTACHMENT_TEXTS
  return asksForMoney.has(duty) ? env.MONEY_ROWS : env.DUTY_ROWS
}

/** One queue per kind, so that slow videos do not delay images. */
export function queueOf(env: Env, kind: StudioKind): Queue<JobMessage> {
  switch (kind) {
    case 'image':
    case 'image-tool':
      return env.IMAGE_JOBS
    case 'video':
      return env.VIDEO_JOBS
    case 'audio':
      return env.AUDIO_JOBS
    default:
      return kind satisfies never
  }
}
