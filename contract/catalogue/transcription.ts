/** Dictation into the chat's prompt: free, within limits. Keys of the API have whole recordings written down by the same model. */
export const transcription = {
  /** As operators switch it off. */
  service: 'transcription',
  modelName: 'GPT Transcribe',
  /** As keys of the API name the model. */
  apiId: 'gpt-transcribe',
  secondsMax: 30,
  mediaType: 'audio/webm',
  /**
   * Our page asks for 32 kbit/s: thirty seconds are 130 KB. Browsers that choose by themselves take 128 kbit/s of Opus (Chrome, 500 KB) or
   * 192 kbit/s of AAC (Safari, 720 KB).
   */
  sizeBytesMax: 1024 * 1024,
  priceTokens: 0,
  upstream: { provider: 'openai', model: 'gpt-transcribe', language: 'ru' }
} as const
