import type { ChatModel } from '#contract/catalogue/chat.ts'

/**
 * The model to ask when another one is away: of another supplier, and nearest in price; of two as near the cheaper one.
 * @param mayAsk whether the user can ask a model now: it is open, on, and can be paid. @returns null when there is none
 */
export function nearestModel(
  models: readonly ChatModel[],
  away: ChatModel,
  mayAsk: (model: ChatModel) => boolean
): ChatModel | null {
  const distance = ({ priceTokens }: ChatModel) => Math.abs(priceTokens - away.priceTokens)
  const [nearest] = models
    .filter((model) => model.upstream.provider !== away.upstream.provider && mayAsk(model))
    .toSorted((one, other) => distance(one) - distance(other) || one.priceTokens - other.priceTokens)
  return nearest ?? null
}
