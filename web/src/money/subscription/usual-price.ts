// What a request of this person usually costs: whether the balance is low depends on it.
import { chatModels, defaultChatModels } from '#contract/catalogue/chat-models.ts'
import type { UsageRecord } from '#contract/wallet.ts'

const lastRequests = 10

const cheapestTokens = Math.min(...chatModels.map(({ priceTokens }) => priceTokens))

/** Of somebody who has not asked for anything yet: the model that /chatgpt opens with. */
const firstTokens = chatModels.find(({ id }) => id === defaultChatModels['/chatgpt'])?.priceTokens ?? cheapestTokens

/** The middle price of the last requests, in tokens. */
export function usualPrice(usage: readonly UsageRecord[]): number {
  const prices = usage
    .map(({ price_tokens: price }) => price)
    .filter((price) => price > 0)
    .slice(0, lastRequests)
    .toSorted((one, other) => one - other)
  return prices[Math.floor(prices.length / 2)] ?? firstTokens
}

/** Nothing at all can be begun with less. */
export const isEmptyPurse = (tokens: number): boolean => tokens < cheapestTokens
