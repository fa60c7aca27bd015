import type { ChatRequest, ChatTurn } from '#providers/chat/provider.ts'
import type { AnswerRequest } from './calls.ts'

const systemPrompt =
  'Отвечай по-русски, если пользователь не просит другой язык. Оформляй ответ в Markdown: заголовки, списки, ' +
  'таблицы и блоки кода там, где они помогают.'

/** The request to the provider. The price and the user's id are left out; `userTag` is a hash. */
export function chatRequestOf({ userTag, upstream }: AnswerRequest, turns: ChatTurn[]): ChatRequest {
  const { model, outputTokensMax, effort } = upstream
  return { model, turns, system: systemPrompt, outputTokensMax, userTag, ...(effort === undefined ? {} : { effort }) }
}
