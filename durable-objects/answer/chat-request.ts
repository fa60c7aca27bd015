import { searchesMax } from '#contract/catalogue/answer-extras.ts'
import { helpInstruction } from '#domain/prompt-help.ts'
import type { ChatRequest, ChatTurn } from '#providers/chat/provider.ts'
import type { AnswerRequest } from './calls.ts'

const systemPrompt =
  'Отвечай по-русски, если пользователь не просит другой язык. Оформляй ответ в Markdown: заголовки, списки, ' +
  'таблицы и блоки кода там, где они помогают.'

/** What the user wants every answer to follow; each may be empty. */
export interface Wishes {
  /** Of the user about themselves. */
  about: string
  /** Of the conversation. */
  instruction: string
}

const systemOf = ({ about, instruction }: Wishes): string =>
  [
    systemPrompt,
    about && `Пользователь сообщил о себе (учитывай, когда это уместно, и не пересказывай без нужды):\n${about}`,
    instruction && `Роль и правила, которые пользователь задал для этой беседы:\n${instruction}`
  ]
    .filter(Boolean)
    .join('\n\n')

/** The request to the provider. The price and the user's id are left out; `userTag` is a hash. */
export function chatRequestOf(request: AnswerRequest, turns: ChatTurn[], wishes: Wishes): ChatRequest {
  const { userTag, upstream, webSearch, showsThinking, helpTask } = request
  const { model, outputTokensMax, effort } = upstream
  return {
    model,
    turns,
    system: helpTask ? helpInstruction(helpTask) : systemOf(wishes),
    outputTokensMax,
    userTag,
    ...(effort && { effort }),
    ...(webSearch && { searchesMax }),
    ...(showsThinking && { showsThinking })
  }
}
