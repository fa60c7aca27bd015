// xAI: OpenAI's Responses API with differences. A wrong key and a retired model both come as 400 `rejected`, told
// apart by prose only; 403 is what its moderation says, and also what a blocked team gets.
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
