// What the resellers sell, and the two forms of their lists.
import { flavourOf } from './flavours.ts'
import type { JsonObject } from '../../base/json.ts'

interface ResoldModel {
  id: string
  name: string
  contextTokens: number
  outputTokensMax: number
  /** Dollars per million tokens. */
  input: number
  output: number
  cachedInput: number
  seesPictures: boolean
  thinks: boolean
}

const row = (
  id: string,
  name: string,
  [input, output, cachedInput]: readonly [number, number, number],
  features: Partial<ResoldModel> = {}
): ResoldModel => ({
  id,
  name,
  input,
  output,
  cachedInput,
  contextTokens: 131_072,
  outputTokensMax: 8192,
  seesPictures: false,
  thinks: false,
  ...features
})

export const RESOLD_MODELS: readonly ResoldModel[] = [
  row('deepseek/deepseek-v4', 'DeepSeek V4', [0.28, 0.42, 0.028]),
  row('deepseek/deepseek-reasoner', 'DeepSeek Reasoner', [0.28, 0.42, 0.028], {
    thinks: true,
    outputTokensMax: 65_536
  }),
  row('qwen/qwen3-max', 'Qwen3 Max', [1.2, 6, 0.24], { contextTokens: 262_144, thinks: true }),
  row('google/gemini-3.5-flash', 'Gemini 3.5 Flash', [0.3, 2.5, 0.03], {
    contextTokens: 1_048_576,
    outputTokensMax: 65_536,
    seesPictures: true,
    thinks: true
  }),
  row('openai/gpt-6-luna', 'GPT-6 Luna', [0.1, 0.5, 0.01], {
    contextTokens: 1_000_000,
    seesPictures: true,
    thinks: true
  }),
  row('anthropic/claude-sonnet-5.5', 'Claude Sonnet 5.5', [2, 10, 0.2], {
    contextTokens: 1_000_000,
    seesPictures: true
  }),
  row('meta-llama/llama-4-scout', 'Llama 4 Scout', [0.08, 0.3, 0], { contextTokens: 327_680, seesPictures: true }),
  row('mistralai/mistral-small-4', 'Mistral Small 4', [0.1, 0.3, 0])
]

/** Names of models that are in no list are taken too, and these think. */
const THINKING_NAME = /reason|think|-r1|qwen3|gemini/

export const thinksBy = (model: string): boolean =>
  RESOLD_MODELS.find(({ id }) => id === model)?.thinks ?? THINKING_NAME.test(model)

/** What the call costs by OpenRouter's list, in dollars; a model that is not in the list costs what DeepSeek V4 does. */
export function costOf(model: string, tokens: { input: number; cached: number; output: number }): number {
  const [cheap] = RESOLD_MODELS
  const price = RESOLD_MODELS.find(({ id }) => id === model) ?? cheap
  if (price === undefined) return 0
  const uncached = (tokens.input - tokens.cached) * price.input
  return (uncached + tokens.cached * price.cachedInput + tokens.output * price.output) / 1_000_000
}

const decimals = new Intl.NumberFormat('en-US', { maximumFractionDigits: 12, useGrouping: false })
const perToken = (dollars: number): string => decimals.format(dollars / 1_000_000)

const asOpenRouter = (model: ResoldModel, times: number): JsonObject => ({
  id: model.id,
  canonical_slug: model.id,
  name: model.name,
  created: 1_760_000_000,
  description: `${model.name}, as the sandbox plays it.`,
  context_length: model.contextTokens,
  architecture: {
    modality: model.seesPictures ? 'text+image->text' : 'text->text',
    input_modalities: model.seesPictures ? ['text', 'image'] : ['text'],
    output_modalities: ['text'],
    tokenizer: 'Other',
    instruct_type: null
  },
  pricing: {
    prompt: perToken(model.input * times),
    completion: perToken(model.output * times),
    request: '0',
    image: '0',
    ...(model.cachedInput > 0 && { input_cache_read: perToken(model.cachedInput * times) })
  },
  top_provider: {
    context_length: model.contextTokens,
    max_completion_tokens: model.outputTokensMax,
    is_moderated: false
  },
  supported_parameters: [
    'max_tokens',
    'temperature',
    'tools',
    ...(model.thinks ? ['reasoning', 'include_reasoning'] : [])
  ],
  expiration_date: null
})

/** What of a list is played otherwise than usual: the switches of the same names. */
export interface ListPlay {
  listPriceTimes: number
  listWithout: readonly string[]
}

/** The answer to `GET /models`: OpenRouter tells prices and features, the others names alone. */
export function modelsOf(reseller: string, { listPriceTimes, listWithout }: ListPlay): JsonObject {
  const sold = RESOLD_MODELS.filter(({ id }) => !listWithout.includes(id))
  return flavourOf(reseller).errors === 'openrouter'
    ? { data: sold.map((model) => asOpenRouter(model, listPriceTimes)) }
    : namesAlone(sold.map(({ id }) => id))
}

/** OpenAI's form of a list. */
export const namesAlone = (ids: readonly string[]): JsonObject => ({
  object: 'list',
  data: ids.map((id) => ({
    id,
    object: 'model',
    created: 1_760_000_000,
    owned_by: id.includes('/') ? (id.split('/')[0] ?? '') : 'system'
  }))
})
