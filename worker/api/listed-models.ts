// What can be asked under `/v1`, and what it costs. The form is OpenAI's, with the fields of OpenRouter that clients show. Without
// OpenRouter's `pricing`: clients read its numbers as dollars.
import { type AccountPlan, mayUse } from '#contract/catalogue/plans.ts'
import { type WorkModel, workModels } from '#contract/v1/work-models.ts'
import type { Environment } from '#domain/environment.ts'
import type { PerMillionRates } from '#domain/metering/prices.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { AdmittedKey } from '#durable-objects/keys/calls.ts'
import type { InForce } from '../http/in-force.ts'
import { transcriptionItems } from './audio/model.ts'
import { callable } from './base/callable.ts'
import { perMillionIn } from './base/prices.ts'
import { entryOf, isOffered, tokensOf } from './works/work-model.ts'

/** When a model began to be sold is not known of those of the catalogue: in seconds, as the form wants it. */
export const createdAt = Date.UTC(2026, 10, 1) / 1000

const ratesOf = ({ input, cachedInput, cacheWrite, output }: PerMillionRates) => ({
  input,
  cached_input: cachedInput,
  cache_write: cacheWrite,
  output
})

/** Site tokens for a million tokens of the model; the form of the prices is our own. */
function pricesOf(environment: Environment, model: SoldModel) {
  const { longInput, ...usual } = perMillionIn(environment, model)
  return {
    currency: 'site-token',
    per_million: ratesOf(usual),
    ...(longInput && { above_input_tokens: longInput.aboveInputTokens, per_million_above: ratesOf(longInput) })
  }
}

const itemOf = (environment: Environment, model: SoldModel) => {
  const inputs = model.seesPictures ? ['text', 'image'] : ['text']
  const outputTokensMax = Math.max(...model.routes.map((route) => route.outputTokensMax))
  return {
    id: model.id,
    object: 'model',
    created: createdAt,
    owned_by: model.service,
    name: model.name,
    description: model.description,
    context_length: model.contextTokens,
    architecture: { input_modalities: inputs, output_modalities: ['text'] },
    top_provider: { context_length: model.contextTokens, max_completion_tokens: outputTokensMax, is_moderated: false },
    site_pricing: pricesOf(environment, model),
    supported_parameters: [
      'max_tokens',
      'stop',
      'stream',
      ...(model.takesTools ? ['tools', 'tool_choice', 'parallel_tool_calls'] : []),
      ...(model.writesJson ? ['response_format'] : []),
      ...(model.offers.thinking ? ['reasoning_effort'] : [])
    ]
  }
}

/** A model of pictures or speech. Its price is whole. */
function workItemOf(model: WorkModel, shop: InForce) {
  const { minTokens, maxTokens } = tokensOf(model, shop)
  const isPicture = model.scope === 'images'
  return {
    id: model.id,
    object: 'model',
    created: createdAt,
    owned_by: entryOf(model).id,
    name: model.name,
    description: model.description,
    context_length: null,
    architecture: {
      input_modalities: model.takes ? ['text', 'image'] : ['text'],
      output_modalities: [isPicture ? 'image' : 'audio']
    },
    site_pricing: {
      currency: 'site-token',
      ...(isPicture ? { per_image: minTokens } : { per_1000_characters: minTokens }),
      ...(maxTokens > minTokens && isPicture && { per_image_max: maxTokens })
    }
  }
}

/** What asks: a key of an account with this plan. */
export interface Asking {
  key: Pick<AdmittedKey['key'], 'scopes' | 'models'>
  plan: AccountPlan
}

/** The models of chats that it may ask. */
export const chatModelsOf = ({ key, plan }: Asking, shop: InForce): SoldModel[] =>
  callable(shop).filter(({ id, basic }) => (key.models?.includes(id) ?? true) && mayUse(plan, basic))

/** What else it may ask. */
const worksOf = ({ key, plan }: Asking, shop: InForce): WorkModel[] =>
  workModels.filter(
    (model) =>
      key.scopes.includes(model.scope) && (key.models?.includes(model.id) ?? true) && isOffered(model, shop, plan)
  )

/** All that it may ask, as `GET /v1/models` lists it. */
export const itemsOf = (environment: Environment, asking: Asking, shop: InForce) => [
  ...chatModelsOf(asking, shop).map((model) => itemOf(environment, model)),
  ...worksOf(asking, shop).map((model) => workItemOf(model, shop)),
  ...transcriptionItems(environment, asking.key, createdAt)
]
