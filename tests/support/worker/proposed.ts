// Chats in which a model has proposed works, and orders of what it proposed.
import type { ChatSettings } from '#contract/chat-settings.ts'
import type { Message } from '#contract/chats.ts'
import { proposedOperationId } from '#contract/work-proposal.ts'
import { dataOf, type Person } from './person.ts'
import { newChat, shownIn } from './versions.ts'
import { order } from './works-in-chat.ts'

export const settingsOf = async (person: Person, id: number) =>
  (await dataOf<{ settings: ChatSettings }>(await person.send('GET', `/chat/conversations/${id}/settings`))).settings

export const setSettings = async (person: Person, id: number, change: object) =>
  (await dataOf<{ settings: ChatSettings }>(await person.send('PUT', `/chat/conversations/${id}/settings`, change)))
    .settings

/** Has a model propose what the prompt asks for. @returns the id of the answer */
export async function propose(person: Person, id: number, prompt: string): Promise<string> {
  const key = crypto.randomUUID()
  await dataOf(
    await person.send(
      'POST',
      '/ai/text/chatgpt',
      { prompt, model: 'gpt-4o-mini', conversationId: id, proposes: true },
      { 'idempotency-key': key }
    )
  )
  return key
}

/** A chat with one proposed picture, of a cat. */
export async function proposedChat() {
  const { person, id } = await newChat()
  return { person, id, answer: await propose(person, id, 'Нарисуй кота') }
}

/** Orders a proposed picture without a question. */
export const orderUnasked = (
  person: Person,
  id: number,
  answer: string,
  { index = 0, prompt = 'Кота', ...more }: { index?: number; prompt?: string; bindings?: object; body?: object } = {}
) =>
  order(
    person,
    { conversationId: id, prompt, unasked: true, ...more.body },
    { key: proposedOperationId(answer, index), ...(more.bindings && { bindings: more.bindings }) }
  )

/** The cards of a chat. */
export const cardsIn = async (person: Person, id: number): Promise<Message[]> =>
  (await shownIn(person, id)).filter(({ works }) => works)
