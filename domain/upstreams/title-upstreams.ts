import type { ChatService, ChatUpstream } from '#contract/catalogue/chat.ts'

/**
 * The models that name chats, at our cost: the cheapest of each maker. The maker that has answered in a chat also names it, so
 * that no other company receives its text.
 Their limit leaves room for what they think first.
 */
export const titleUpstreams: Record<ChatService, ChatUpstream> = {
  chatgpt: { provider: 'openai', model: 'gpt-6-luna', effort: 'low', outputTokensMax: 1000 },
  claude: { provider: 'anthropic', model: 'claude-haiku-5-5', outputTokensMax: 1000 },
  xai: { provider: 'xai', model: 'grok-4.3', effort: 'low', outputTokensMax: 1000 }
}
