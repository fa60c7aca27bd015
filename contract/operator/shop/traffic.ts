// What the routes of models do: whose answers users get, how soon and at what cost; and what they would have cost elsewhere.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { numberInText } from '../../validation.ts'
import { listMicros, soldModelId, supplierId, supplierModel } from './definition.ts'

/** More calls of a database are not read, so that a busy month costs no more than a quiet one. */
export const countedMax = 20_000

const days = numberInText(z.number().int().min(1).max(30)).default(7)

const count = z.number().int()

const route = z.object({
  supplier: z.string(),
  supplier_name: z.string(),
  upstream_model: z.string(),
  /** Among the routes of the model now, from 1; null: it is none of them any more. */
  place: count.nullable(),
  calls: count,
  /** Answers that users got from it, whole or not, and their share of those of the model, from 0 to 1. */
  served: count,
  share: z.number(),
  /** By the kind of a `ProviderFailure`, or `empty`: it ended without a word. The most frequent first. */
  failures: z.array(z.object({ kind: z.string(), calls: count })),
  /** Null: no word came. */
  first_word: z.object({ median_ms: z.number(), p95_ms: z.number() }).nullable(),
  input_tokens: count,
  cached_input_tokens: count,
  output_tokens: count,
  /** At list price, of the answers of which it is known, and the number of the others; null: of none. */
  cost_micros: count.nullable(),
  uncosted: count,
  /** Of the same answers as the cost; calls of the API are charged parts of a token. */
  charged_tokens: z.number(),
  /** Of `served`, those that a plan paid. */
  plan_served: count,
  /** `open`: left out until then, because of this failure, or because the supplier has none of our money. `waiting`: the next request tries it. */
  breaker: z.object({
    state: z.enum(['closed', 'open', 'waiting']),
    until: z.number().nullable(),
    failure: z.string().nullable()
  })
})
export type TrafficRoute = z.infer<typeof route>

const model = z.object({ model: z.string(), name: z.string(), routes: z.array(route) })
export type TrafficModel = z.infer<typeof model>

/** Models that were asked in these days, the busiest first, each with its routes: those of now in their order, then earlier ones. */
export const openTraffic = endpoint({
  call: 'GET /operator/routes',
  permission: 'shop.read',
  input: z.object({ days }),
  output: z.object({
    models: z.array(model),
    /** False: there were so many calls that only the newest `countedMax` of each database were counted. */
    is_whole: z.boolean(),
    /** What a token was sold for on average; null: none were sold. */
    kopecks_per_token: z.number().nullable()
  })
})

const microsInText = numberInText(listMicros)

/**
 * What the usage of a model would have cost by another list price: that of a route in force (`of_model`, `supplier`,
 * `upstream_model`), or a typed one. 404: there is no such route. 400: neither of the two is complete.
 */
export const replayTraffic = endpoint({
  call: 'GET /operator/routes/replay',
  permission: 'shop.read',
  input: z
    .object({
      model: soldModelId,
      days,
      of_model: soldModelId.optional(),
      supplier: supplierId.optional(),
      upstream_model: supplierModel.optional(),
      input_micros: microsInText.optional(),
      output_micros: microsInText.optional(),
      cached_input_micros: microsInText.optional(),
      search_micros: microsInText.optional()
    })
    .refine(
      ({ of_model: of, supplier, upstream_model: upstream, input_micros: input, output_micros: output }) =>
        [of, supplier, upstream].every((part) => part !== undefined) || (input !== undefined && output !== undefined),
      { path: ['input_micros'], message: 'Выберите маршрут или введите цену входа и выхода' }
    ),
  output: z.object({
    /** Answers, and those of them whose usage the supplier has told: the sums are of these alone. */
    served: count,
    told: count,
    cost_micros: count,
    replayed_micros: count,
    is_whole: z.boolean()
  })
})
export type Replay = z.infer<typeof replayTraffic.output>
