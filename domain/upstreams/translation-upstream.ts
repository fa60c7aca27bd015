/** Puts prompts into the language of providers that read no other: free for the user, short for us. */
export const translation = {
  /** The longest description with its thinking is half of this. */
  upstream: { provider: 'openai', model: 'gpt-6-luna', effort: 'low', outputTokensMax: 6000 },
  /** No provider takes a longer prompt. */
  lengthMax: 10_000
} as const
