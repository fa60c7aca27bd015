export interface ServedModel {
  /** The model id in answers. */
  answersAs: string
  contextTokens: number
  /** Reasoning efforts that the model accepts, the default first; empty for a model that does not reason. */
  efforts: readonly string[]
}

const GPT_6: Omit<ServedModel, 'answersAs'> = {
  contextTokens: 1_000_000,
  efforts: ['medium', 'none', 'minimal', 'low', 'high', 'xhigh', 'max']
}

export const OPENAI_MODELS: Readonly<Record<string, ServedModel>> = {
  'gpt-6-luna': { answersAs: 'gpt-6-luna', ...GPT_6 },
  'gpt-6.1-terra': { answersAs: 'gpt-6.1-terra', ...GPT_6 },
  'gpt-6.1-sol': { answersAs: 'gpt-6.1-sol', ...GPT_6 },
  'gpt-6-sol': { answersAs: 'gpt-6-sol', ...GPT_6 },
  'gpt-5.6-terra': { answersAs: 'gpt-5.6-terra', ...GPT_6 },
  'gpt-5.6-sol': { answersAs: 'gpt-5.6-sol', ...GPT_6 },
  'gpt-4o': { answersAs: 'gpt-4o-2024-08-06', contextTokens: 128_000, efforts: [] },
  'gpt-4o-mini': { answersAs: 'gpt-4o-mini-2024-07-18', contextTokens: 128_000, efforts: [] },
  'gpt-5-2025-08-07': {
    answersAs: 'gpt-5-2025-08-07',
    contextTokens: 272_000,
    efforts: ['medium', 'minimal', 'low', 'high']
  },
  'gpt-4.1-2025-04-14': { answersAs: 'gpt-4.1-2025-04-14', contextTokens: 1_000_000, efforts: [] },
  'o3-2025-04-16': { answersAs: 'o3-2025-04-16', contextTokens: 200_000, efforts: ['medium', 'low', 'high'] }
}

/** Models that were shut down: their error message differs from that for an unknown id. */
export const OPENAI_RETIRED: ReadonlySet<string> = new Set([
  'gpt-4o-2024-05-13',
  'gpt-4-turbo',
  'gpt-4',
  'gpt-4-1106-preview',
  'gpt-3.5-turbo'
])

const GROK_EFFORTS = ['none', 'low', 'medium', 'high']

export const XAI_MODELS: Readonly<Record<string, ServedModel>> = {
  'grok-4.3': { answersAs: 'grok-4.3', contextTokens: 1_000_000, efforts: GROK_EFFORTS },
  'grok-4.5': { answersAs: 'grok-4.5', contextTokens: 500_000, efforts: GROK_EFFORTS },
  'grok-4.6': { answersAs: 'grok-4.6', contextTokens: 500_000, efforts: [...GROK_EFFORTS, 'xhigh'] }
}

export const XAI_RETIRED: ReadonlySet<string> = new Set(['grok-2', 'grok-2-1212', 'grok-beta'])
