// The queue message: a job's id. The row holds the state, so a message may be lost, repeated or late without harm. It
// carries a ticket only when the row could not be written.
import { z } from 'zod'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import { isJobId } from '#data/job-files.ts'

export const jobMessage = z.object({
  jobId: z.string().refine(isJobId),
  /** The provider's ticket of a start that could not be written to the row. */
  ticket: z.string().optional()
})
export type JobMessage = z.infer<typeof jobMessage>

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
