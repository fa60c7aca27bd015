// What operators see of models: as they are now, and how they change.
import { catalogueModels, soldInPlaceOf } from '#contract/catalogue/models.ts'
import { priceKey } from '#contract/catalogue/prices.ts'
import type { ComingModelChange, OperatorModel, OperatorModelChange } from '#contract/operator/shop/models.ts'
import type { ModelChangeRow } from '#data/directory/model-changes.ts'
import { definitionOf } from '#domain/models/definition.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { InForce } from '../../http/in-force.ts'
import { definitionIn } from '../../http/model-rows.ts'
import { inForceIdOf, plannedView } from '../planned.ts'
import { changesOfOne } from './read-changes.ts'

export const changeView = (row: ModelChangeRow, now: number): OperatorModelChange => ({
  ...plannedView(row, now),
  model: row.modelId,
  definition: definitionIn(row.definition) ?? null
})

/** @param rows of all models: those in force, and those that begin later */
export const modelViews = (
  { models, prices }: Pick<InForce, 'models' | 'prices'>,
  rows: readonly ModelChangeRow[],
  now: number
): OperatorModel[] => {
  return models.map((model) => {
    const { id, service, isOnSale, isDefined, priceTokens } = model
    const isOfCatalogue = catalogueModels.some((one) => one.id === id)
    return {
      definition: definitionOf(model),
      source: isOfCatalogue ? (isDefined ? 'changed' : 'catalogue') : 'added',
      price_tokens: prices.get(priceKey(service, id)) ?? priceTokens,
      in_force: inForceIdOf(changesOfOne(rows, id), now),
      answered_by: isOnSale ? null : (soldInPlaceOf(models, model)?.name ?? null)
    }
  })
}

/** @param models at the start of the change */
export const comingView = (row: ModelChangeRow, models: readonly SoldModel[], now: number): ComingModelChange => {
  const model = models.find(({ id }) => id === row.modelId)
  return { ...changeView(row, now), becomes: model ? definitionOf(model) : null }
}
