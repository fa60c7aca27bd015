// Keys of the API under `/v1`. A key is made and changed with a session; it opens the calls under `/v1` and none of the site's own.
import { z } from 'zod'
import { apiScopes } from './api-key-words.ts'
import { budgetTokensMax } from './budgets.ts'
import { endpoint } from './endpoint.ts'
import { numberInText } from './validation.ts'

/** More models or networks than this in one key are a mistake. */
const listMax = 50

const name = z.string('Назовите ключ').trim().min(1, 'Назовите ключ').max(60, 'Название длиннее 60 символов')
const scopes = z.array(z.enum(apiScopes)).min(1, 'Выберите хотя бы одно право').max(apiScopes.length)
/** Ids of models, as `/v1/models` lists them. Null: all, also those that come later. */
const models = z.array(z.string().min(1).max(100)).min(1, 'Выберите хотя бы одну модель').max(listMax).nullable()
/** Addresses or networks (`203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`) from which the key works. Null: from everywhere. */
const networks = z.array(z.string().min(1).max(50)).min(1, 'Укажите хотя бы один адрес').max(listMax).nullable()
/** In milliseconds since the epoch. Null: it does not end by itself. */
const expiresAt = z.number().int().nullable()

const budget = z
  .number('Укажите целое число токенов')
  .int('Укажите целое число токенов')
  .min(1, 'Укажите не меньше одного токена')
  .max(budgetTokensMax, 'Это слишком много')
  .nullable()
/** Whole site tokens that the key may spend in each period, as they are in Moscow. Null: there is no limit. */
const budgets = z.object({
  day: budget.default(null),
  month: budget.default(null),
  total: budget.default(null)
})
const noBudgets = { day: null, month: null, total: null }

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** How the key looks where it is not shown: `sk-…a1b2`. */
  hint: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  models: z.array(z.string()).nullable(),
  networks: z.array(z.string()).nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  /** To the minute. Null: never. */
  last_used_at: z.number().nullable(),
  /** Until then the key that was replaced works beside the new one. Null: no other does. */
  overlaps_until: z.number().nullable(),
  budgets,
  /** Site tokens, to a millionth: today, this month and ever. */
  spent: z.object({ day: z.number(), month: z.number(), total: z.number() })
})
export type ApiKey = z.infer<typeof apiKey>

/** `key` is shown this once: the site keeps only a hash of it. */
const made = z.object({ key: z.string(), apiKey })

export const listApiKeys = endpoint({
  call: 'GET /api-keys',
  access: 'session',
  output: z.object({ items: z.array(apiKey) })
})

/** API_KEYS_FULL: the user has as many as one may have. */
export const makeApiKey = endpoint({
  call: 'POST /api-keys',
  access: 'session',
  input: z.object({
    name,
    scopes: scopes.default([...apiScopes]),
    models: models.default(null),
    networks: networks.default(null),
    expires_at: expiresAt.default(null),
    budgets: budgets.default(noBudgets)
  }),
  output: made
})

/** What is left out stays, also of the budgets. */
export const changeApiKey = endpoint({
  call: 'PUT /api-keys/:id',
  access: 'session',
  input: z.object({
    id: z.string(),
    name: name.optional(),
    scopes: scopes.optional(),
    models: models.optional(),
    networks: networks.optional(),
    expires_at: expiresAt.optional(),
    budgets: z.object({ day: budget.optional(), month: budget.optional(), total: budget.optional() }).optional()
  }),
  output: z.object({ apiKey })
})

/** Another secret for the same key; the one before it works until `overlap_hours` have passed. */
export const replaceApiKey = endpoint({
  call: 'POST /api-keys/:id/replace',
  access: 'session',
  input: z.object({ id: z.string(), overlap_hours: z.number().int().min(0).max(168).default(24) }),
  output: made
})

/** Ends a key at once. NOT_FOUND: there is none. */
export const endApiKey = endpoint({
  call: 'DELETE /api-keys/:id',
  access: 'session',
  input: z.object({ id: z.string() })
})

/** What one key has used of one model on one day. */
const usageRow = z.object({
  /** Like `2026-11-24`. */
  day: z.string(),
  key_id: z.string(),
  model: z.string(),
  calls: z.number().int(),
  /** All input, also what was read from a cache or written to one. */
  input_tokens: z.number().int(),
  cached_tokens: z.number().int(),
  written_tokens: z.number().int(),
  output_tokens: z.number().int(),
  /** Site tokens, to a millionth. */
  cost: z.number()
})

const apiUsage = z.object({
  /** Oldest first; today, the last one, is not over. Fewer than were asked for where all of them would be too many rows. */
  days: z.array(z.string()),
  /** The first of the days, when it has more rows than are told: its sums are too small. Null: all days are whole. */
  partial_day: z.string().nullable(),
  /** Of the rows. `name`: null for a key that was deleted so long ago that its name is forgotten. */
  keys: z.array(z.object({ id: z.string(), name: z.string().nullable(), deleted: z.boolean() })),
  rows: z.array(usageRow)
})
export type ApiUsage = z.infer<typeof apiUsage>

/** What all keys have used, by days of Moscow: a call counts on the day on which it ended. */
export const readApiUsage = endpoint({
  call: 'GET /api-keys/usage',
  access: 'session',
  input: z.object({ days: numberInText(z.number().int().min(1).max(90)).default(30) }),
  output: apiUsage
})
