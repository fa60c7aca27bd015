// Prices in suppliers' lists. They come as decimal texts or numbers, for a token or for a million tokens; micro-dollars for a million
// are whole numbers, so they are counted with whole numbers throughout: 0.00000028 times a million million is not 280000 in floats.
import type { ListedPrice } from '#contract/operator/shop/supplier-list.ts'
import { fieldAt, textAt } from '../http/fields.ts'

/** As in the contract: $1,000 for a million tokens. What is dearer is in another currency or unit. */
const microsMax = 1_000_000_000n

/** Powers of ten from dollars to micro-dollars. */
const units = { token: 12, million: 6, search: 6 } as const
type Unit = keyof typeof units

const decimal = /^\+?(\d{1,20})(?:\.(\d{0,30}))?(?:e([+-]?\d{1,2}))?$/i

/**
 * Micro-dollars for a million tokens or for one search, rounded half up. Null for what is no price: negative numbers (OpenRouter
 * gives -1 for its router), texts, and amounts that no model costs.
 */
export function microsOf(value: unknown, unit: Unit): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  const [, whole, fraction = '', exponent = '0'] = (text.length <= 60 && decimal.exec(text.trim())) || []
  if (whole === undefined) return null
  const digits = BigInt(whole + fraction)
  const power = units[unit] + Number(exponent) - fraction.length
  const divisor = power < 0 ? 10n ** BigInt(-power) : 1n
  const micros = power < 0 ? (digits * 2n + divisor) / (divisor * 2n) : digits * 10n ** BigInt(power)
  return micros <= microsMax ? Number(micros) : null
}

/** Where the rates of a list are, and their unit. OpenRouter's form first; then Together's; then LiteLLM's. */
const forms: readonly {
  place: readonly string[]
  unit: Unit
  names: Readonly<Record<'inputMicros' | 'outputMicros' | 'cachedInputMicros' | 'cacheWriteMicros', string>>
}[] = [
  {
    place: ['pricing'],
    unit: 'token',
    names: {
      inputMicros: 'prompt',
      outputMicros: 'completion',
      cachedInputMicros: 'input_cache_read',
      cacheWriteMicros: 'input_cache_write'
    }
  },
  {
    place: ['pricing'],
    unit: 'million',
    names: {
      inputMicros: 'input',
      outputMicros: 'output',
      cachedInputMicros: 'cached_input',
      cacheWriteMicros: 'cache_write'
    }
  },
  ...[['model_info'], []].map((place) => ({
    place,
    unit: 'token' as const,
    names: {
      inputMicros: 'input_cost_per_token',
      outputMicros: 'output_cost_per_token',
      cachedInputMicros: 'cache_read_input_token_cost',
      cacheWriteMicros: 'cache_creation_input_token_cost'
    }
  }))
]

const isForeign = (pricing: unknown): boolean => {
  const currency = textAt(pricing, 'currency')
  return currency !== null && !/^(usd|\$)$/i.test(currency.trim())
}

/**
 * What an entry of a list says that the model costs; null where it does not say, or not in dollars. Nothing for both rates is a price
 * for a model that is called free alone: gateways write 0 where they do not know.
 */
export function listedPriceOf(entry: unknown, model: string): ListedPrice | null {
  for (const { place, unit, names } of forms) {
    const rates = place.reduce<unknown>((value, key) => fieldAt(value, key), entry)
    const rateOf = (name: keyof typeof names): number | null => microsOf(fieldAt(rates, names[name]), unit)
    const [inputMicros, outputMicros] = [rateOf('inputMicros'), rateOf('outputMicros')]
    if (inputMicros === null || outputMicros === null) continue
    if (isForeign(rates) || (inputMicros === 0 && outputMicros === 0 && !model.endsWith(':free'))) return null
    const [cachedInputMicros, cacheWriteMicros] = [rateOf('cachedInputMicros'), rateOf('cacheWriteMicros')]
    const searchMicros = microsOf(fieldAt(rates, 'web_search'), 'search')
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
