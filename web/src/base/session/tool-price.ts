import type { ToolPath } from '#contract/catalogue/menu.ts'
import { priceRange } from '#contract/catalogue/price.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { formatTokens, formatTokensFrom } from '../format/tokens.ts'
import { useModels } from './models.ts'
import { usePrices } from './prices.ts'
import { useCost } from './session.tsx'

/** What a tool costs this user now: «от 3 токенов», or «5 токенов» where all of its settings, models and texts cost the same. */
export function useToolPrice(): (path: ToolPath) => string {
  const prices = usePrices()
  const sold = useModels()
  const { costOf } = useCost()
  return (path) => {
    const entry = studioEntryOfPath(path)
    const models = sold.filter(({ page, isOnSale }) => isOnSale && page === path).map(({ priceTokens }) => priceTokens)
    const { minTokens, maxTokens } = entry
      ? priceRange(pricedEntry(entry, prices))
      : { minTokens: Math.min(...models), maxTokens: Math.max(...models) }
    const lowest = costOf(minTokens)
    const isFlat = minTokens === maxTokens && !entry?.price.perCharacters
    return isFlat || lowest === 0 ? formatTokens(lowest) : formatTokensFrom(lowest)
  }
}
