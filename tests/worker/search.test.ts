// Search in the chats of one user: what is found, what is not found any more, and what is left of it.
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { Search } from '#durable-objects/search/search.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import {
  addMany,
  addTitled,
  indexedIds,
  indexOf,
  marked,
  search,
  titlesIn,
  wholeSearch
} from '../support/worker/searching.ts'
import { ask, say } from '../support/worker/storing.ts'
import { ask as askAt, branch, newChat, shownIn } from '../support/worker/versions.ts'

const objectOf = ({ userId }: { userId: string }) => env.USER.getByName(userId)

describe.each([1, 2])('in history %i', (shard) => {
  test('words are found by their beginnings, with ё and е alike, in all services, and marked', async () => {
    const person = await newPerson({ shard })
    const chat = await addTitled(person, 'chatgpt', 'Первая')
    const other = await addTitled(person, 'claude', 'Вторая')
    await say(person, chat, 'Расскажи про ёжика в тумане')
    await say(person, other, 'Есть ли ежи в Сибири?')
    const { items, ...rest } = await search(person, 'ЕЖ')
    expect(rest).toEqual({ next: null, indexing: false })
    expect(items).toMatchObject([
      {
        conversation: { id: other, title: 'Вторая', service: 'claude' },
        titleRanges: [],
        messages: [{ role: 'user' }]
      },
      { conversation: { id: chat, title: 'Первая', service: 'chatgpt' } }
    ])
    expect(items.flatMap(({ messages }) => messages.map(({ text, ranges }) => marked(text, ranges)))).toEqual([
      'Есть ли [ежи] в Сибири?',
      'Расскажи про [ёжика] в тумане'
    ])
    expect(titlesIn(await search(person, 'туман ежик'))).toEqual(['Первая'])
    expect(titlesIn(await search(person, 'ежик сибир'))).toEqual([])
  })

  test('a stranger finds nothing of it', async () => {
    const [owner, stranger] = [await newPerson({ shard }), await newPerson({ shard })]
    await say(owner, await addTitled(owner, 'chatgpt', 'Секретная'), 'тайна')
    await search(owner, 'тайна')
    expect((await search(stranger, 'тайна')).items).toEqual([])
    expect((await search(stranger, 'секретная')).items).toEqual([])
  })
})

test('what comes later is found too: titles, messages and answers', async () => {
  const person = await newPerson({ tokens: 20 })
  expect((await search(person, 'мрамор')).items).toEqual([])
  const id = await addTitled(person, 'xai', 'О камнях')
  expect((await search(person, 'камн')).items).toMatchObject([
    { conversation: { id }, titleRanges: [[2, 8]], messages: [] }
  ])
  await ask(person, id, 'Кратко: что такое мрамор?')
  await expect.poll(async () => (await search(person, 'мрамор')).items[0]?.messages.at(-1)?.role).toBe('user')
})

test('of an answer the words are shown without its marks, of a question as it was typed', async () => {
  const person = await newPerson()
  const id = await addTitled(person, 'chatgpt', 'О камнях')
  await say(person, id, 'Что такое **гранит**?')
  await say(person, id, 'Ответ')
  const answer =
    '## Гранит\n\n- **Гранит** — [порода](https://example.com/granit)\n\n| Камень | Твёрдость |\n|---|---|\n| `гранит` | 6 |'
  await historyRows(person.userId)
    .prepare("update messages set role = 'assistant', content = ? where conversation_id = ? and content = 'Ответ'")
    .bind(answer, id)
    .run()
  const { items } = await wholeSearch(person, 'гранит')
  const shown = items.flatMap(({ messages }) => messages.map(({ text, ranges }) => marked(text, ranges)))
  expect(shown.toSorted()).toEqual(
    ['Что такое **[гранит]**?', '[Гранит] [Гранит] — порода Камень, Твёрдость [гранит], 6'].toSorted()
  )
})

test('every version of a turn is found, and those of a branch', async () => {
  const { person, id } = await newChat()
  await search(person, 'ирис')
  await askAt(person, id, 'Кратко: что такое ирис?')
  const [first] = await shownIn(person, id)
  await askAt(person, id, 'Кратко: что такое ирис?', { answersMessageId: first!.id })
  await askAt(person, id, 'Кратко: что такое лотос?', { parentMessageId: null })
  const [second] = await shownIn(person, id)
  const ids = async (words: string) =>
    (await wholeSearch(person, words)).items.flatMap(({ messages }) => messages.map((message) => message.id))
  expect(await ids('ирис')).toContain(first!.id)
  expect(await ids('лотос')).toContain(second!.id)
  const { results } = await historyRows(person.userId)
    .prepare('select id from messages where conversation_id = ? order by id')
    .bind(id)
    .all<{ id: number }>()
  expect(results).toHaveLength(5)
  expect(await indexedIds(person)).toEqual(results.map((message) => message.id))
  const { data } = await branch(person, id, first!.id)
  const { conversation } = data as { conversation: { id: number } }
  expect((await wholeSearch(person, 'ирис')).items.map((found) => found.conversation.id)).toContain(conversation.id)
})

test('a renamed conversation is found by its new title only', async () => {
  const person = await newPerson()
  const id = await addTitled(person, 'chatgpt', 'Прежнее')
  await search(person, 'прежнее')
  await person.send('PUT', `/chat/conversations/${id}`, { title: 'Нынешнее' })
  expect(titlesIn(await search(person, 'нынешн'))).toEqual(['Нынешнее'])
  expect(titlesIn(await search(person, 'прежнее'))).toEqual([])
})

describe('a deleted conversation', () => {
  test('is not found, and nothing of its words stays in the index', async () => {
    const person = await newPerson()
    const id = await addTitled(person, 'chatgpt', 'Канарейка-заглавие')
    await say(person, id, 'Канарейка-вопрос')
    await say(person, await addTitled(person, 'chatgpt', 'Остальное'), 'Остаётся')
    expect((await search(person, 'канарейка')).items).toHaveLength(1)
    expect(await indexOf(person)).toMatch(/канарейка[^]*канарейка/)
    await person.send('DELETE', `/chat/conversations/${id}`)
    expect(await indexOf(person)).not.toMatch(/канарейка|заглавие|вопрос/)
    expect((await search(person, 'канарейка')).items).toEqual([])
    expect(titlesIn(await search(person, 'остается'))).toEqual(['Остальное'])
  })

  test('that is long takes the index with it, which the next search builds anew', async () => {
    const person = await newPerson()
    const id = await addTitled(person, 'chatgpt', 'Длинная')
    await say(person, await addTitled(person, 'chatgpt', 'Остальное'), 'остаётся')
    await say(person, id, Array.from({ length: 5500 }, (_, n) => `слово${n}`).join(' '))
    expect(titlesIn(await search(person, 'слово77'))).toEqual(['Длинная'])
    await person.send('DELETE', `/chat/conversations/${id}`)
    expect(await indexOf(person)).toBeNull()
    expect(titlesIn(await wholeSearch(person, 'слово77'))).toEqual([])
    expect(titlesIn(await search(person, 'остаётся'))).toEqual(['Остальное'])
  })

  test('is found again when its deletion failed', async () => {
    const person = await newPerson()
    const id = await addTitled(person, 'chatgpt', 'Живучая')
    await say(person, id, 'слово')
    await search(person, 'слово')
    await runInDurableObject(objectOf(person), async (_, { storage }) => {
      const failing = new Search(storage).changing(id, true, () => Promise.reject(new Error('D1 is down')))
      await expect(failing).rejects.toThrow('D1 is down')
    })
    expect(await indexOf(person)).not.toContain('слово')
    expect(titlesIn(await wholeSearch(person, 'слово'))).toEqual(['Живучая'])
  })

  test('whose texts were just being read leaves none of them', async () => {
    const person = await newPerson()
    const id = await addTitled(person, 'chatgpt', 'Чат')
    await say(person, id, 'мимолётное')
    await runInDurableObject(objectOf(person), async (_, { storage }) => {
      const index = new Search(storage)
      await index.find(openHistory(env, person.userId), person.userId, { words: ['чат'], before: null })
      await say(person, id, 'позднее')
      const read = index.find(openHistory(env, person.userId), person.userId, { words: ['чат'], before: null })
      await index.changing(id, true, async () => {
        await historyRows(person.userId).prepare('delete from conversations where id = ?').bind(id).run()
      })
      expect(await read).toMatchObject({ messageIds: [], conversationIds: [] })
    })
    expect(await indexOf(person)).not.toMatch(/мимолетное|позднее/)
  })
})

test('who never searches has no index, and an erased user has none any more', async () => {
  const person = await newPerson()
  const id = await addTitled(person, 'chatgpt', 'Чат')
  await say(person, id, 'слово')
  await person.send('PUT', `/chat/conversations/${id}`, { title: 'Другой' })
  expect(await indexOf(person)).toBeNull()
  await search(person, 'слово')
  expect(await indexOf(person)).toContain('слово')
  await userOf(env, person.userId).forgetTexts()
  expect(await indexOf(person)).toBeNull()
})

test('an index made by other rules is built anew', async () => {
  const person = await newPerson()
  await say(person, await addTitled(person, 'chatgpt', 'Чат'), 'слово')
  await search(person, 'слово')
  await runInDurableObject(objectOf(person), (_, { storage: { sql } }) => {
    sql.exec('update search_state set version = 0')
    sql.exec("insert into search_words (search_words) values ('delete-all')")
  })
  expect((await wholeSearch(person, 'слово')).items).toHaveLength(1)
})

describe('much', () => {
  test('is read in portions by several searches, and an interrupted one is continued', async () => {
    const person = await newPerson()
    await addMany(person, 600)
    // Each search has time for one portion.
    let now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 2000))
    const first = await search(person, 'номер600')
    expect(first).toMatchObject({ indexing: true, items: [] })
    expect((await search(person, 'номер1')).items).not.toEqual([])
    await say(person, await addTitled(person, 'chatgpt', 'Новая'), 'номер600')
    expect(titlesIn(await wholeSearch(person, 'номер600'))).toEqual(['Новая', 'Беседа 600'])
  })

  test('is found in one call, page by page, among 1,200 conversations', async () => {
    const person = await newPerson()
    await addMany(person, 1200)
    await wholeSearch(person, 'сообщение')
    const found = await search(person, 'номер1021')
    expect(found).toMatchObject({ indexing: false, next: null, items: [{ conversation: { title: 'Беседа 1021' } }] })
    const page = await search(person, 'сообщ')
    const more = await search(person, 'сообщ', page.next ?? 0)
    expect([...titlesIn(page), ...titlesIn(more)]).toEqual(Array.from({ length: 40 }, (_, n) => `Беседа ${1200 - n}`))
    const titled = titlesIn(await search(person, 'беседа'))
    expect(titled).toEqual(Array.from({ length: 100 }, (_, n) => `Беседа ${1200 - n}`))
  })
})

test.each(['', ' ', 'я'.repeat(201)])('%j is refused in Russian', async (q) => {
  const person = await newPerson()
  expect(await answered(await person.send('GET', `/chat/search?q=${encodeURIComponent(q)}`))).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    data: { details: [{ path: 'q', msg: expect.stringMatching(/^[А-Я]/) }] }
  })
})

/** Who has no chats. */
let nobody: Person | undefined

test.each(['"', '*', "' or 1=1", '😀', '!!!', '\0', 'NEAR(a b) AND NOT c', 'a'.repeat(200)])(
  '%j finds nothing and breaks nothing',
  async (q) => {
    nobody ??= await newPerson()
    expect(await search(nobody, q)).toEqual({ items: [], next: null, indexing: false })
  }
)
