// Models on sale: what operators have made of those of the catalogue, and added. Every change has a start ahead, and none is rewritten.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { numberInText } from '../../validation.ts'
import { change } from '../access/change.ts'
import { inForceId, planned, plannedId, readPlace, startBounds, startsAt } from '../access/planned.ts'
import { modelDefinition, soldModelId } from './definition.ts'

const soldModel = z.object({
  definition: modelDefinition,
  /** `catalogue`: as in the catalogue. `changed`: of the catalogue, as an operator has defined it. `added`: by an operator. */
  source: z.enum(['catalogue', 'changed', 'added']),
  /** In force now: an operator may have set another price since, on the page of prices. */
  price_tokens: z.number().int(),
  /** Null: as in the catalogue. */
  in_force: inForceId,
  /** The model that answers in its place; null: it is on sale, or none does. */
  answered_by: z.string().nullable()
})
export type OperatorModel = z.infer<typeof soldModel>

const modelChange = z.object({
  ...planned,
  model: z.string(),
  /** Null: as in the catalogue again, or gone; also where it cannot be read any more. */
  definition: modelDefinition.nullable()
})
export type OperatorModelChange = z.infer<typeof modelChange>

const comingChange = modelChange.extend({
  /** The model from the start on; null: it is gone. */
  becomes: modelDefinition.nullable()
})
export type ComingModelChange = z.infer<typeof comingChange>

/** A model that was added and is gone: the change that took it away is what a new one of its id is made of. */
const goneModel = z.object({ model: z.string(), in_force: z.string() })
export type GoneModel = z.infer<typeof goneModel>

/** All models as they are now, the changes that begin later, and what an editor needs. */
export const listModels = endpoint({
  call: 'GET /operator/models',
  permission: 'shop.read',
  output: z.object({
    models: z.array(soldModel),
    coming: z.array(comingChange),
    gone: z.array(goneModel),
    suppliers: z.array(z.object({ id: z.string(), name: z.string(), is_on: z.boolean() })),
    /** What a token was sold for on average; null: none were sold. */
    kopecks_per_token: z.number().nullable(),
    ...startBounds
  })
})

/** Newest first. */
export const readModelHistory = endpoint({
  call: 'GET /operator/models/history',
  permission: 'shop.read',
  input: z.object({ model: soldModelId.optional(), before: numberInText(z.number().int()).optional() }),
  output: z.object({ changes: z.array(modelChange), next: z.number().int().nullable() })
})

const output = z.object({ change: modelChange })

/**
 * 409: too soon, too late, another change begins at the same moment, the neighbours are others than those that were read, or a page or a
 * chat would be left without a model. 400 with the
 * field: a route names an unknown supplier, a successor is unknown, a model on sale has no route, a list price jumps
 * (contract/operator/shop/list-price.ts) and is not said to be right.
 */
export const setModel = endpoint({
  call: 'POST /operator/models',
  permission: 'shop.change',
  input: z.object({
    definition: modelDefinition,
    starts_at: startsAt,
    ...readPlace,
    /** A person has compared the list prices that jump with the supplier's own price list. */
    prices_are_checked: z.boolean().default(false),
    ...change
  }),
  output
})

/** The model is as it would be without it, but off sale, and its chats go on with the successor. 404: there is no such model. 409 as above. */
export const takeModelOff = endpoint({
  call: 'POST /operator/models/off',
  permission: 'shop.change',
  input: z.object({
    model: soldModelId,
    successor: soldModelId.nullable(),
    starts_at: startsAt,
    ...readPlace,
    ...change
  }),
  output
})

/** As in the catalogue again; one that an operator has added is gone. 404: nothing was changed. 409 as above. */
export const dropModel = endpoint({
  call: 'POST /operator/models/drop',
  permission: 'shop.change',
  input: z.object({ model: soldModelId, starts_at: startsAt, ...readPlace, ...change }),
  output
})

/** Cancels a change before it begins. 409: it has begun or is about to, or what follows it would not hold without it. */
export const cancelModelChange = endpoint({
  call: 'POST /operator/models/:id/cancel',
  permission: 'shop.change',
  input: z.object({ id: plannedId, ...change }),
  output
})
