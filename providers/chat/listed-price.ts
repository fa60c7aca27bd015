// Prices in suppliers' lists: decimal texts or numbers, for a token or for a million tokens.
import { listMicrosMax } from '#contract/operator/shop/bounds.ts'
import type { ListedPrice } from '#contract/operator/shop/supplier-list.ts'
import { fieldAt, textAt } from '../http/fields.ts'

/** From dollars to micro-dollars, of a million tokens or of one search. */
const units = { token: 1e12, million: 1e6, search: 1e6 } as const

const decimal = /^(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * Micro-dollars for a million tokens or for one search. A price has at most ten digits and a float exact fifteen, so rounding leaves
 * nothing of the error of a float. Null for what is no price: negative numbers (OpenRouter gives -1 for its router), texts, and amounts
 * that no model costs.
 */
export function microsOf(value: unknown, unit: keyof typeof units): number | null {
  const isPrice = typeof value === 'number' || (typeof value === 'string' && value.length < 60 && decimal.test(value))
  const micros = isPrice ? Math.round(Number(value) * units[unit]) : -1
  return micros >= 0 && micros <= listMicrosMax ? micros : null
}

/** The unit of a list, and where it has the rates of input, output, input from the cache and writing to it. OpenRouter's form, then Together's. */
const forms = [
  ['token', 'prompt', 'completion', 'input_cache_read', 'input_cache_write'],
  ['million', 'input', 'output', 'cached_input', 'cache_write']
] as const

const isForeign = (pricing: unknown): boolean => !/^(?:usd|\$)?$/i.test(textAt(pricing, 'currency') ?? '')

/**
 * What `pricing` of an entry says; null where it does not say, or not in dollars. Nothing for both rates is a price for a model that is
 * called free alone: gateways write 0 where they do not know.
 */
export function listedPriceOf(pricing: unknown, model: string): ListedPrice | null {
  for (const [unit, ...names] of forms) {
    const [inputMicros = null, outputMicros = null, cachedInputMicros, cacheWriteMicros] = names.map((name) =>
      microsOf(fieldAt(pricing, name), unit)
    )
    if (inputMicros === null || outputMicros === null) continue
    if (isForeign(pricing) || (inputMicros + outputMicros === 0 && !model.endsWith(':free'))) return null
    const searchMicros = microsOf(fieldAt(pricing, 'web_search'), 'search')
    return {
      inputMicros,
      outputMicros,
      // Nothing for the cache where the input costs something is a field that was not filled in.
      ...(cachedInputMicros && { cachedInputMicros }),
      ...(cacheWriteMicros && { cacheWriteMicros }),
      ...(searchMicros && { searchMicros })
    }
  }
  return null
}
