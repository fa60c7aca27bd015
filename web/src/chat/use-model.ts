import { useState } from 'react'
import { modelsOfPage } from '#contract/catalogue/chat-models.ts'
import type { ChatModel, ChatPage } from '#contract/catalogue/chat.ts'

interface Choice {
  conversationId: number | null
  model: string
}

/** The model that answers next: chosen here for this conversation, else the conversation's own, else the page's. */
export function useModel(page: ChatPage, conversationId: number | null, conversationModel: string | undefined) {
  const [choice, setChoice] = useState<Choice | null>(null)
  const models = modelsOfPage(page.path)
  const find = (id: string | undefined): ChatModel | undefined => models.find((candidate) => candidate.id === id)
  const chosen = choice?.conversationId === conversationId ? choice.model : undefined
  const model = find(chosen) ?? find(conversationModel) ?? find(page.defaultModel)
  if (!model) throw new Error(`The page ${page.path} has no default model`)
  return { models, model, choose: (id: string, of = conversationId) => setChoice({ conversationId: of, model: id }) }
}
