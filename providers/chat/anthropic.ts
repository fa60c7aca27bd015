// Anthropic's Messages API. `max_tokens` is required; current models reject sampling parameters and thinking budgets.
import { anthropicVersion } from './anthropic-version.ts'
import { anthropicEventReader, anthropicWordings } from './anthropic-events.ts'
import { streamChat } from './chat-stream.ts'
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { ChatProvider, ChatRequest, ChatTurn } from './provider.ts'
import { spokenTurns } from './spoken-turns.ts'

export const anthropicProvider = (connection: ChatConnection, options: ChatOptions): ChatProvider => ({
  stream: (request, signal) =>
    streamChat(
      {
        provider: connection.supplier,
        url: `${connection.baseUrl}/v1/messages`,
        headers: { 'x-api-key': connection.apiKey, 'anthropic-version': anthropicVersion },
        body: bodyOf(request),
        wordings: anthropicWordings,
        request,
        reader: anthropicEventReader(request)
      },
      signal,
      options
    )
})

/**
 * The first version of the search: the later ones run code of the model between its searches. Source of `tools` and
 * `thinking`: WebSearchTool20250305 and ThinkingConfigAdaptive of @anthropic-ai/sdk 1.11.
 */
const webSearch = 'web_search_20250305'

const bodyOf = (request: ChatRequest) => ({
  model: request.model,
  messages: spokenTurns(request.turns).map((turn) => ({ role: turn.role, content: contentOf(turn) })),
  ...(request.system && { system: request.system }),
  ...(request.effort && { output_config: { effort: request.effort } }),
  ...(request.showsThinking && { thinking: { type: 'adaptive', display: 'summarized' } }),
  ...(request.searchesMax && { tools: [{ type: webSearch, name: 'web_search', max_uses: request.searchesMax }] }),
  max_tokens: request.outputTokensMax,
  metadata: { user_id: request.userTag },
  stream: true
})

const contentOf = ({ text, pictures = [] }: ChatTurn) =>
  pictures.length === 0
    ? text
    : [
        ...pictures.map(({ type, base64 }) => ({
          type: 'image',
          source: { type: 'base64', media_type: type, data: base64 }
        })),
        { type: 'text', text }
      ]
