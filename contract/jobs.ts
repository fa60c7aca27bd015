import { z } from 'zod'
import { studioKinds } from './catalogue/entry.ts'
import { endpoint } from './endpoint.ts'
import { numberInText, operationId } from './validation.ts'

/** `checking` is «Выясняем»: the outcome is unknown, and the provider is asked until the deadline. */
export const jobState = z.enum(['queued', 'running', 'checking', 'completed', 'failed', 'cancelled'])
export type JobState = z.infer<typeof jobState>

/** Kinds of studio entries. */
export const studioKind = z.enum(studioKinds)

/** The filter of «Мои работы»; `image` includes both kinds with an image as result. */
export const galleryKind = z.enum(['image', 'video', 'audio'])
export type GalleryKind = z.infer<typeof galleryKind>

export const jobFile = z.object({
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
  durationSeconds: z.number().nullable(),
  /** The subtitles of a recording (SRT), as an attachment; absent where there are none. */
  subtitlesUrl: z.string().optional()
})
export type JobFile = z.infer<typeof jobFile>

/** Where a file came from: result number `file` of this user's job. The job may be deleted by now. */
const madeFrom = z.object({ job: z.string(), file: z.number().int() })

const jobSource = z.object({
  /** The parameter that it was sent for. */
  parameter: z.string(),
  /** Signed URL like that of a result. */
  url: z.string(),
  /** Null for a file from the user's device. */
  from: madeFrom.nullable(),
  /** Set when the browser made the file from that result; absent when the file is the result itself. */
  derived: z.literal(true).optional()
})
export type JobSource = z.infer<typeof jobSource>
/** The place of a job among those of one submission. */
const jobBatch = z.object({
  /** The id of the batch: of the submission, and of its first job. */
  id: z.string(),
  /** From 0. */
  index: z.number().int(),
  size: z.number().int()
})
export type JobBatch = z.infer<typeof jobBatch>
const jobWaiting = z.object({
  /** turn: other jobs have the places at the provider. busy: the provider has refused for the moment and is asked again. */
  reason: z.enum(['turn', 'busy']),
  /** When the next attempt is made; null while the job waits for its turn. */
  triesAt: z.number().nullable(),
  /** When the platform gives the job up and releases its tokens, if it does not begin or go on. */
  until: z.number()
})

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
  /** The files of the request that can still be read. A result that a file was taken from may have been deleted nevertheless. */
  sources: z.array(jobSource),
  /** The same seed and settings make the result again; null where the provider takes no seed. */
  seed: z.number().int().nullable(),
  /** Null for a job that was submitted alone. */
  batch: jobBatch.nullable(),
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
  /** Why a queued job has not begun, or a recording does not go on; null for every other job. */
  waiting: jobWaiting.nullable(),
  files: z.array(jobFile),
  /** The page says with the work that a model made it; absent where the operator wants no such line. */
  aiMark: z.literal(true).optional(),
  error: z.object({ code: z.string(), text: z.string() }).nullable(),
  /** Of two responses or messages about a job the one with the lower number is outdated. */
  revision: z.number().int(),
  /** The id of the broken job that this job makes once more for nothing. */
  redoOf: z.string().nullable(),
  /** The id of the job that makes this job once more. */
  redo: z.string().nullable(),
  createdAt: z.number(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable()
})
export type Job = z.infer<typeof job>

/** Newest first, without deleted jobs; pages go backwards with `before`, the id of the oldest job received. */
export const listJobs = endpoint({
  call: 'GET /jobs',
  access: 'session',
  input: z.object({
    limit: numberInText(z.number().int().min(1).max(100)).default(20),
    before: operationId.optional(),
    service: z.string().max(40).optional(),
    kind: galleryKind.optional(),
    /** `running`: everything that has not ended. */
    state: jobState.optional(),
    /** `results`: without failed and cancelled jobs; `failures`: these alone. */
    outcome: z.enum(['results', 'failures']).optional()
  }),
  output: z.object({ jobs: z.array(job), hasMore: z.boolean() })
})

export const readJob = endpoint({
  call: 'GET /jobs/:id',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ job })
})

/** Best effort: a job that the provider has accepted may still deliver, and is then charged. */
export const cancelJob = endpoint({
  call: 'DELETE /jobs/:id',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ job })
})

/** Jobs of one user that are made once more for nothing within a day: each costs us the provider's price. */
export const redosPerDay = 2

/**
 * Makes a job that its user calls broken once more for nothing. A repeated call returns the same job. 429 `REDO_LIMIT`: the user
 * had `redosPerDay` jobs; 409 `REDO_DECLINED`: its provider would answer with the same file.
 */
export const redoJob = endpoint({
  call: 'POST /jobs/:id/redo',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ job })
})

/** Deletes an ended job for its user: its files at once; its entry in the history stays. */
export const deleteJob = endpoint({
  call: 'DELETE /jobs/:id/files',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ deleted: z.boolean() })
})

/** How many jobs without a result one call deletes. */
export const clearedAtOnce = 100

/** Deletes failed and cancelled jobs for their user, newest first: those of one kind, or all; at most `clearedAtOnce`. */
export const clearFailures = endpoint({
  call: 'POST /jobs/clear-failures',
  access: 'session',
  input: z.object({ kind: galleryKind.optional() }),
  output: z.object({ ids: z.array(z.string()), hasMore: z.boolean() })
})
