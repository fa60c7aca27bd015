// Chats that a model may name, and deliveries of the messages that ask for it.
import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { titleOf } from '#contract/chat-titles.ts'
import type { Conversation } from '#contract/chats.ts'
import type { TitleMessage } from '#domain/chat-title.ts'
import { consumeTitles } from '#queues/titles.ts'
import { suppliesInForce } from '#worker/http/in-force.ts'
import { historyRows } from './histories.ts'
import { answered, dataOf, newPerson, type Person } from './person.ts'

export const question = 'Кратко: чем гранит отличается от базальта и где их добывают?'
export const named = 'Чем гранит отличается от базальта и'

export async function chatOf(person: Person, title = titleOf(question)): Promise<number> {
  const made = await person.send('POST', '/chat/conversations', { service: 'chatgpt', title })
  return (await dataOf<{ conversation: Conversation }>(made)).conversation.id
}

export async function ask(person: Person, conversationId: number, prompt = question): Promise<string> {
  const operationId = crypto.randomUUID()
  const body = { prompt, model: 'gpt-4o-mini', conversationId }
  const asked = await person.send('POST', '/ai/text/chatgpt', body, { 'idempotency-key': operationId })
  expect((await answered(asked)).status).toBe(200)
  return operationId
}

export const titleIn = async ({ userId }: Person, id: number) =>
  historyRows(userId).prepare('select title from conversations where id = ?').bind(id).first<string>('title')

/** Delivers a message as the queue does. @returns 'ack', or 'retry' */
export async function deliver(
  body: TitleMessage,
  { attempts = 1, settings = {}, isolate }: { attempts?: number; settings?: object; isolate?: Env } = {}
) {
  const ends: string[] = []
  const message = { body, attempts, ack: () => ends.push('ack'), retry: () => ends.push('retry') }
  await consumeTitles(
    { messages: [message] } as unknown as MessageBatch,
    isolate ?? { ...env, CHAT_TITLES: 'on', ...settings },
    suppliesInForce
  )
  return ends
}

/** A person with an answered chat. */
export async function answeredChat(title?: string) {
  const person = await newPerson({ tokens: 20 })
  const id = await chatOf(person, title)
  const operationId = await ask(person, id)
  return { person, id, message: { userId: person.userId, conversationId: id, operationId } }
}
