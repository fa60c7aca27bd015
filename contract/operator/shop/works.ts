// Who makes the works of tools: the maker's account of the settings, or those that operators name, in their order.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { numberInText } from '../../validation.ts'
import { change } from '../access/change.ts'
import { inForceId, planned, plannedId, readPlace, startBounds, startsAt } from '../access/planned.ts'
import { workDefinition, workKey } from './work-definition.ts'

const account = z.object({
  supplier: z.string(),
  name: z.string(),
  is_on: z.boolean(),
  /** It has a key that opens. */
  has_key: z.boolean(),
  /** It speaks to a reseller's voices: which of them stands for each of ours must be said. */
  needs_voices: z.boolean(),
  /** What of the form it cannot honour: such orders go to the next account, or are refused before anything is charged. */
  lacks: z.array(z.string())
})
export type WorkAccount = z.infer<typeof account>

const work = z.object({
  work: z.string(),
  /** The tools that make it, and the model in words. */
  title: z.string(),
  model: z.string(),
  definition: workDefinition.nullable(),
  /** Null: no change has begun. */
  in_force: inForceId,
  /** Those that can be named, the maker first. */
  accounts: z.array(account),
  /** Somebody can be asked for it. */
  is_connected: z.boolean()
})
export type OperatorWork = z.infer<typeof work>

const workChange = z.object({
  ...planned,
  work: z.string(),
  title: z.string(),
  /** Null: as in the catalogue again; also where it cannot be read any more. */
  definition: workDefinition.nullable()
})
export type OperatorWorkChange = z.infer<typeof workChange>

/** All works as they are made now, and the changes that begin later. */
export const listWorks = endpoint({
  call: 'GET /operator/works',
  permission: 'shop.read',
  output: z.object({ works: z.array(work), coming: z.array(workChange), ...startBounds })
})

/** Newest first. */
export const readWorkHistory = endpoint({
  call: 'GET /operator/works/history',
  permission: 'shop.read',
  input: z.object({ before: numberInText(z.number().int()).optional() }),
  output: z.object({ changes: z.array(workChange), next: z.number().int().nullable() })
})

const output = z.object({ change: workChange })

/**
 * 404: no such work. 409: too soon, too late, another change begins at the same moment, or the neighbours are others than those that were
 * read. 400: one of the accounts cannot make it.
 */
export const setWork = endpoint({
  call: 'POST /operator/works',
  permission: 'shop.change',
  /** `definition` null: as in the catalogue again. */
  input: z.object({
    work: workKey,
    definition: workDefinition.nullable(),
    starts_at: startsAt,
    ...readPlace,
    ...change
  }),
  output
})

/** Cancels a change before it begins. 409: it has begun, or is about to. */
export const cancelWorkChange = endpoint({
  call: 'POST /operator/works/:id/cancel',
  permission: 'shop.change',
  input: z.object({ id: plannedId, ...change }),
  output
})
