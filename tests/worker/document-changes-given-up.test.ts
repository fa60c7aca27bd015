// Changes of a document whose questions were refused: the document waits for them no longer, and nothing is lost if one comes after all.
import { describe, expect, test } from 'vitest'
import { change, giveUp, newDocument, read, request, requestOf, save, states } from '../support/worker/documents.ts'
import { answered, dataOf } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import { newChat, send } from '../support/worker/versions.ts'

const startTokens = 100
const price = 5

/** A document with a version whose question was not asked. */
async function awaiting(words = 'кратко') {
  const made = await newDocument()
  const { asked, prompt } = await requestOf(made.person, made.id, words)
  await dataOf(await made.person.send('POST', `/chat/documents/${made.id}/changes`, asked))
  return { ...made, asked, prompt }
}

describe('a change that is given up', () => {
  test('makes room for another one and for a save at once', async () => {
    const { person, chat, id, asked } = await awaiting()
    expect(await save(person, id, 1, 'Своё')).toMatchObject({ status: 409, code: 'CONFLICT' })
    const given = await giveUp(person, id, asked.operationId)
    expect(given).toMatchObject({ status: 200, data: { shown: 1, versions: [{}, { state: 'failed' }] } })
    expect(await giveUp(person, id, asked.operationId)).toEqual(given)
    expect(await save(person, id, 1, 'Своё')).toMatchObject({ status: 200, data: { shown: 3 } })
    const text = await change(person, { chat, id }, 'кратко и иначе')
    expect(await read(person, id)).toMatchObject({ shown: 4, text: text.trim() })
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('is asked for once more under its id, and is waited for again', async () => {
    const { person, chat, id, asked, prompt } = await awaiting()
    await giveUp(person, id, asked.operationId)
    expect(await request(person, id, asked)).toMatchObject({
      status: 200,
      data: { versions: [{}, { state: 'writing' }] }
    })
    expect(await save(person, id, 1, 'Своё')).toMatchObject({ status: 409, code: 'CONFLICT' })
    await dataOf(await send(person, chat, prompt, { key: asked.operationId }))
    expect(states(await read(person, id))).toEqual(['ready', 'ready'])
  })

  test('and followed by another version is not waited for again', async () => {
    const { person, id, asked } = await awaiting()
    await giveUp(person, id, asked.operationId)
    await save(person, id, 1, 'Своё')
    expect(await request(person, id, asked)).toMatchObject({ status: 200, data: { shown: 3 } })
    expect(states(await read(person, id))).toEqual(['ready', 'failed', 'ready'])
  })

  test('is found when its question is accepted after all', async () => {
    const { person, chat, id, asked, prompt } = await awaiting()
    await giveUp(person, id, asked.operationId)
    const sent = await dataOf<{ generatedText: string }>(await send(person, chat, prompt, { key: asked.operationId }))
    expect(await read(person, id)).toMatchObject({ shown: 2, text: sent.generatedText.trim() })
    expect(await viewOf(person.userId)).toMatchObject({ availableTokens: startTokens - 2 * price, reservedTokens: 0 })
  })

  test('goes on while it is being answered', async () => {
    const { person, chat, id, asked, prompt } = await awaiting('подробно [сбой:нет-ответа]')
    const question = { model: 'gpt-4o-mini', prompt, conversationId: chat }
    const headers = { 'idempotency-key': asked.operationId, accept: 'text/event-stream' }
    const stream = await person.send('POST', '/ai/text/chatgpt', question, headers)
    expect(await giveUp(person, id, asked.operationId)).toMatchObject({ status: 200 })
    expect(states(await read(person, id))).toEqual(['ready', 'writing'])
    await stream.body?.cancel()
    await dataOf(await person.send('DELETE', `/ai/text/answers/${asked.operationId}`))
  })

  test('stays when it was answered, and so does one of another user', async () => {
    const { person, chat, id, asked, prompt } = await awaiting()
    const stranger = await newChat()
    expect(await giveUp(stranger.person, id, asked.operationId)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(states(await read(person, id))).toEqual(['ready', 'writing'])
    await dataOf(await send(person, chat, prompt, { key: asked.operationId }))
    expect(await giveUp(person, id, asked.operationId)).toMatchObject({ status: 200, data: { shown: 2 } })
    const wrong = await answered(await person.send('DELETE', `/chat/documents/${id}/changes/x`))
    expect(wrong).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  })
})
