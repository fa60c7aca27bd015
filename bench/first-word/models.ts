// Models that an operator has added, for a bench of a large shop. They are never asked: what counts is that the list has them.
import type { Miniflare } from 'miniflare'
import type { ModelDefinition } from '#contract/operator/shop/definition.ts'

const definitionOf = (number: number): ModelDefinition => ({
  id: `added-${number}`,
  service: 'chatgpt',
  page: '/chatgpt',
  isOnPage: false,
  name: `Добавленная модель ${number}`,
  description: 'Одна из многих моделей поставщика, для текстов, кода и вопросов',
  priceTokens: 5,
  basic: false,
  referenceLength: 1500,
  offers: { webSearch: false, thinking: false },
  seesPictures: true,
  takesTools: true,
  writesJson: true,
  contextTokens: 200_000,
  outputTokensMax: 8000,
  isOnSale: true,
  successor: null,
  routes: [
    {
      supplier: 'openai',
      model: `vendor/model-${number}`,
      showsThinking: false,
      firstWordMs: 60_000,
      listPrice: { inputMicros: 100_000, outputMicros: 500_000, searchMicros: 10_000 }
    }
  ]
})

/** Adds models to the product's directory, each on sale since yesterday. */
export async function seedModels(miniflare: Miniflare, count: number): Promise<void> {
  const directory = await miniflare.getD1Database('DB', 'product')
  const insert = directory.prepare(
    `insert into model_changes (id, model_id, definition, starts_at, created_at, created_by, reason)
     values (?1, ?2, ?3, ?4, ?4, 'bench@example.com', 'bench')`
  )
  const yesterday = Date.now() - 24 * 60 * 60 * 1000
  const definitions = Array.from({ length: count }, (_, number) => definitionOf(number))
  if (definitions.length > 0)
    await directory.batch(
      definitions.map((one) => insert.bind(`change-${one.id}`, one.id, JSON.stringify(one), yesterday))
    )
}
