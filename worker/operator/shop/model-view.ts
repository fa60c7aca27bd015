// What operators see of models: as they are now, and how they change.
import { catalogueModels, soldInPlaceOf } from '#contract/catalogue/models.ts'
import { priceKey } from '#contract/catalogue/prices.ts'
import type { OperatorModel, OperatorModelChange } from '#contract/operator/shop/models.ts'
import type { ModelChangeRow } from '#data/directory/model-changes.ts'
import { definitionOf } from '#domain/models/definition.ts'
import type { InForce } from '../../http/in-force.ts'
import { definitionIn } from '../../http/model-rows.ts'
import { plannedView } from '../planned.ts'

export const changeView = (row: ModelChangeRow, now: number): OperatorModelChange => ({
  ...plannedView(row, now),
  model: row.modelId,
  definition: definitionIn(row.definition) ?? null
})

export const modelViews = ({ models, prices }: Pick<InForce, 'models' | 'prices'>): OperatorModel[] =>
  models.map((model) => {
    const { id, service, isOnSale, isDefined, priceTokens } = model
    const isOfCatalogue = catalogueModels.some((one) => one.id === id)
    return {
      definition: definitionOf(model),
      source: isOfCatalogue ? (isDefined ? 'changed' : 'catalogue') : 'added',
      price_tokens: prices.get(priceKey(service, id)) ?? priceTokens,
      answered_by: isOnSale ? null : (soldInPlaceOf(models, model)?.name ?? null)
    }
  })
