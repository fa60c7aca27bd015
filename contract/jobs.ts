import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { operationId } from './validation.ts'

/** `checking` is «Выясняем»: the provider's outcome is unknown and asked for again until the deadline. */
export const jobState = z.enum(['queued', 'running', 'checking', 'completed', 'failed', 'cancelled'])
export type JobState = z.infer<typeof jobState>

/** Kinds of studio entries: `image-tool` works on an image that the user brings. */
export const studioKind = z.enum(['image', 'image-tool', 'video', 'audio'])
export type StudioKind = z.infer<typeof studioKind>

/** What «Мои работы» filters by; `image` has both kinds that end in an image. */
const workKind = z.enum(['image', 'video', 'audio'])
export type WorkKind = z.infer<typeof workKind>

const jobFile = z.object({
  id: z.string(),
  /** Signed, good for half an hour or more; reading the job again gives a fresh one. */
  url: z.string(),
  /** The same file as an attachment with a name of its own. */
  downloadUrl: z.string(),
  /** Media type, told by the bytes. */
  type: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  durationSeconds: z.number().nullable()
})
export type JobFile = z.infer<typeof jobFile>

export const job = z.object({
  /** Also the id of its money operation. */
  id: z.string(),
  state: jobState,
  kind: studioKind,
  service: z.string(),
  model: z.string().nullable(),
  upstreamModel: z.string().nullable(),
  /** What the user asked for, without the files. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Names of the parameters that came as files. */
  uploads: z.array(z.string()),
  /** The prompt as the model gets it, where that is not how the user wrote it: translated, or with settings in words. */
  revisedPrompt: z.string().nullable(),
  /** Quoted when it was submitted: what it costs if it delivers. */
  priceTokens: z.number().int(),
  /** Null until the job has ended. */
  chargedTokens: z.number().int().nullable(),
  /** 0 to 1, where the provider tells. */
  progress: z.number().min(0).max(1).nullable(),
  /** The user asked to cancel, and the provider has not answered or cannot: the job may still deliver and be charged. */
  cancelling: z.boolean(),
  files: z.array(jobFile),
  error: z.object({ code: z.string(), text: z.string() }).nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable()
})
export type Job = z.infer<typeof job>

/** Newest first; pages go backwards with `before`, the id of the oldest job that is known. Deleted works are left out. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  access: 'user',
  input: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: operationId.optional(),
    service: z.string().max(40).optional(),
    kind: workKind.optional(),
    /** `running`: everything that has not ended. */
    state: jobState.optional()
  }),
  output: z.object({ jobs: z.array(job), hasMore: z.boolean() })
})

export const readJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  access: 'user',
  input: z.object({ id: operationId }),
  output: z.object({ job })
})

/** Best effort: a job that the provider has accepted may still deliver, and is then charged. */
export const cancelJob = endpoint({
  method: 'DELETE',
  path: '/jobs/:id',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ job })
})

/** Deletes a finished work: its files at once, its line in the history of money never. */
export const deleteWork = endpoint({
  method: 'DELETE',
  path: '/jobs/:id/files',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ deleted: z.boolean() })
})
