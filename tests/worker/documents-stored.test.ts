// What documents take of the room of an account, and what becomes of them with the account.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { archiveEntries } from '#worker/people/account-archive.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import {
  newDocument,
  open,
  openAnswered,
  read,
  remove,
  request,
  save,
  storedVersions
} from '../support/worker/documents.ts'
import { historyRows } from '../support/worker/histories.ts'
import { dataOf, type Person } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, fill, recount, say } from '../support/worker/storing.ts'
import { ask, newChat, shownIn } from '../support/worker/versions.ts'

describe('the bytes of documents', () => {
  test('are free again when the document or its chat is deleted', async () => {
    const { person, id: chat } = await newChat()
    await ask(person, chat, 'Кратко: что такое залив?')
    const answer = (await shownIn(person, chat)).at(-1)!
    const before = await countOf(person)
    const { document } = await open(person, answer.id)
    await save(person, document.id, 1, 'Длинный текст '.repeat(100))
    expect(await countOf(person)).toBe(await recount(person))
    await remove(person, document.id)
    expect(await countOf(person)).toBe(before)

    const again = (await open(person, answer.id)).document.id
    await save(person, again, 1, 'Другой текст')
    await dataOf(await person.send('DELETE', `/chat/conversations/${chat}`))
    expect(await countOf(person)).toBe(0)
    expect(await storedVersions(person, again)).toBe(0)
    expect((await person.send('GET', `/chat/documents/${again}`)).status).toBe(404)
  })

  test('need room: a full account keeps what it has and gets nothing new', async () => {
    const { person, chat, id } = await newDocument()
    const other = await newChatAnswer(person, chat)
    await fill(person, chat, 200)
    const before = await countOf(person)
    expect(await save(person, id, 1, 'Текст '.repeat(100))).toMatchObject({ status: 403, code: 'STORAGE_FULL' })
    expect(await openAnswered(person, other)).toMatchObject({ status: 403, code: 'STORAGE_FULL' })
    const operationId = crypto.randomUUID()
    expect(await request(person, id, { base: 1, operationId, request: 'короче', start: 0, end: 5 })).toMatchObject({
      status: 403
    })
    expect(await countOf(person)).toBe(before)
    expect((await read(person, id)).shown).toBe(1)
    expect(await viewOf(person.userId)).toMatchObject({ reservedTokens: 0 })
  })
})

async function newChatAnswer(person: Person, chat: number): Promise<number> {
  await say(person, chat, 'Ещё вопрос')
  const path = `/chat/conversations/${chat}/messages`
  await dataOf(await person.send('POST', path, { role: 'assistant', content: 'Ответ' }))
  return (await shownIn(person, chat)).at(-1)!.id
}

describe('an account with documents', () => {
  test('has them in its archive', async () => {
    const { person, chat, id, opened, answer } = await newDocument()
    await save(person, id, 1, 'Исправлено')
    const entries = new Map<string, string>()
    for await (const { name, input } of archiveEntries(env, person.userId)) {
      let text = ''
      if (typeof input === 'string') text = input
      else for await (const part of input) text += String(part)
      entries.set(name, text)
    }
    const { title, createdAt } = opened.document
    expect(JSON.parse(entries.get(`documents/${id}.json`)!)).toMatchObject({
      conversationId: chat,
      kind: 'text',
      title,
      createdAt,
      versions: [
        { number: 1, text: answer.content, request: null },
        { number: 2, text: 'Исправлено', request: null }
      ]
    })
  })

  test('is erased with them', async () => {
    const { person, id } = await newDocument()
    for (const number of [2, 3, 4]) await save(person, id, number - 1, `Версия ${number}`)
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(person.userId).run()
    expect(await eraseAccounts(env, Date.now())).toBe(1)
    expect(await storedVersions(person, id)).toBe(0)
    const rows = historyRows(person.userId)
    const left = await rows.prepare('select id from documents where user_id = ?').bind(person.userId).all()
    expect(left.results).toEqual([])
    expect(await countOf(person)).toBeNull()
  })
})
