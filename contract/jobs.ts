import { z } from 'zod'
import { studioKinds } from './catalogue/entry.ts'
import { endpoint } from './endpoint.ts'
import { operationId } from './validation.ts'

/** `checking` is «Выясняем»: the outcome is unknown, and the provider is asked until the deadline. */
export const jobState = z.enum(['queued', 'running', 'checking', 'completed', 'failed', 'cancelled'])
export type JobState = z.infer<typeof jobState>

/** Kinds of studio entries. */
export const studioKind = z.enum(studioKinds)

/** The filter of «Мои работы»; `image` includes both kinds with an image as result. */
export const galleryKind = z.enum(['image', 'video', 'audio'])
export type GalleryKind = z.infer<typeof galleryKind>

const jobFile = z.object({
  id: z.string(),
  /** Signed URL, valid for at least half an hour; reading the job again gives a new one. */
  url: z.string(),
  /** The same file as an attachment with a file name. */
  downloadUrl: z.string(),
  /** Media type, detected from the bytes. */
  type: z.string(),
  sizeBytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  durationSeconds: z.number().nullable()
})
export type JobFile = z.infer<typeof jobFile>

export const job = z.object({
  /** Also the id of its wallet operation. */
  id: z.string(),
  state: jobState,
  kind: studioKind,
  service: z.string(),
  model: z.string().nullable(),
  upstreamModel: z.string().nullable(),
  /** The parameters of the request, without files. */
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Names of the parameters that were files. */
  uploads: z.array(z.string()),
  /** The prompt that the model gets, if it differs from the user's: translated, or with settings added as text. */
  revisedPrompt: z.string().nullable(),
  /** The price at submission, charged if the job delivers. */
  priceTokens: z.number().int(),
  /** Null until the job has ended. */
  chargedTokens: z.number().int().nullable(),
  /** 0 to 1, if the provider reports it. */
  progress: z.number().min(0).max(1).nullable(),
  /** The user asked to cancel and the provider has not confirmed: the job may still deliver and be charged. */
  cancelling: z.boolean(),
  files: z.array(jobFile),
  error: z.object({ code: z.string(), text: z.string() }).nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable()
})
export type Job = z.infer<typeof job>

/** Newest first, without deleted jobs; pages go backwards with `before`, the id of the oldest job received. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  access: 'session',
  input: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    before: operationId.optional(),
    service: z.string().max(40).optional(),
    kind: galleryKind.optional(),
    /** `running`: everything that has not ended. */
    state: jobState.optional()
  }),
  output: z.object({ jobs: z.array(job), hasMore: z.boolean() })
})

export const readJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  access: 'session',
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

/** Deletes an ended job for its user: its files at once; its entry in the history stays. */
export const deleteJob = endpoint({
  method: 'DELETE',
  path: '/jobs/:id/files',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ deleted: z.boolean() })
})
