// How far the plans go.
import { fairUseTokensPerDay, freeTokens } from '#contract/catalogue/plans.ts'
import { counted } from '#contract/counted.ts'
import { formatTokens, formatTokensGenitive } from './tokens.ts'

/** The model with the cheapest answers. Copied, because the catalogue is too large for the first page; a test compares it. */
export const cheapestModel = { path: '/claude', id: 'claude-3-haiku', name: 'Claude 3 Haiku', priceTokens: 1 } as const

/** `10 ответов Claude 3 Haiku`: how many answers of a model some tokens pay for. The spaces of its name do not break. */
export const formatAnswers = (tokens: number, { name, priceTokens }: { name: string; priceTokens: number }): string =>
  `${counted(Math.floor(tokens / priceTokens), ['ответ', 'ответа', 'ответов'])} ${name.replaceAll(' ', '\u00a0')}`

/**
 * `10 токенов = 10 ответов Claude 3 Haiku`; without the example where that model is not connected: public/before-paint.js hides what
 * needs it before the first paint.
 */
export const Gift = ({ before = '' }) => (
  <>
    <span>{`${before}${formatTokens(freeTokens)}`}</span>
    <span data-needs={cheapestModel.id}>{` = ${formatAnswers(freeTokens, cheapestModel)}`}</span>
  </>
)

/** `до 1 000 токенов в день`: how far Premium goes. */
export const fairUseWords = `до ${formatTokensGenitive(fairUseTokensPerDay)} в день`

/** Among the features of Premium. */
export const fairUseFeature = `Честное использование: ${fairUseWords}`
