// Changes of a document that give no text: they are free, and the document stays as it was.
import { describe, expect, test } from 'vitest'
import { documentLengthMax } from '#contract/documents.ts'
import { change, newDocument, passTime, read, request, requestOf, save, states } from '../support/worker/documents.ts'
import { historyRows } from '../support/worker/histories.ts'
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

  test.each([
    ['the text would be too long', 'я'.repeat(documentLengthMax)],
    ['it is an empty block', '```\n```']
  ])('because %s leaves the answer in the chat, which was paid', async (_, content) => {
    const { person, chat, id, answer } = await newDocument()
    await change(person, { chat, id }, 'кратко', answer.content.slice(0, 5))
    await historyRows(person.userId)
      .prepare('update messages set content = ? where id = ?')
      .bind(content, (await shownIn(person, chat)).at(-1)!.id)
      .run()
    expect(states(await read(person, id))).toEqual(['ready', 'unfit'])
    expect(await read(person, id)).toMatchObject({ shown: 1, text: answer.content })
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 2 * price })
    expect(await save(person, id, 1, 'Своё')).toMatchObject({ status: 200, data: { shown: 3 } })
  })

  test('is not asked for where an answer would have no room', async () => {
    const { person, id } = await newDocument()
    await save(person, id, 1, `${'x'.repeat(documentLengthMax - 8)}\nКонец`)
    const { asked } = await requestOf(person, id, 'кратко', 'Конец')
    const refused = await request(person, id, asked)
    expect(refused).toMatchObject({ status: 400, error: expect.stringContaining('почти не осталось места') })
    expect(states(await read(person, id))).toEqual(['ready', 'ready'])
    expect(await request(person, id, { ...asked, start: 0 })).toMatchObject({ status: 200 })
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
