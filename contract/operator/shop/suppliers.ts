// Suppliers of answers, pictures, voices and films: the makers of the environment, which operators only switch, and the accounts that they
// add.
import { z } from 'zod'
import { supplierDialects } from '../../supplier-dialects.ts'
import { endpoint } from '../../endpoint.ts'
import { change } from '../access/change.ts'
import { shortLine, supplierId, supplierModel } from './definition.ts'

const baseUrl = z.string().trim().min(1, 'Укажите адрес').max(200, 'До 200 знаков')

/** As the supplier gives it: printable, without spaces. */
const key = z.string().regex(/^[!-~]{1,500}$/, 'Ключ: до 500 латинских знаков без пробелов')
const perMinuteMax = z.number('Целое число').int('Целое число').min(1, 'От 1').max(100_000, 'До 100 000')

const supplier = z.object({
  id: z.string(),
  name: z.string(),
  dialect: z.enum(supplierDialects),
  base_url: z.string(),
  is_on: z.boolean(),
  per_minute_max: z.number().nullable(),
  /** One of the environment: it can only be switched. */
  is_maker: z.boolean(),
  /** `ok`, or why nothing can be sent there: no key is stored, or what is stored does not open any more. */
  key: z.enum(['ok', 'none', 'closed']),
  /** Null for one of the environment. */
  key_set_at: z.number().nullable(),
  /** Names of the models on sale that have it among their routes, and of those that have no other supplier that is on. */
  models: z.array(z.string()),
  models_alone: z.array(z.string()),
  /** The same for works of tools. */
  works: z.array(z.string()),
  works_alone: z.array(z.string()),
  /** Null for one of the environment that was never switched. */
  changed_at: z.number().nullable(),
  changed_by: z.string().nullable()
})
export type OperatorSupplier = z.infer<typeof supplier>

const output = z.object({ supplier })

/** The makers first, then the others, the oldest first. No answer ever has a key. */
export const listSuppliers = endpoint({
  call: 'GET /operator/suppliers',
  permission: 'shop.read',
  output: z.object({ suppliers: z.array(supplier) })
})

/** 409: there are too many. 400 with the field: the address is not a public https address. */
export const addSupplier = endpoint({
  call: 'POST /operator/suppliers',
  permission: 'shop.change',
  input: z.object({
    name: shortLine(60),
    dialect: z.enum(supplierDialects),
    base_url: baseUrl,
    key,
    per_minute_max: perMinuteMax.nullable(),
    ...change
  }),
  output
})

/**
 * 404: unknown. 409: one of the environment, one that was changed since it was read, or another scheme, host or port
 * without the key: a key is never sent where it was not given for.
 */
export const changeSupplier = endpoint({
  call: 'POST /operator/suppliers/:id',
  permission: 'shop.change',
  input: z.object({
    id: supplierId,
    name: shortLine(60),
    dialect: z.enum(supplierDialects),
    base_url: baseUrl,
    /** Null: the one that is stored. */
    key: key.nullable(),
    per_minute_max: perMinuteMax.nullable(),
    /** Of the state that was read; absent from a script that sets the whole supplier. */
    changed_at: z.number().optional(),
    ...change
  }),
  output
})

/** Counts within a minute: then nothing is sent there, or it is again. Never undone by itself. */
export const switchSupplier = endpoint({
  call: 'POST /operator/suppliers/:id/switch',
  permission: 'shop.change',
  input: z.object({ id: supplierId, is_on: z.boolean(), ...change }),
  output
})

/** What is asked in a test. */
export const testPrompt = 'Ответь одним словом: готов'

/** Why a call failed: a kind of `ProviderFailure`, or `refused` by moderation. */
export const supplierFailure = z.object({
  kind: z.string(),
  status: z.number().nullable(),
  code: z.string().nullable()
})
export type SupplierFailure = z.infer<typeof supplierFailure>

const testResult = z.object({
  /** Null: no word came. */
  first_word_ms: z.number().nullable(),
  total_ms: z.number(),
  /** The beginning of the answer. */
  text: z.string(),
  /** By the supplier's own name. */
  upstream_model: z.string().nullable(),
  usage: z.object({ input_tokens: z.number(), output_tokens: z.number() }).nullable(),
  /** Null: it answered. */
  failure: supplierFailure.nullable()
})
export type SupplierTest = z.infer<typeof testResult>

/** Asks one model of a supplier, also of one that is off, with a fixed prompt. 409: it has no key. 429: too many tests. */
export const testSupplier = endpoint({
  call: 'POST /operator/suppliers/:id/test',
  permission: 'shop.change',
  input: z.object({ id: supplierId, model: supplierModel }),
  output: testResult
})
