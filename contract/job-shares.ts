// Public links to a single job.
import { z } from 'zod'
import { jobFile, studioKind } from './jobs.ts'
import { endpoint } from './endpoint.ts'
import { operationId } from './validation.ts'

/** How many links to jobs a user may have. */
export const jobSharesMax = 100

/** A link, as its owner sees it. */
const jobShare = z.object({
  id: z.string(),
  operation_id: z.string(),
  /** Whether the link also shows the prompt. */
  with_prompt: z.boolean(),
  /** Null: the key that it was made with is gone. The link still works for those who have it. */
  url: z.string().nullable(),
  created_at: z.number().int(),
  /** Null: until it is revoked. */
  expires_at: z.number().int().nullable(),
  /** The prompt or the tool, to tell links apart in a list. */
  title: z.string()
})
export type JobShare = z.infer<typeof jobShare>

/**
 * Makes a link to a finished job. A request that is repeated with its `Idempotency-Key` gets the same link.
 * NOT_FOUND, TOO_MANY_SHARES, STORAGE_FULL, IDEMPOTENCY_MISMATCH when the key made a link with other settings.
 */
export const createJobShare = endpoint({
  call: 'POST /library/works/:id/shares',
  access: 'session',
  input: z.object({
    id: operationId,
    /** For how many days it works. Null: until it is revoked. */
    days: z.union([z.literal(1), z.literal(7), z.literal(30)]).nullable(),
    withPrompt: z.boolean()
  }),
  output: z.object({ share: jobShare })
})

/** The working links of the user, or those of one job, newest first. */
export const listJobShares = endpoint({
  call: 'GET /library/shares',
  access: 'session',
  input: z.object({ operationId: operationId.optional() }),
  output: z.object({ items: z.array(jobShare) })
})

/** From then on the link opens nothing. */
export const revokeJobShare = endpoint({
  call: 'DELETE /library/shares/:id',
  access: 'session',
  input: z.object({ id: z.string().max(100) })
})

/** Its addresses are relative to the site, and work as long as the link. */
const sharedFile = jobFile.omit({ id: true, subtitlesUrl: true })
export type SharedFile = z.infer<typeof sharedFile>

/** What every holder of the link sees: nothing that reveals the owner or the payments. */
const sharedJob = z.object({
  kind: studioKind,
  service: z.string(),
  /** Null: the owner hides it, or there is none. */
  prompt: z.string().nullable(),
  created_at: z.number().int(),
  expires_at: z.number().int().nullable(),
  files: z.array(sharedFile),
  /** The page says that a model made the work; absent where the operator wants no such line. */
  ai_mark: z.literal(true).optional()
})
export type SharedJob = z.infer<typeof sharedJob>

/** NOT_FOUND for every token that opens nothing: the response does not say whether it was revoked, has expired or was never made. */
export const readSharedJob = endpoint({
  call: 'GET /shared-works/:token',
  access: 'public',
  input: z.object({ token: z.string().max(200) }),
  output: sharedJob
})
