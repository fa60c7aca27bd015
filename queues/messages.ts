// What travels in the queues: the row's id. The row holds the state, so a message may be lost, repeated or late without
// harm. Only while the row cannot be written does a message carry more.
import { z } from 'zod'
import type { StudioKind } from '#contract/catalogue/entry.ts'

export const jobMessage = z.object({
  jobId: z.string().regex(/^[0-9a-f]{32}$/),
  /** Of a start that the row does not know of yet. */
  ticket: z.string().optional()
})
export type JobMessage = z.infer<typeof jobMessage>

/** Slow video must not keep images waiting. */
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
