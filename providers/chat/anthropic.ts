// Anthropic over its Messages API. `max_tokens` is required there; sampling parameters and a thinking budget are
// refused by current models, which decide on thinking themselves, so neither is sent.
import { anthropicEventReader } from './anthropic-events.ts'
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatProvider, ChatRequest, ChatTurn } from './provider.ts'

export interface AnthropicSettings {
  ANTHROPIC_BASE_URL: string
  ANTHROPIC_API_KEY: string
}

// The newest of the two versions in use. It turns sampling parameters into an error for every model.
const version = '2026-10-21'

export const anthropicProvider = (settings: AnthropicSettings, options: ChatOptions = {}): ChatProvider => ({
  stream: (request, signal) =>
    streamChat(
      {
        provider: 'anthropic',
        url: `${settings.ANTHROPIC_BASE_URL}/v1/messages`,
        headers: { 'x-api-key': settings.ANTHROPIC_API_KEY, 'anthropic-version': version },
        body: bodyOf(request),
        reader: anthropicEventReader(request.model)
      },
      signal,
      options
    )
})

const bodyOf = (request: ChatRequest) => ({
  model: request.model,
  messages: messagesOf(request.turns),
  ...(request.system && { system: request.system }),
  ...(request.effort && { output_config: { effort: request.effort } }),
  max_tokens: request.outputTokensMax,
  metadata: { user_id: request.userTag },
  stream: true
})

/**
 * A message without text is refused, and so is a conversation that opens with the assistant: both appear when an
 * answer came back empty or when old turns were dropped.
 */
function messagesOf(turns: ChatTurn[]) {
  const spoken = turns.filter(({ text }) => text.trim() !== '')
  const opening = spoken.findIndex(({ role }) => role === 'user')
  return spoken.slice(Math.max(opening, 0)).map(({ role, text }) => ({ role, content: text }))
}
