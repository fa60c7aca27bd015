// Conversations that were had with ChatGPT become the user's own: once, with their dates, within the limits, for nothing.
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { importedMessagesMax } from '#contract/import.ts'
import { storageLimits } from '#contract/catalogue/plans.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { viewOf } from '../support/worker/reading.ts'
import { countOf, fill, newConversation, recount } from '../support/worker/storing.ts'
import { ask, shownIn } from '../support/worker/versions.ts'

const messages: { role: string; content: string; created_at: number; sources?: object[] }[] = [
  { role: 'user', content: 'Что такое риф?', created_at: 1_700_000_000_000 },
  { role: 'assistant', content: 'Риф — это **гряда**.', created_at: 1_700_000_005_000 },
  { role: 'user', content: 'А атолл?', created_at: 1_700_000_010_000 }
]
const chat = { source: 'chatgpt:1', title: 'Рифы', model: 'gpt-4', messages }
const send = (person: Person, body: object = chat) => person.send('POST', '/chat/import', body)
const listed = async ({ send: call }: Person) =>
  (await dataOf<{ items: Conversation[] }>(await call('GET', '/chat/conversations'))).items

const texts = (n: number) => Array.from({ length: 18 }, () => ({ ...messages[0]!, content: `${n}`.repeat(100_000) }))

test('an imported conversation has its texts in order and its dates, costs nothing, and can be continued', async () => {
  const person = await newPerson({ tokens: 10 })
  const { conversation, created } = await dataOf<{ conversation: Conversation; created: boolean }>(await send(person))
  expect(created).toBe(true)
  expect(conversation).toMatchObject({
    title: 'Рифы',
    service: 'chatgpt',
    model: 'gpt-4o-mini',
    created_at: messages[0]!.created_at,
    updated_at: messages[2]!.created_at
  })
  const shown = await shownIn(person, conversation.id)
  expect(shown.map(({ role, content, created_at }) => ({ role, content, created_at }))).toEqual(messages)
  expect(shown.map(({ model }) => model)).toEqual(['gpt-4o-mini', 'gpt-4', 'gpt-4o-mini'])
  expect(await viewOf(person.userId)).toMatchObject({ availableTokens: 10, reservedTokens: 0 })
  expect(await countOf(person)).toBe(await recount(person))
  await ask(person, conversation.id, 'Кратко: а лагуна?')
  expect(await shownIn(person, conversation.id)).toHaveLength(5)
})

const source = { url: 'https://sea.example/a', title: 'Море "и" горы' }

test('an answer keeps the pages that it names, and they are counted like its text', async () => {
  const person = await newPerson()
  const sources = [source]
  const { conversation } = await dataOf<{ conversation: Conversation }>(
    await send(person, { ...chat, messages: messages.with(1, { ...messages[1]!, sources }) })
  )
  expect((await shownIn(person, conversation.id)).map((one) => one.sources)).toEqual([null, sources, null])
  expect(await countOf(person)).toBe(await recount(person))
})

test('imported again, also at the same time, it is there once; another user has an own one', async () => {
  const person = await newPerson()
  const results = await Promise.all([send(person), send(person), send(person)])
  const made = await Promise.all(results.map((one) => dataOf<{ conversation: Conversation; created: boolean }>(one)))
  expect(new Set(made.map(({ conversation }) => conversation.id)).size).toBe(1)
  expect(made.filter(({ created }) => created)).toHaveLength(1)
  expect(await listed(person)).toHaveLength(1)
  expect(await countOf(person)).toBe(await recount(person))
  const other = await newPerson()
  expect(await dataOf(await send(other))).toMatchObject({ created: true })
})

test('a long conversation comes whole, in order', async () => {
  const person = await newPerson({ paid: true })
  const many = Array.from({ length: importedMessagesMax }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `${n} ${'длинный текст '.repeat(60)}`,
    created_at: n
  }))
  const { conversation } = await dataOf<{ conversation: Conversation }>(await send(person, { ...chat, messages: many }))
  const shown = await shownIn(person, conversation.id)
  const [first] = shown
  expect(first!.content.startsWith(`${importedMessagesMax - shown.length} `)).toBe(true)
  expect(shown.at(-1)!.content).toBe(many.at(-1)!.content)
})

test('what breaks a limit is refused in Russian, and nothing is stored', async () => {
  const person = await newPerson()
  const one = { role: 'user', content: 'x', created_at: 1 }
  const bad = [
    { ...chat, messages: [] },
    { ...chat, messages: Array.from({ length: importedMessagesMax + 1 }, () => one) },
    { ...chat, messages: [{ ...one, content: 'x'.repeat(100_001) }] },
    { ...chat, messages: [{ ...one, content: '' }] },
    { ...chat, messages: [{ ...one, role: 'system' }] },
    { ...chat, messages: [{ ...one, created_at: -1 }] },
    { ...chat, messages: [{ ...one, sources: Array.from({ length: 31 }, () => source) }] },
    { ...chat, source: '' },
    { ...chat, title: 'x'.repeat(201) }
  ]
  for (const body of bad)
    expect(await answered(await send(person, body))).toMatchObject({
      status: 400,
      error: expect.stringMatching(/[а-я]/)
    })
  const large = { ...chat, messages: Array.from({ length: 40 }, () => ({ ...one, content: 'x'.repeat(60_000) })) }
  expect(await answered(await send(person, large))).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
  expect(await listed(person)).toEqual([])
})

test('an import takes room like everything else: of the day, and in all', async () => {
  const person = await newPerson()
  expect((await send(person, { ...chat, source: 'a', messages: texts(1) })).status).toBe(200)
  expect(await answered(await send(person, { ...chat, source: 'b', messages: texts(2) }))).toMatchObject({
    status: 429,
    code: 'STORAGE_DAY_FULL'
  })
  // What is there already needs no room.
  expect(await dataOf(await send(person, { ...chat, source: 'a', messages: texts(1) }))).toMatchObject({
    created: false
  })

  // No day has room for it: waiting would not help.
  const other = await newPerson()
  const short = Array.from({ length: importedMessagesMax }, () => ({ ...messages[0]!, content: 'x'.repeat(3850) }))
  expect(await answered(await send(other, { ...chat, messages: short }))).toMatchObject({ code: 'STORAGE_FULL' })

  const full = await newPerson()
  await fill(full, await newConversation(full), 500)
  expect(storageLimits.free.bytesMax - (await countOf(full))!).toBeLessThan(600)
  expect(await answered(await send(full))).toMatchObject({ status: 403, code: 'STORAGE_FULL' })
  expect(await listed(full)).toHaveLength(1)
})

test('a date in the future is now', async () => {
  const person = await newPerson()
  const body = { ...chat, messages: [{ ...messages[0]!, created_at: Date.now() + 1e11 }] }
  const { conversation } = await dataOf<{ conversation: Conversation }>(await send(person, body))
  expect(conversation.updated_at).toBeLessThanOrEqual(Date.now())
})

test('half of a character is stored as text', async () => {
  const person = await newPerson()
  const body = { ...chat, messages: [{ ...messages[0]!, content: 'Ёж \ud83e' }] }
  const { conversation } = await dataOf<{ conversation: Conversation }>(await send(person, body))
  expect((await shownIn(person, conversation.id))[0]!.content).toBe('Ёж \ufffd')
  expect(await countOf(person)).toBe(await recount(person))
})
