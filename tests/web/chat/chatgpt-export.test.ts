// An export of ChatGPT as its users get it: a ZIP or the JSON in it, with trees, tools and hidden messages.
import { strToU8, zipSync } from 'fflate'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { storageLimits } from '#contract/catalogue/plans.ts'
import { importConversation, importedMessagesMax } from '#contract/import.ts'
import { importBytesMax } from '#contract/chat-limits.ts'
import { copiesBytes } from '#domain/stored-bytes.ts'
import { arrayElements } from '../../../web/src/chat/import/array-elements.ts'
import { chatsInExport, readExport } from '../../../web/src/chat/import/chatgpt-export.ts'

const message = (role: string, parts: unknown[], more: object = {}) => ({
  author: { role },
  create_time: 1_700_000_000.5,
  content: { content_type: 'text', parts },
  recipient: 'all',
  metadata: {},
  ...more
})

const tree = {
  root: { id: 'root', message: null, parent: null, children: ['system'] },
  system: {
    message: message('system', [''], { metadata: { is_visually_hidden_from_conversation: true } }),
    parent: 'root'
  },
  q: { message: message('user', ['Что такое риф?']), parent: 'system' },
  old: { message: message('assistant', ['Старый ответ']), parent: 'q' },
  tool: { message: message('assistant', ['search("риф")'], { recipient: 'web' }), parent: 'q' },
  result: { message: message('tool', ['нашлось']), parent: 'tool' },
  thoughts: {
    message: message('assistant', [], { content: { content_type: 'thoughts', thoughts: [] } }),
    parent: 'result'
  },
  a: { message: message('assistant', ['Гряда.'], { metadata: { model_slug: 'gpt-4o' } }), parent: 'thoughts' },
  picture: {
    message: message('user', [{ content_type: 'image_asset_pointer', asset_pointer: 'x' }, 'А это?'], {
      content: { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer' }, 'А это?'] }
    }),
    parent: 'a'
  }
}
const conversation = {
  id: 'c-1',
  title: ' Рифы \n<img src=x> ',
  create_time: 1_700_000_000,
  update_time: 1_700_000_100.25,
  current_node: 'picture',
  mapping: tree
}

const file = (data: unknown) => new Blob([JSON.stringify(data)])
const zip = (files: Record<string, string>) =>
  new Blob([zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))])

test('the way that was shown is taken, without tools, hidden messages and other ways', () => {
  const { chats, unreadable } = chatsInExport([conversation])!
  expect(unreadable).toBe(0)
  expect(chats).toEqual([
    {
      source: 'chatgpt:c-1:1700000100250:0',
      title: 'Рифы <img src=x>',
      model: 'gpt-4o',
      updatedAt: 1_700_000_000_500,
      messages: [
        { role: 'user', content: 'Что такое риф?', created_at: 1_700_000_000_500 },
        { role: 'assistant', content: 'Гряда.', created_at: 1_700_000_000_500 },
        { role: 'user', content: '[вложение]\n\nА это?', created_at: 1_700_000_000_500 }
      ]
    }
  ])
})

test('a circle, a missing end and nonsense hold nothing up', () => {
  const circle = { a: { message: message('user', ['да']), parent: 'b' }, b: { message: null, parent: 'a' } }
  const found = chatsInExport([
    { ...conversation, mapping: circle, current_node: 'a' },
    { ...conversation, current_node: 'nothing' },
    { title: 'без дерева' },
    { ...conversation, mapping: {}, current_node: null },
    { ...conversation, id: 'odd', mapping: { ...tree, picture: { parent: 'a', message: { author: 7 } } } }
  ])!
  expect(found.unreadable).toBe(1)
  expect(found.chats.map(({ messages }) => messages.length)).toEqual([1, 3, 2])
  for (const other of [null, {}, 'text', [{ title: 'x' }]]) expect(chatsInExport(other)).toBeNull()
})

test('a conversation that is too long comes in parts, each of which the server takes, and nothing is lost', () => {
  const length = 1200
  const mapping = Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `m${n}`,
      {
        parent: n === 0 ? null : `m${n - 1}`,
        message: message(n % 2 ? 'assistant' : 'user', [`${n} ${'ё'.repeat(900)}`])
      }
    ])
  )
  const long = { ...conversation, mapping, current_node: `m${length - 1}` }
  const huge = {
    ...conversation,
    id: 'huge',
    title: '🦔'.repeat(150),
    mapping: { a: { parent: null, message: message('user', [`${'z'.repeat(99_999)}🦔${'z'.repeat(149_999)}`]) } },
    current_node: 'a'
  }
  const { chats } = chatsInExport([long, huge])!
  for (const { updatedAt: _, ...chat } of chats) {
    expect(importConversation.input.safeParse(chat).success).toBe(true)
    expect(new TextEncoder().encode(JSON.stringify(chat)).length).toBeLessThan(importBytesMax)
    // A free account could never store a part that takes more than its day has room for.
    const { messages } = chat
    const textBytes = new TextEncoder().encode(messages.map(({ content }) => content).join('')).length
    expect(copiesBytes(messages.length, textBytes)).toBeLessThan(storageLimits.free.bytesPerDay)
  }
  const parts = chats.filter(({ source }) => source.startsWith('chatgpt:c-1:'))
  expect(parts.map(({ messages }) => messages.length)).toEqual([importedMessagesMax, importedMessagesMax, 200])
  expect(parts.map(({ title }) => title.slice(-9))).toEqual(['(часть 1)', '(часть 2)', '(часть 3)'])
  const { title, messages } = chats.find(({ source }) => source.startsWith('chatgpt:huge'))!
  expect(title).toBe('🦔'.repeat(100))
  expect(messages.map(({ content }) => content.length)).toEqual([99_999, 100_000, 50_001])
})

test('a ZIP is read like the file in it, also when its conversations lie in several files', async () => {
  const other = { ...conversation, id: 'c-2', title: 'Другая' }
  const alone = await readExport(file([conversation]))
  expect(
    await readExport(zip({ 'user.json': '{}', 'export/conversations.json': JSON.stringify([conversation]) }))
  ).toEqual(alone)
  const split = zip({
    'conversations-000.json': JSON.stringify([conversation]),
    'conversations-001.json': JSON.stringify([other])
  })
  expect((await readExport(split)).chats.map(({ title }) => title).toSorted()).toEqual(['Другая', 'Рифы <img src=x>'])
})

test('a large export leaves the page its turns, and counts what is unreadable in all of it', async () => {
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const chats = Array.from({ length: 200 }, (_, index) => ({ ...conversation, id: `c-${index}` }))
  const found = await readExport(file([...Array.from({ length: 30 }, () => ({ title: 'x' })), ...chats]))
  clearInterval(counting)
  expect([found.chats.length, found.unreadable]).toEqual([200, 30])
  expect(turns).toBeGreaterThan(5)
})

test('few conversations that are long are parsed one by one, with a turn of the page between', async () => {
  const parsed: number[] = []
  const parse = JSON.parse.bind(JSON)
  vi.spyOn(JSON, 'parse').mockImplementation((text: string) => (parsed.push(text.length), parse(text)))
  let turns = 0
  const counting = setInterval(() => (turns += 1), 0)
  const long = Array.from({ length: 4 }, () => ({ ...conversation, title: `"]${'\\x'.repeat(700_000)}` }))
  expect((await readExport(file(long))).chats).toHaveLength(4)
  clearInterval(counting)
  vi.restoreAllMocks()
  expect(turns).toBeGreaterThan(2)
  expect(Math.max(...parsed)).toBeLessThan(3_000_000)
})

test('the elements of an array are those that JSON knows, and half an array is none', () => {
  const values = fc.array(fc.jsonValue())
  fc.assert(
    fc.property(values, fc.constantFrom(0, 2), (array, indent) => {
      const text = JSON.stringify(array, null, indent)
      expect([...arrayElements(text)].map((one): unknown => JSON.parse(one))).toEqual(JSON.parse(text))
      expect(() => [...arrayElements(text.slice(0, -1))]).toThrow(SyntaxError)
    })
  )
})

test('what is no export is refused with a reason', async () => {
  for (const bad of [
    new Blob(['привет']),
    file({ a: 1 }),
    file([{ title: 'x' }]),
    new Blob([`${JSON.stringify([conversation])},`]),
    new Blob([`[${JSON.stringify(conversation)},]`]),
    new Blob([JSON.stringify([conversation, conversation]).slice(0, -9)]),
    zip({ 'chat.html': '<p>' }),
    zip({ 'conversations.json': '{' }),
    new Blob([])
  ])
    await expect(readExport(bad)).rejects.toThrow('Это не выгрузка ChatGPT')
})

test('a ZIP that unpacks to far more than it seems is refused before it is unpacked', async () => {
  const bomb = new Blob([zipSync({ 'conversations.json': new Uint8Array(3_000_000) }, { level: 9 })])
  expect(bomb.size).toBeLessThan(10_000)
  await expect(readExport(bomb, 1_000_000)).rejects.toThrow('Файл слишком большой')
})
