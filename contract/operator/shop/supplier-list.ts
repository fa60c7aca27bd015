// What a supplier's own list of models says, compared with what was read before and with the routes that use it. Reading it changes
// nothing that is sold: a person picks what becomes a model or a route's price.
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { contextTokensMax } from './bounds.ts'
import { listMicros, supplierId, supplierModel } from './definition.ts'
import { supplierFailure } from './suppliers.ts'

/** As `Rates` in list-price.ts. */
export const listedPrice = z.object({
  inputMicros: listMicros,
  outputMicros: listMicros,
  cachedInputMicros: listMicros.optional(),
  cacheWriteMicros: listMicros.optional(),
  searchMicros: listMicros.optional()
})
export type ListedPrice = z.infer<typeof listedPrice>

const tokens = z.number().int().min(1).max(contextTokensMax).nullable()

/** A line of a supplier's list. Null: the list does not tell. */
export const listedModel = z.object({
  /** By the supplier's id. */
  model: supplierModel,
  name: z.string().nullable(),
  description: z.string().nullable(),
  price: listedPrice.nullable(),
  contextTokens: tokens,
  outputTokensMax: tokens,
  seesPictures: z.boolean().nullable(),
  thinks: z.boolean().nullable(),
  takesTools: z.boolean().nullable(),
  writesJson: z.boolean().nullable(),
  /** `YYYY-MM-DD`: the day on which the supplier takes it away. */
  retiresOn: z.string().nullable()
})
export type ListedModel = z.infer<typeof listedModel>

/** As `RateChange` in list-price.ts. */
const rateChange = z.object({ percent: z.number().nullable(), isJump: z.boolean() })

const supplierOffer = z.object({
  listed: listedModel,
  /** `new`: not in the first list that was read, and first seen within the last two weeks. `gone`: not in the newest list. */
  state: z.enum(['new', 'known', 'gone']),
  /** Of its list price within the last two weeks; null: none is known. */
  change: rateChange.extend({ was: listedPrice, at: z.number() }).nullable(),
  /** The routes of models on sale that ask for it, also of those whose sale begins later. */
  used: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** It cannot be edited before it is sold. */
      isComing: z.boolean(),
      /** From the route's list price to that of the list; null: the same, or the list tells none. */
      change: rateChange.nullable()
    })
  )
})
export type SupplierOffer = z.infer<typeof supplierOffer>

const supplierList = z.object({
  supplier: z.object({ id: z.string(), name: z.string() }),
  /** Null: never. */
  read_at: z.number().nullable(),
  /** There was none before, so nothing could be compared. */
  is_first: z.boolean(),
  /** It was longer than what is read of it. */
  is_cut: z.boolean(),
  /** In the order of the list, those that are gone last. */
  offers: z.array(supplierOffer)
})
export type SupplierList = z.infer<typeof supplierList>

const input = z.object({ id: supplierId })

/** What was read last. 404: there is no such supplier. */
export const openSupplierList = endpoint({
  call: 'GET /operator/suppliers/:id/models',
  permission: 'shop.read',
  input,
  output: supplierList
})

/**
 * Reads the list anew, also of a supplier that is off; what cannot be read leaves everything as it was. 404: there is no such
 * supplier. 409: it has no key. 429: too many readings.
 */
export const readSupplierList = endpoint({
  call: 'POST /operator/suppliers/:id/models/read',
  permission: 'shop.change',
  input,
  output: z.object({
    /** Null: it was read. */
    failure: supplierFailure.nullable(),
    list: supplierList
  })
})
