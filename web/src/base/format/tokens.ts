import { lazily } from './lazily.ts'

const plural = lazily(() => new Intl.PluralRules('ru'))
const number = lazily(() => new Intl.NumberFormat('ru-RU'))

const words: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'токен', few: 'токена' }

/** The word that goes with a count: 1 токен, 2 токена, 5 токенов. */
export const tokensWord = (count: number): string => words[plural().select(Math.abs(count))] ?? 'токенов'

/** `7 токенов`, with thousands set apart: `12 500 токенов`. */
export const formatTokens = (count: number): string => `${number().format(count)} ${tokensWord(count)}`

/** `1 токена`, `5 токенов`: after words that need the genitive, like «не хватает». */
export const formatTokensGenitive = (count: number): string =>
  `${number().format(count)} ${plural().select(count) === 'one' ? 'токена' : 'токенов'}`

/** `по 1 токену`, `по 2 токена`, `по 5 токенов`: each. */
export const formatTokensEach = (count: number): string =>
  `по\u00a0${number().format(count)} ${plural().select(count) === 'one' ? 'токену' : tokensWord(count)}`

/** `от 1 токена`, `от 5 токенов`: the price of the cheapest. */
export const formatTokensFrom = (count: number): string => `от\u00a0${formatTokensGenitive(count)}`

/** The count alone, thousands set apart. */
export const formatCount = (count: number): string => number().format(count)
