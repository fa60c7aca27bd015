// xAI: OpenAI's Responses API with differences. A wrong key and a retired model both give 400 `rejected` and differ
// only in the message; 403 comes from moderation, and also for a blocked team.
import type { ChatOptions } from './chat-stream.ts'
import { responsesProvider } from './openai.ts'
import type { ChatProvider } from './provider.ts'

export interface XaiSettings {
  XAI_BASE_URL: string
  XAI_API_KEY: string
}

export const xaiProvider = (settings: XaiSettings, options: ChatOptions = {}): ChatProvider =>
  responsesProvider(
    {
      provider: 'xai',
      baseUrl: settings.XAI_BASE_URL,
      apiKey: settings.XAI_API_KEY,
      userField: 'user',
      kindsByStatus: { 403: 'rejected' }
    },
    options
  )
