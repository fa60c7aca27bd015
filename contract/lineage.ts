// What a job was made from, and what was made from it. In a file of its own, because every page loads the other calls.
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { jobFile, studioKind } from './jobs.ts'
import { operationId } from './validation.ts'

/** One job in a chain of jobs, as small as a picture of it needs. */
const relative = z.object({
  id: z.string(),
  kind: studioKind,
  service: z.string(),
  createdAt: z.number(),
  /** The user has deleted it: nothing of it can be shown. */
  deleted: z.boolean(),
  /** The result that was used, or its first one; null while there is none. */
  file: jobFile.nullable()
})
export type Relative = z.infer<typeof relative>

/** How many jobs each part of `readLineage` has at most. */
export const lineageMax = 20

/** What a job was made from, oldest first, and what was made from it, oldest first. */
export const readLineage = endpoint({
  call: 'GET /jobs/:id/lineage',
  access: 'session',
  input: z.object({ id: operationId }),
  output: z.object({ ancestors: z.array(relative), descendants: z.array(relative) })
})
