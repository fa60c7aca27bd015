// List prices of the upstream text models, in micro-dollars per million tokens: $1 is 1 000 000.
// A model that is not listed cannot be used: an unknown price must never count as 0.
// Source: the makers' price pages and litellm's price table, November 2026.
import type { TextProvider } from '#contract/catalogue/chat.ts'

/** Rates in micro-dollars per million tokens: $1 is 1 000 000. */
interface TokenRates {
  inputMicros: number
  outputMicros: number
  /** Undefined: as `inputMicros`. */
  cachedInputMicros?: number | undefined
  cacheWriteMicros?: number | undefined
}

export interface ListPrice extends TokenRates {
  /** Rates of the whole request when its input is longer. */
  longInput?: (TokenRates & { aboveInputTokens: number }) | undefined
  /** One search of the web, in micro-dollars. */
  searchMicros: number
}

export interface UpstreamPrice extends TokenRates {
  provider: TextProvider
  /** Whether the model accepts an effort setting; otherwise none is sent. */
  takesEffort: boolean
  /** Rates of the whole request when its input is longer than `aboveInputTokens`. */
  longInput?: TokenRates & { aboveInputTokens: number }
}

const openai = (inputMicros: number, outputMicros: number): UpstreamPrice => ({
  provider: 'openai',
  takesEffort: true,
  inputMicros,
  outputMicros
})

/** The GPT-6 family doubles the input rate for long input and multiplies the output rate by 1.5. */
const openai6 = (inputMicros: number, outputMicros: number): UpstreamPrice => ({
  ...openai(inputMicros, outputMicros),
  longInput: { aboveInputTokens: 272_000, inputMicros: inputMicros * 2, outputMicros: outputMicros * 1.5 }
})

const anthropic = (inputMicros: number, outputMicros: number): UpstreamPrice => ({
  provider: 'anthropic',
  takesEffort: true,
  inputMicros,
  outputMicros
})

export const upstreamPrices = {
  'gpt-6-luna': openai6(100_000, 500_000),
  'gpt-6-sol': openai6(2_000_000, 10_000_000),
  'gpt-6.1-terra': openai6(1_000_000, 5_000_000),
  'gpt-6.1-sol': openai6(2_000_000, 10_000_000),
  'gpt-5.6-terra': openai(2_000_000, 12_000_000),
  'gpt-5.6-sol': openai(4_000_000, 20_000_000),
  'claude-haiku-5-5': {
    ...anthropic(100_000, 500_000),
    takesEffort: false,
    longInput: { aboveInputTokens: 100_000, inputMicros: 500_000, outputMicros: 2_500_000 }
  },
  'claude-sonnet-5-5': anthropic(2_000_000, 10_000_000),
  'claude-opus-5-5': anthropic(4_000_000, 20_000_000),
  'claude-fable-5-2': anthropic(8_000_000, 40_000_000),
  'grok-4.3': { provider: 'xai', takesEffort: true, inputMicros: 1_250_000, outputMicros: 2_500_000 },
  'grok-4.5': { provider: 'xai', takesEffort: true, inputMicros: 2_000_000, outputMicros: 6_000_000 }
} as const satisfies Record<string, UpstreamPrice>

/** One search of the web, in micro-dollars: the makers ask $10 for 1,000, xAI $5. What is read of it counts as input. */
const searchMicros: Readonly<Record<TextProvider, number>> = { openai: 10_000, anthropic: 10_000, xai: 5_000 }

/** A minute of a recording that is written down by gpt-transcribe, in micro-dollars. Source: OpenAI's page of the model, November 2026. */
export const transcriptionMinuteMicros = 4500

export type UpstreamModel = keyof typeof upstreamPrices

export const isUpstreamModel = (model: string): model is UpstreamModel => Object.hasOwn(upstreamPrices, model)

/** @throws Error for a model without a list price. */
export function upstreamPriceOf(model: string): UpstreamPrice {
  if (!isUpstreamModel(model)) throw new Error(`No list price is known for the model ${model}`)
  return upstreamPrices[model]
}

/** What a model of a maker costs there. @throws Error for a model without a list price. */
export function listPriceOf(model: string): ListPrice {
  const { provider, takesEffort: _, ...rates } = upstreamPriceOf(model)
  return { ...rates, searchMicros: searchMicros[provider] }
}
