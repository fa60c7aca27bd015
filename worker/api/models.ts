// `GET /v1/models`: what the key may ask, and what it costs. The form is OpenAI's, with the fields of OpenRouter that clients show.
// Without OpenRouter's `pricing`: clients read its numbers as dollars. Clients of Anthropic's API get the form of that.
import type { Hono } from 'hono'
import { mayUse } from '#contract/catalogue/plans.ts'
import { type WorkModel, workModels } from '#contract/v1/work-models.ts'
import type { Environment } from '#domain/environment.ts'
import type { PerMillionRates } from '#domain/metering/prices.ts'
import type { SoldModel } from '#domain/models/sold-model.ts'
import type { AdmittedKey } from '#durable-objects/keys/calls.ts'
import type { HonoEnv } from '../http/context.ts'
import { type InForce, inForce } from '../http/in-force.ts'
import { transcriptionItems } from './audio/model.ts'
import { callable } from './base/callable.ts'
import { expectKey } from './base/caller.ts'
import { isAnthropic, noSuchModel } from './base/errors.ts'
import { perMillionIn } from './base/prices.ts'
import { entryOf, isOffered, tokensOf } from './works/work-model.ts'

/** When a model began to be sold is not known of those of the catalogue: in seconds, as the form wants it. */
const createdAt = Date.UTC(2026, 10, 1) / 1000

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

/** As Anthropic's API lists a model. */
const anthropicItemOf = (_: Environment, { id, name }: SoldModel) => ({
  type: 'model',
  id,
  display_name: name,
  created_at: new Date(createdAt * 1000).toISOString()
})

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

/** What else than chat the key may ask. */
const worksOf = ({ key, plan }: Pick<AdmittedKey, 'key' | 'plan'>, shop: InForce): WorkModel[] =>
  workModels.filter(
    (model) =>
      key.scopes.includes(model.scope) && (key.models?.includes(model.id) ?? true) && isOffered(model, shop, plan)
  )

const listOf = (data: { id: string }[]) => ({ object: 'list', data })
const anthropicListOf = (data: { id: string }[]) => ({
  data,
  has_more: false,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null
})

export function mountModels(app: Hono<HonoEnv>) {
  app.get('/v1/models', async (c) => {
    const [{ key, plan }, shop] = await Promise.all([expectKey(c, 'models'), inForce(c)])
    const own = callable(shop).filter(({ id, basic }) => (key.models?.includes(id) ?? true) && mayUse(plan, basic))
    const { environment } = c.var
    if (isAnthropic(c)) return c.json(anthropicListOf(own.map((model) => anthropicItemOf(environment, model))))
    const works = worksOf({ key, plan }, shop).map((model) => workItemOf(model, shop))
    const ofSound = transcriptionItems(environment, key, createdAt)
    return c.json(listOf([...own.map((model) => itemOf(environment, model)), ...works, ...ofSound]))
  })

  app.get('/v1/models/:id{.+}', async (c) => {
    const [{ key, plan }, shop] = await Promise.all([expectKey(c, 'models'), inForce(c)])
    const id = c.req.param('id')
    const model = callable(shop).find((one) => one.id === id)
    const isOwn = model && (key.models?.includes(id) ?? true) && mayUse(plan, model.basic)
    const work = isAnthropic(c) ? undefined : worksOf({ key, plan }, shop).find((one) => one.id === id)
    if (work) return c.json(workItemOf(work, shop))
    const [ofSound] = transcriptionItems(c.var.environment, key, createdAt)
    if (ofSound?.id === id && !isAnthropic(c)) return c.json(ofSound)
    if (!isOwn) throw noSuchModel(id)
    return c.json((isAnthropic(c) ? anthropicItemOf : itemOf)(c.var.environment, model))
  })
}
