// What a user's object knows of D1 without asking it, and how each change reaches it.
import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { endSession } from '#data/directory/sessions.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { callsAbout } from '../support/worker/reading.ts'

const newConversation = async (person: Person) =>
  (
    await dataOf<{ conversation: { id: number } }>(
      await person.send('POST', '/chat/conversations', { service: 'chatgpt' })
    )
  ).conversation.id

const ask = (person: Person, prompt: string, conversationId?: number) =>
  person.send(
    'POST',
    '/ai/text/chatgpt',
    { prompt, model: 'gpt-4o-mini', ...(conversationId === undefined ? {} : { conversationId }) },
    { 'idempotency-key': crypto.randomUUID() }
  )

/** Counts the queries that read what an answer needs. */
function countReads() {
  const prepare = vi.spyOn(env.DB, 'prepare')
  return () => prepare.mock.calls.filter(([query]) => /^\s*select/.test(query)).length
}

/** The texts that the model was sent with this prompt. */
async function sentWith(prompt: string): Promise<string> {
  return JSON.stringify((await callsAbout(prompt)).at(-1))
}

describe('continuing a conversation', () => {
  test('asks D1 for nothing, also after the object left memory, and the model gets the earlier turns', async () => {
    const person = await newPerson({ tokens: 50 })
    const id = await newConversation(person)
    await dataOf(await ask(person, 'Кратко: что такое анемон?', id))
    const reads = countReads()
    await evictDurableObject(env.USER.getByName(person.userId))
    const { generatedText } = await dataOf<{ generatedText: string }>(
      await ask(person, 'Кратко: а что такое актиния?', id)
    )
    expect(reads()).toBe(0)
    expect(generatedText).not.toBe('')
    expect(await sentWith('а что такое актиния')).toContain('что такое анемон')
  })

  test('uses a message that was added meanwhile, and nothing of one that was deleted', async () => {
    const person = await newPerson({ tokens: 50 })
    const id = await newConversation(person)
    await dataOf(await ask(person, 'Кратко: что такое кварц?', id))
    await dataOf(
      await person.send('POST', `/chat/conversations/${id}/messages`, { content: 'Запомни слово берилл', role: 'user' })
    )
    await dataOf(await ask(person, 'Кратко: какое слово?', id))
    expect(await sentWith('какое слово')).toContain('берилл')
    await dataOf(await person.send('DELETE', `/chat/conversations/${id}`))
    expect((await ask(person, 'Кратко: что дальше?', id)).status).toBe(404)
  })

  test('after a question that got no text sends the model nothing of it', async () => {
    const person = await newPerson({ tokens: 50 })
    const id = await newConversation(person)
    await ask(person, 'Кратко: что такое опал? [сбой:модерация]', id)
    await dataOf(await ask(person, 'Кратко: что такое топаз?', id))
    expect(await sentWith('что такое топаз')).not.toContain('опал')
  })

  test('of another user is refused, although its owner’s object knows it', async () => {
    const [owner, stranger] = [await newPerson({ tokens: 50 }), await newPerson({ tokens: 50 })]
    const id = await newConversation(owner)
    await dataOf(await ask(owner, 'Кратко: что такое яшма?', id))
    expect((await ask(stranger, 'Кратко: что такое агат?', id)).status).toBe(404)
  })
})

describe('what is known of the account', () => {
  test('ends with the session, at once', async () => {
    const person = await newPerson({ tokens: 50 })
    await dataOf(await ask(person, 'Кратко: что такое порт?'))
    await dataOf(await person.send('POST', '/auth/logout', {}))
    expect((await ask(person, 'Кратко: что такое мол?')).status).toBe(401)
  })

  test('ends after a minute when the object could not be reached', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    const person = await newPerson({ tokens: 50 })
    await dataOf(await ask(person, 'Кратко: что такое пирс?'))
    await endSession(openDirectory(env), person.sessionId, Date.now())
    vi.setSystemTime(Date.now() + 61_000)
    expect((await ask(person, 'Кратко: что такое док?')).status).toBe(401)
  })
})

test('a question is shown in its conversation while its answer is written, and once afterwards', async () => {
  const person = await newPerson({ tokens: 50 })
  const id = await newConversation(person)
  const key = crypto.randomUUID()
  const body = { prompt: 'Подробно о реке [сбой:молчание]', model: 'gpt-4o-mini', conversationId: id }
  await person.send('POST', '/ai/text/chatgpt', body, { 'idempotency-key': key, accept: 'text/event-stream' })
  const messages = async () =>
    (
      await dataOf<{ messages: { id: number; role: string; operation_id: string }[] }>(
        await person.send('GET', `/chat/conversations/${id}/messages`)
      )
    ).messages
  expect(await messages()).toMatchObject([{ id: -1, role: 'user', operation_id: key }])
  await dataOf(await person.send('DELETE', `/ai/text/answers/${key}`))
  expect(await messages()).toMatchObject([
    { role: 'user', operation_id: key, id: expect.any(Number) },
    { role: 'assistant', operation_id: key }
  ])
})
