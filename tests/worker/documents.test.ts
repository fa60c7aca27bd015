// Answers as documents: opened once, and changed by their owner.
import { describe, expect, test } from 'vitest'
import { type ChatDocument, documentLengthMax, documentVersionsMax, type OpenedDocument } from '#contract/documents.ts'
import {
  newDocument,
  open,
  openAnswered,
  read,
  remove,
  request,
  save,
  states,
  storedVersions
} from '../support/worker/documents.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, type Person } from '../support/worker/person.ts'
import { countOf, recount } from '../support/worker/storing.ts'
import { ask, branch, newChat, shownIn } from '../support/worker/versions.ts'
import { order } from '../support/worker/works-in-chat.ts'

const listed = async (person: Person, chat: number) =>
  (await dataOf<{ items: ChatDocument[] }>(await person.send('GET', `/chat/conversations/${chat}/documents`))).items

describe('an answer', () => {
  test('is opened as a document with its text, once', async () => {
    const { person, chat, answer, opened } = await newDocument()
    expect(opened).toEqual({
      document: {
        id: opened.document.id,
        conversationId: chat,
        messageId: answer.id,
        kind: 'text',
        title: opened.document.title,
        createdAt: opened.document.createdAt,
        updatedAt: opened.document.createdAt
      },
      versions: [{ number: 1, createdAt: opened.document.createdAt, request: null, operationId: null, state: 'ready' }],
      shown: 1,
      text: answer.content
    })
    expect(opened.document.title).not.toBe('')
    const both = await Promise.all([open(person, answer.id), open(person, answer.id)])
    expect(both).toEqual([opened, opened])
    expect(await read(person, opened.document.id)).toEqual(opened)
    expect(await listed(person, chat)).toEqual([opened.document])
  })

  test('that two devices open at once is one document', async () => {
    const { person, id: chat } = await newChat()
    await ask(person, chat, 'Кратко: что такое мель?')
    const answer = (await shownIn(person, chat)).at(-1)!
    const [one, other] = await Promise.all([open(person, answer.id), open(person, answer.id)])
    expect(one).toEqual(other)
    expect(await listed(person, chat)).toHaveLength(1)
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('with a page in it is that page', async () => {
    const { person, id: chat } = await newChat()
    const code = '<!DOCTYPE html>\n<title>Меню</title>\n<p>Суп</p>'
    const path = `/chat/conversations/${chat}/messages`
    await dataOf(await person.send('POST', path, { role: 'assistant', content: `Вот:\n\n\`\`\`html\n${code}\n\`\`\`` }))
    const answer = (await shownIn(person, chat)).at(-1)!
    expect(await open(person, answer.id)).toMatchObject({ document: { kind: 'html', title: 'Меню' }, text: code })
  })

  test('of another user, a question, a card of works and an unknown number are not found', async () => {
    const { person, id: chat } = await newChat()
    await ask(person, chat, 'Кратко: что такое коса?')
    const [question, answer] = await shownIn(person, chat)
    await order(person, { conversationId: chat })
    const card = (await shownIn(person, chat)).at(-1)!
    expect(card.works).toHaveLength(1)
    const stranger = await newChat()
    for (const [who, id] of [
      [stranger.person, answer!.id],
      [person, question!.id],
      [person, card.id],
      [person, 987_654]
    ] as const)
      expect(await openAnswered(who, id)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await listed(person, chat)).toEqual([])
  })

  test('that is too long stays an answer', async () => {
    const { person, id: chat } = await newChat()
    await ask(person, chat, 'Кратко: что такое обрыв?')
    const answer = (await shownIn(person, chat)).at(-1)!
    await historyRows(person.userId)
      .prepare('update messages set content = substr(hex(zeroblob(?1)), 1, ?1) where id = ?2')
      .bind(documentLengthMax + 1, answer.id)
      .run()
    expect(await openAnswered(person, answer.id)).toMatchObject({ status: 413 })
    expect(await listed(person, chat)).toEqual([])
  })
})

describe('a document', () => {
  test('gets a version by each save, and shows any of them', async () => {
    const { person, id, answer } = await newDocument()
    expect(await save(person, id, 1, 'Вторая версия')).toMatchObject({
      status: 200,
      data: { shown: 2, text: 'Вторая версия' }
    })
    expect(await save(person, id, 2, 'Третья версия')).toMatchObject({ status: 200, data: { shown: 3 } })
    expect(await read(person, id, 1)).toMatchObject({ shown: 1, text: answer.content })
    const now = await read(person, id)
    expect(now).toMatchObject({ shown: 3, text: 'Третья версия' })
    expect(states(now)).toEqual(['ready', 'ready', 'ready'])
    expect(now.document.updatedAt).toBeGreaterThanOrEqual(now.versions[2]!.createdAt)
    const missing = await person.send('GET', `/chat/documents/${id}?version=4`)
    expect(missing.status).toBe(404)
    expect(await countOf(person)).toBe(await recount(person))
  })

  test('that is saved on two devices at once keeps one text, and the other device is told', async () => {
    const { person, id } = await newDocument()
    const both = await Promise.all(['Одно', 'Другое'].map((text) => save(person, id, 1, text)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const winner = both.find(({ status }) => status === 200)!.data as OpenedDocument
    expect(await read(person, id)).toEqual(winner)
    expect(await storedVersions(person, id)).toBe(2)
  })

  test('is not saved over a newer version, and a repeated save adds nothing', async () => {
    const { person, id } = await newDocument()
    const first = await save(person, id, 1, 'Новое')
    expect(await save(person, id, 1, 'Новое')).toEqual(first)
    expect(await save(person, id, 1, 'Иное')).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await save(person, id, 3, 'Иное')).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect(await storedVersions(person, id)).toBe(2)
  })

  test('takes a hundred versions', async () => {
    const { person, id } = await newDocument()
    await historyRows(person.userId)
      .prepare(
        `with recursive counted(n) as (select 2 union all select n + 1 from counted where n < ${documentVersionsMax})
        insert into document_versions (document_id, number, text, created_at) select ?, n, 'x', n from counted`
      )
      .bind(id)
      .run()
    expect(await save(person, id, documentVersionsMax, 'Ещё')).toMatchObject({ status: 409, code: 'DOCUMENT_FULL' })
    const operationId = crypto.randomUUID()
    const change = { base: documentVersionsMax, operationId, request: 'короче', start: 0, end: 1 }
    expect(await request(person, id, change)).toMatchObject({ status: 409, code: 'DOCUMENT_FULL' })
    expect(await storedVersions(person, id)).toBe(documentVersionsMax)
  })

  test('counts no refused questions among its versions, and forgets them where they are many', async () => {
    const { person, id } = await newDocument()
    await historyRows(person.userId)
      .prepare(
        `with recursive counted(n) as (select 2 union all select n + 1 from counted where n < ${documentVersionsMax})
        insert into document_versions (document_id, number, text, operation_id, base, "start", "end", request, created_at)
        select ?, n, null, 'refused-question-' || n, 1, 0, 1, 'короче', n from counted`
      )
      .bind(id)
      .run()
    expect(await save(person, id, 1, 'Своё')).toMatchObject({ status: 200, data: { shown: documentVersionsMax + 1 } })
    const kept = (await read(person, id)).versions.map(({ number, state }) => [number, state])
    expect(kept).toEqual([
      [1, 'ready'],
      [documentVersionsMax, 'failed'],
      [documentVersionsMax + 1, 'ready']
    ])
    expect(await countOf(person)).toBe(await recount(person))
  })

  test.each([
    ['an empty text', { base: 1, text: '' }],
    ['a text that is too long', { base: 1, text: 'x'.repeat(documentLengthMax + 1) }],
    ['no base', { text: 'Новое' }]
  ])('is not saved with %s', async (_, body) => {
    const { person, id } = await newDocument()
    const sent = await answered(await person.send('POST', `/chat/documents/${id}/versions`, body))
    expect(sent).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
    expect(await storedVersions(person, id)).toBe(1)
  })

  test('is renamed and deleted, and the answer stays', async () => {
    const { person, chat, answer, id } = await newDocument()
    const renamed = await answered(await person.send('PUT', `/chat/documents/${id}`, { title: ' Письмо другу ' }))
    expect(renamed).toMatchObject({ status: 200, data: { document: { id, title: 'Письмо другу' } } })
    expect(await countOf(person)).toBe(await recount(person))
    expect(await remove(person, id)).toMatchObject({ status: 200 })
    expect(await remove(person, id)).toMatchObject({ status: 404 })
    expect(await listed(person, chat)).toEqual([])
    expect((await shownIn(person, chat)).at(-1)).toEqual(answer)
    expect((await open(person, answer.id)).document.id).not.toBe(id)
  })

  test('stays with its chat when a branch begins', async () => {
    const { person, chat, answer } = await newDocument()
    const { conversation } = (await branch(person, chat, answer.id)).data as { conversation: { id: number } }
    expect(await listed(person, conversation.id)).toEqual([])
    expect(await listed(person, chat)).toHaveLength(1)
  })
})
