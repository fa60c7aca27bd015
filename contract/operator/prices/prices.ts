// Prices and upstream models that operators set in place of the catalogue's, and what the services earn.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { change } from '../access/change.ts'
import { inForceId, planned, plannedId, readPlace, startBounds, startsAt } from '../access/planned.ts'
import { numberInText } from '../../validation.ts'

const service = z.string().max(40)
/** A model of a chat, or a value that a price of the studio depends on; empty where all cost the same. */
const item = z.string().max(100)
const priceText = 'Целое число от 1 до 10 000'
const tokens = z.number(priceText).int(priceText).min(1, priceText).max(10_000, priceText)

const pricedItem = z.object({
  service,
  item,
  title: z.string(),
  kind: z.enum(['text', 'image', 'image-tool', 'video', 'audio']),
  /** What a request costs now, and what it costs by the catalogue. */
  tokens: z.number().int(),
  catalogue_tokens: z.number().int(),
  /** The upstream model of a chat model now; null in the studio. */
  upstream_model: z.string().nullable(),
  catalogue_upstream_model: z.string().nullable(),
  /** The changes in force of the price and of the upstream model; null: as in the catalogue. */
  price_in_force: inForceId,
  upstream_in_force: inForceId
})
export type PricedItem = z.infer<typeof pricedItem>

const priceChange = z.object({
  ...planned,
  kind: z.enum(['price', 'upstream']),
  service,
  item,
  title: z.string(),
  /** Null with `price`: the price of the catalogue again. */
  tokens: z.number().int().nullable(),
  /** Null with `upstream`: the upstream of the setting or the catalogue again. */
  upstream_model: z.string().nullable()
})
export type OperatorPriceChange = z.infer<typeof priceChange>

/** All prices as they are now, and the changes, newest first. */
export const openPrices = endpoint({
  call: 'GET /operator/prices',
  permission: 'prices.read',
  input: z.object({ before: numberInText(z.number().int()).optional() }),
  output: z.object({
    items: z.array(pricedItem),
    /** The possible upstream models: those with a list price. */
    upstream_models: z.array(z.string()),
    changes: z.array(priceChange),
    /** All that begin later, the soonest first. */
    coming: z.array(priceChange),
    next: z.number().int().nullable(),
    ...startBounds
  })
})

/**
 * 409: too soon, too late, another change of this price begins at the same moment, or the neighbours are others than those that were read.
 * 404: nothing has this price.
 */
export const setPrice = endpoint({
  call: 'POST /operator/prices',
  permission: 'prices.change',
  /** `tokens` null: the price of the catalogue again. */
  input: z.object({ service, item, tokens: tokens.nullable(), starts_at: startsAt, ...readPlace, ...change }),
  output: z.object({ change: priceChange })
})

/** The same for the upstream of a chat model. */
export const setUpstreamModel = endpoint({
  call: 'POST /operator/prices/models',
  permission: 'prices.change',
  input: z.object({
    service,
    item,
    upstream_model: z.string().max(100).nullable(),
    starts_at: startsAt,
    ...readPlace,
    ...change
  }),
  output: z.object({ change: priceChange })
})

/** Cancels a change before it begins; after that another change must follow. 409: it has begun, or is about to. */
export const cancelPriceChange = endpoint({
  call: 'POST /operator/prices/:id/cancel',
  permission: 'prices.change',
  input: z.object({ id: plannedId, ...change }),
  output: z.object({ change: priceChange })
})

const earned = z.object({
  /** Requests that were charged or that Premium covered; of `api` the calls in tabs that have closed. */
  requests: z.number().int(),
  /** Of these, those that Premium covered. */
  plan_requests: z.number().int(),
  charged_tokens: z.number().int(),
  /** What was paid upstream, in micro-dollars: an estimate; null where no price is known. */
  cost_micros: z.number().nullable()
})

const marginRow = earned.extend({ service, model: z.string().nullable(), title: z.string() })
export type MarginRow = z.infer<typeof marginRow>

/** What each service and model has earned, and what it cost. Everything that is an estimate is named in docs/operator-prices.md. */
export const openMargin = endpoint({
  call: 'GET /operator/margin',
  permission: 'prices.read',
  input: z.object({ days: numberInText(z.number().int().min(1).max(90)).default(30) }),
  output: z.object({
    rows: z.array(marginRow),
    /** Average price of the newest sold tokens, without what was refunded; null: none were sold. */
    kopecks_per_token: z.number().nullable(),
    /** False: only the newest requests of the period were counted. */
    is_whole: z.boolean()
  })
})

const side = z.object({
  tokens: z.number().int(),
  /** Null: no request is known to have had this price. */
  charged_tokens: z.number().int().nullable(),
  cost_micros: z.number().nullable(),
  /** Of a request of a thousand input tokens and seven hundred output tokens, at list price. */
  typical_micros: z.number().nullable()
})
export type PreviewSide = z.infer<typeof side>

/** The last 30 days as they were, and as they would have been with as many requests. */
export const previewPrice = endpoint({
  call: 'GET /operator/prices/preview',
  permission: 'prices.read',
  input: z.object({
    service,
    item,
    tokens: numberInText(tokens).optional(),
    upstream_model: z.string().max(100).optional()
  }),
  output: z.object({
    title: z.string(),
    requests: z.number().int(),
    /** Requests of the service whose setting the books do not contain: they are not counted. */
    untold_requests: z.number().int(),
    before: side,
    after: side,
    kopecks_per_token: z.number().nullable(),
    is_whole: z.boolean()
  })
})
