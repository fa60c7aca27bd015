// Models as operators make them, for tests of what shows them.
import { catalogueModels, type ModelChange, type ShownModel } from '#contract/catalogue/models.ts'

/** A model of the catalogue, changed. */
export function catalogueModel(id: string, part: Partial<ShownModel> = {}): ShownModel {
  const model = catalogueModels.find((one) => one.id === id)
  if (!model) throw new Error(`The catalogue has no ${id}`)
  return { ...model, ...part }
}

/** One that is not in the catalogue. */
export const addedModel = (id: string, part: Partial<ShownModel> = {}): ShownModel => ({
  ...catalogueModel('gpt-4o-mini'),
  id,
  name: `Модель ${id}`,
  description: `Описание ${id}`,
  upstream: { model: id },
  ...part
})

export const changeTo = (model: ShownModel, startsAt = 0): ModelChange => ({ id: model.id, startsAt, model })

/** As many as a large shop sells, with names and descriptions of the usual length. */
export const manyModels = (count: number): ShownModel[] =>
  Array.from({ length: count }, (_, index) =>
    addedModel(`open-model-${index}-instruct-2511`, {
      name: `Open Model ${index} Instruct`,
      description: 'Открытая модель для текстов, кода и рассуждений: отвечает быстро и стоит недорого',
      page: (['/chatgpt', '/claude', '/xai', '/gpt5'] as const)[index % 4]!,
      service: (['chatgpt', 'claude', 'xai', 'chatgpt'] as const)[index % 4]!,
      isOnPage: index < 40,
      priceTokens: 1 + (index % 30),
      upstream: { model: `open-models/open-model-${index}-instruct` }
    })
  )
