// Asks for versions of turns and branches through the API, and reads what is shown.
import type { Message } from '#contract/chats.ts'
import { answered, dataOf, newPerson, type Person } from './person.ts'
import { callsAbout } from './reading.ts'
import { newConversation } from './storing.ts'

interface Place {
  parentMessageId?: number | null
  answersMessageId?: number
  model?: string
  attachments?: string[]
}

export const send = (
  person: Person,
  id: number,
  prompt: string,
  { key = crypto.randomUUID(), ...place }: Place & { key?: string } = {}
) =>
  person.send(
    'POST',
    '/ai/text/chatgpt',
    { prompt, model: 'gpt-4o-mini', conversationId: id, ...place },
    { 'idempotency-key': key }
  )

export const ask = async (person: Person, id: number, prompt: string, place: Place = {}) =>
  dataOf<{ generatedText: string }>(await send(person, id, prompt, place))

export const shownIn = async (person: Person, id: number, query = '') =>
  (await dataOf<{ messages: Message[] }>(await person.send('GET', `/chat/conversations/${id}/messages${query}`)))
    .messages

export const contents = (messages: Message[]) => messages.map(({ content }) => content)

export const show = async (person: Person, id: number, messageId: number) =>
  answered(await person.send('PUT', `/chat/conversations/${id}/shown`, { messageId }))

export const branch = async (person: Person, id: number, messageId: number) =>
  answered(await person.send('POST', `/chat/conversations/${id}/branches`, { messageId }))

/** The turns that the model was sent in the last call that names this text, without the system's. */
export async function sentAbout(text: string): Promise<string[]> {
  const [call] = (await callsAbout(text)).slice(-1) as unknown as { body: { input: { content: unknown }[] } }[]
  return call!.body.input.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
}

/** Begins an answer that is written until it is stopped. @returns its id */
export async function startStream(person: Person, body: object): Promise<string> {
  const key = crypto.randomUUID()
  const headers = { 'idempotency-key': key, accept: 'text/event-stream' }
  await person.send('POST', '/ai/text/chatgpt', { model: 'gpt-4o-mini', ...body }, headers)
  return key
}

/** All in one history, so that no two of their numbers are the same. */
export async function newChat() {
  const person = await newPerson({ tokens: 100, shard: 1 })
  return { person, id: await newConversation(person) }
}
