/** Translates prompts for providers that understand one language only; free for the user. */
export const translation = {
  /** The longest prompt, with the model's thinking, needs half of this. */
  upstream: { provider: 'openai', model: 'gpt-6-luna', effort: 'low', outputTokensMax: 6000 },
  /** No provider takes a longer prompt. */
  lengthMax: 10_000
} as const
