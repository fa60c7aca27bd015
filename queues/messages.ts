// What travels in the queues: nothing but the row's id. The row holds the state, so a message may be lost, repeated or
// late without harm.
import { z } from 'zod'
import type { StudioKind } from '#contract/jobs.ts'

export const jobMessage = z.object({ jobId: z.string().regex(/^[0-9a-f]{32}$/) })
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
