// Changes of a document that give no text: they are free, and the document stays as it was.
import { describe, expect, test } from 'vitest'
import { documentLengthMax } from '#contract/documents.ts'
import { change, newDocument, passTime, read, request, requestOf, save, states } from '../support/worker/documents.ts'
import { answered, dataOf } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import { ask, newChat, send, shownIn } from '../support/worker/versions.ts'

const startTokens = 100
const price = 5

describe('a change that fails', () => {
  test('is free, and the next one begins from the text before it', async () => {
    const { person, chat, id, answer } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'короче [сбой:500]')
    await request(person, id, asked)
    await send(person, chat, prompt, { key: asked.operationId })
    const failed = await read(person, id)
    expect(states(failed)).toEqual(['ready', 'failed'])
    expect(failed).toMatchObject({ shown: 1, text: answer.content })
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - price, reservedTokens: 0 })
    const changed = await change(person, { chat, id }, 'кратко')
    expect(await read(person, id)).toMatchObject({ shown: 3, text: changed.trim() })
    expect(states(await read(person, id))).toEqual(['ready', 'failed', 'ready'])
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('because the connection broke in the middle keeps the text before it', async () => {
    const { person, chat, id, answer } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'короче [сбой:обрыв]')
    await request(person, id, asked)
    await send(person, chat, prompt, { key: asked.operationId })
    const { outcome, content } = (await shownIn(person, chat)).at(-1)!
    expect(outcome).toBe('failed')
    expect(content).not.toBe('')
    expect(await read(person, id)).toMatchObject({
      shown: 1,
      text: answer.content,
      versions: [{}, { state: 'failed' }]
    })
  })

  test('because its question never came is found when it comes after all', async () => {
    const { person, chat, id } = await newDocument()
    const { asked, prompt } = await requestOf(person, id, 'кратко')
    await request(person, id, asked)
    expect(states(await read(person, id))).toEqual(['ready', 'writing'])
    await passTime(person, id)
    expect(states(await read(person, id))).toEqual(['ready', 'failed'])
    const sent = await dataOf<{ generatedText: string }>(await send(person, chat, prompt, { key: asked.operationId }))
    expect(await read(person, id)).toMatchObject({ shown: 2, text: sent.generatedText.trim() })
  })

  test('because the text would be too long leaves the answer in the chat', async () => {
    const { person, chat, id } = await newDocument()
    const long = `${'x'.repeat(documentLengthMax - 8)}\nКонец`
    await save(person, id, 1, long)
    await change(person, { chat, id }, 'кратко', 'Конец')
    expect(states(await read(person, id))).toEqual(['ready', 'ready', 'failed'])
    expect(await read(person, id)).toMatchObject({ shown: 2, text: long })
  })

  test.each([
    ['of characters that are not there', { start: 0, end: 50_000 }],
    ['of nothing', { start: 3, end: 3 }],
    ['without words', { request: '  ' }],
    ['without an operation', { operationId: '' }]
  ])('is refused %s, and nothing is added', async (_, wrong) => {
    const { person, id } = await newDocument()
    const { asked } = await requestOf(person, id, 'короче')
    const sent = await answered(await person.send('POST', `/chat/documents/${id}/changes`, { ...asked, ...wrong }))
    expect(sent).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(states(await read(person, id))).toEqual(['ready'])
  })
})

test('an answer in another chat with the same operation changes no document', async () => {
  const { person, id } = await newDocument()
  const { asked, prompt } = await requestOf(person, id, 'кратко')
  await request(person, id, asked)
  const stranger = await newChat()
  await dataOf(await send(stranger.person, stranger.id, prompt, { key: asked.operationId }))
  await ask(stranger.person, stranger.id, 'Кратко: что такое волна?')
  const created = await person.send('POST', '/chat/conversations', { service: 'chatgpt', title: 'Другой' })
  const { conversation } = await dataOf<{ conversation: { id: number } }>(created)
  await dataOf(await send(person, conversation.id, prompt, { key: asked.operationId }))
  await passTime(person, id)
  expect(states(await read(person, id))).toEqual(['ready', 'failed'])
})
