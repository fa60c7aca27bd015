// The price of a job in site tokens, both shown and charged. An unknown price is an error, never 0.
import type { PriceRule, StudioEntry, TokenTable } from './entry.ts'
import type { ParameterValues } from './parameters.ts'

export class UnknownPrice extends Error {
  override name = 'UnknownPrice'
}

type Priced = Pick<StudioEntry, 'id' | 'price' | 'ownPrice'>

function lookUp({ by, values }: TokenTable, parameters: ParameterValues, id: string): number {
  const value = String(parameters[by])
  const found = Object.hasOwn(values, value) ? values[value] : undefined
  if (found === undefined) throw new UnknownPrice(`${id} has no price for ${by} ${value}`)
  return found
}

const factor = (rule: number | TokenTable | undefined, parameters: ParameterValues, id: string) =>
  rule === undefined ? 1 : typeof rule === 'number' ? rule : lookUp(rule, parameters, id)

function startedPieces({ perCharacters }: PriceRule, parameters: ParameterValues, id: string): number {
  if (!perCharacters) return 1
  const text = parameters[perCharacters.of]
  if (typeof text !== 'string') throw new UnknownPrice(`${id} is priced by its ${perCharacters.of}`)
  return Math.max(1, Math.ceil(text.length / perCharacters.count))
}

/**
 * Whole tokens, at least 1, for parsed parameters.
 * @throws UnknownPrice when the entry has no price for them.
 */
export function priceOf(entry: Priced, parameters: ParameterValues): number {
  const { id, price } = entry
  const tokens =
    factor(price.tokens, parameters, id) * factor(price.times, parameters, id) * startedPieces(price, parameters, id)
  if (!Number.isSafeInteger(tokens) || tokens < 1) throw new UnknownPrice(`${id} cannot cost ${tokens}`)
  return tokens
}

const bounds = (rule: number | TokenTable | undefined): [min: number, max: number] => {
  const values = rule === undefined ? [1] : typeof rule === 'number' ? [rule] : Object.values(rule.values)
  return [Math.min(...values), Math.max(...values)]
}

/** Lowest and highest price of one request, for texts like «от 2 до 4 токенов». */
export function priceRange({ price }: Priced): { minTokens: number; maxTokens: number } {
  const [minTokens, maxTokens] = bounds(price.tokens)
  const [minTimes, maxTimes] = bounds(price.times)
  return { minTokens: minTokens * minTimes, maxTokens: maxTokens * maxTimes }
}

/**
 * Whether the catalogue's price is the lowest, regardless of text length: only such requests are allowed before a purchase.
 */
export function isBasicSetting({ id, price, ownPrice = price }: Priced, parameters: ParameterValues): boolean {
  const { tokens, times } = ownPrice
  const own = { id, price: { tokens, ...(times ? { times } : {}) } }
  return priceOf(own, parameters) === priceRange(own).minTokens
}
