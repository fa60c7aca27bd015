// What operators see of models: as they are now, and how they change.
import { catalogueModels, soldInPlaceOf } from '#contract/models.ts'
import { priceKey } from '#contract/catalogue/prices.ts'
import type { OperatorModel, OperatorModelChange } from '#contract/operator/shop/models.ts'
import type { ModelChangeRow } from '#data/directory/model-changes.ts'
import { type DefinedChange, definitionOf } from '#domain/models/definition.ts'
import type { InForce } from '../../http/prices.ts'
import { definitionIn } from '../../http/model-rows.ts'

export const changeView = (row: ModelChangeRow, now: number): OperatorModelChange => ({
  id: row.id,
  model: row.modelId,
  definition: definitionIn(row.definition) ?? null,
  state: row.cancelledAt === null ? (row.startsAt > now ? 'coming' : 'begun') : 'cancelled',
  starts_at: row.startsAt,
  created_at: row.createdAt,
  created_by: row.createdBy,
  reason: row.reason,
  cancelled_by: row.cancelledBy
})

/** @param changes those that have begun */
export function modelViews(
  { models, prices }: Pick<InForce, 'models' | 'prices'>,
  changes: readonly DefinedChange[]
): OperatorModel[] {
  const defined = new Set(changes.flatMap(({ id, definition }) => (definition ? [id] : [])))
  return models.map((model) => {
    const inPlace = soldInPlaceOf(models, model)
    const isOfCatalogue = catalogueModels.some(({ id }) => id === model.id)
    return {
      definition: definitionOf(model),
      source: isOfCatalogue ? (defined.has(model.id) ? 'changed' : 'catalogue') : 'added',
      price_tokens: prices.get(priceKey(model.service, model.id)) ?? model.priceTokens,
      answered_by: model.isOnSale ? null : (inPlace?.name ?? null)
    }
  })
}
