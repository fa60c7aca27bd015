import { searchesMax } from '#contract/catalogue/answer-extras.ts'
import type { Turn } from '#domain/conversation-context.ts'
import type { ChatRequest } from '#providers/chat/provider.ts'
import type { AnswerRequest } from './calls.ts'

const systemPrompt =
  'Отвечай по-русски, если пользователь не просит другой язык. Оформляй ответ в Markdown: заголовки, списки, ' +
  'таблицы и блоки кода там, где они помогают.'

/** The request to the provider. The price and the user's id are left out; `userTag` is a hash. */
export function chatRequestOf(request: AnswerRequest, turns: Turn[]): ChatRequest {
  const { userTag, upstream, webSearch, showsThinking } = request
  const { model, outputTokensMax, effort } = upstream
  return {
    model,
    turns,
    system: systemPrompt,
    outputTokensMax,
    userTag,
    ...(effort && { effort }),
    ...(webSearch && { searchesMax }),
    ...(showsThinking && { showsThinking })
  }
}
