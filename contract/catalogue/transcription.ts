/** Dictation into the chat's prompt: free, within limits. */
export const transcription = {
  secondsMax: 30,
  mediaType: 'audio/webm',
  /** Thirty seconds of the browser's Opus are under 1 MB at any bitrate it chooses. */
  sizeBytesMax: 4 * 1024 * 1024,
  priceTokens: 0,
  upstream: { provider: 'openai', model: 'gpt-transcribe', language: 'ru' }
} as const
