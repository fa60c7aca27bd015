import { counted, formatTokens } from '#contract/counted.ts'

export { formatCount, formatTokens, tokensWord } from '#contract/counted.ts'

/** `1 токена`, `5 токенов`: after words that need the genitive, like «не хватает». */
export const formatTokensGenitive = (count: number): string => counted(count, ['токена', 'токенов', 'токенов'])

/** `по 1 токену`, `по 2 токена`, `по 5 токенов`: each. */
export const formatTokensEach = (count: number): string => `по\u00a0${counted(count, ['токену', 'токена', 'токенов'])}`

/** `от 1 токена`, `от 5 токенов`: the price of the cheapest; `0 токенов` under Premium, where none is dearer. */
export const formatTokensFrom = (count: number): string =>
  count === 0 ? formatTokens(count) : `от\u00a0${formatTokensGenitive(count)}`
