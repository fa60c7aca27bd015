// xAI: OpenAI's Responses API with differences. Most of its errors have no code but a sentence, and one status stands
// for several causes: 403 comes from moderation and for a team that is blocked or has no money, 400 for a wrong key and
// for a retired model.
import type { ChatOptions } from './chat-stream.ts'
import type { ChatConnection } from './connection.ts'
import type { Wording } from '../http/error-code.ts'
import { responsesProvider } from './openai.ts'
import type { ChatProvider } from './provider.ts'

// Sources: answers of the API quoted in the trackers of inspect_ai, warp, continue and griptape. The same sentences
// came with the code `permission-denied`, with older codes in prose, and with status 429.
const wordings: readonly Wording[] = [
  { beginning: /^Content violates usage guidelines/, kind: 'rejected', code: 'content_violation' },
  { beginning: /^Your newly created teams? doesn't have any credits/, kind: 'unpaid', code: 'team_without_credits' },
  {
    beginning: /^Your team( \S+)? has (either )?used all available credits/,
    kind: 'unpaid',
    code: 'team_without_credits'
  },
  { beginning: /^You (have run|ran) out of credits/, kind: 'unpaid', code: 'team_without_credits' },
  { beginning: /^Incorrect API key provided/, kind: 'unauthorized', code: 'incorrect_api_key' },
  { beginning: /^Model not found: /, kind: 'model-gone', code: 'model_not_found' }
]

export const xaiProvider = (connection: ChatConnection, options: ChatOptions): ChatProvider =>
  responsesProvider(
    connection,
    {
      userField: 'user',
      // It always sends a summary of its thinking. Source of both fields: @ai-sdk/xai 5.
      thinking: {},
      searchTool: { type: 'web_search' },
      searchesField: 'max_turns',
      // Newer models know `xhigh`, older ones refuse it.
      efforts: { minimal: 'low', xhigh: 'high', max: 'high' },
      takesSampling: () => true,
      wordings
    },
    options
  )
