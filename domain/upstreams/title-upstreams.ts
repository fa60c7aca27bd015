import type { ChatService, ChatUpstream } from '#contract/catalogue/chat.ts'

/**
 * The models that name chats, at our cost: of each maker the cheapest. A chat is named by the maker that has answered in it, so
 * that nobody else receives its text.
 */
export const titleUpstreams: Record<ChatService, ChatUpstream> = {
  chatgpt: { provider: 'openai', model: 'gpt-6-luna', effort: 'low', outputTokensMax: 400 },
  claude: { provider: 'anthropic', model: 'claude-haiku-5-5', outputTokensMax: 400 },
  xai: { provider: 'xai', model: 'grok-4.3', effort: 'low', outputTokensMax: 400 }
}
