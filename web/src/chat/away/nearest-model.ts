import type { ShownModel } from '#contract/catalogue/models.ts'

/**
 * The model to ask when another one is away: of another maker, and nearest in price; of two as near the cheaper one.
 * @param mayAsk whether the user can ask a model now: it is open, on, and can be paid. @returns null when there is none
 */
export function nearestModel(
  models: readonly ShownModel[],
  away: ShownModel,
  mayAsk: (model: ShownModel) => boolean
): ShownModel | null {
  const distance = ({ priceTokens }: ShownModel) => Math.abs(priceTokens - away.priceTokens)
  const [nearest] = models
    .filter((model) => model.isOnSale && model.service !== away.service && mayAsk(model))
    .toSorted((one, other) => distance(one) - distance(other) || one.priceTokens - other.priceTokens)
  return nearest ?? null
}
