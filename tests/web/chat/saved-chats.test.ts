// The chats that a device keeps: whose they are, and when they are gone.
import { beforeEach, expect, test, vi } from 'vitest'
import type { InfiniteData } from '@tanstack/react-query'
import type { Message } from '#contract/chats.ts'
import { CurrentQueryClient } from '#web/src/base/http/query-client.ts'
import { messagesKey } from '#web/src/base/http/query-keys.ts'
import { clearTokens } from '#web/src/base/session/token-storage.ts'
import { conversationQuery } from '#web/src/chat/conversations/conversations.ts'
import { forgetChat, keepChats } from '#web/src/chat/offline/keep-chats.ts'
import { dropSaved, readSaved, readSavedMessages, saveChat } from '#web/src/chat/offline/saved-chats.ts'
import { keepWords } from '#web/src/base/form/kept-words.ts'
import { emptyDraft } from '#web/src/chat/draft/draft.ts'
import { forgetWritten } from '#web/src/chat/create/forget-written.ts'
import { DraftBox, draftBox, draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { readAhead } from '#web/src/chat/offline/read-ahead.ts'
import { moveWaiting, waitingDrafts } from '#web/src/chat/offline/waiting-drafts.ts'
import { fakeApi, keepTokens, succeed, tokensOwnedBy } from '../fake-api.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { standInForDatabases } from './stand-in-database.ts'

const [anna, boris] = ['id-of-anna@example.ru', 'id-of-boris@example.ru']
let databases: ReturnType<typeof standInForDatabases>

beforeEach(() => {
  databases = standInForDatabases()
  keepTokens(tokensOwnedBy('anna@example.ru'))
})

const chat = (id: number, owner = anna) =>
  ({ id, owner, title: `Чат ${id}`, path: '/chatgpt', changedAt: id, savedAt: Date.now() }) as const
const texts = [
  { id: 1, role: 'user' as const, text: 'Вопрос', model: '', at: 1, files: [], works: 0 },
  { id: 2, role: 'assistant' as const, text: 'Ответ', model: 'GPT', at: 2, files: [], works: 0 }
]

test('a chat is read by its own user only, and goes when it is deleted', async () => {
  await saveChat(chat(1), texts, true)
  await saveChat(chat(2), texts, false)
  expect((await readSaved()).map(({ id, isCut }) => [id, isCut])).toEqual([
    [2, false],
    [1, true]
  ])
  expect(await readSavedMessages(1)).toEqual(texts)
  keepTokens(tokensOwnedBy('boris@example.ru'))
  expect([await readSaved(), await readSavedMessages(1)]).toEqual([[], null])
  await saveChat(chat(3, boris), texts, false)
  expect((await readSaved()).map(({ id }) => id)).toEqual([3])
  keepTokens(tokensOwnedBy('anna@example.ru'))
  expect([await readSaved(), await readSavedMessages(3)]).toEqual([[], null])
  await dropSaved(anna, () => true)
  expect([...(databases.get('saved-chats')?.get('messages') ?? [])]).toEqual([])
})

test('nothing is written for a user who is not signed in here', async () => {
  await saveChat(chat(1, boris), texts, false)
  clearTokens()
  await saveChat(chat(1), texts, false)
  expect([...databases.keys()]).toEqual([])
  expect(await readSaved()).toEqual([])
})

test('what was being written when its user left is deleted too', async () => {
  const writing = saveChat(chat(1), texts, false)
  clearTokens()
  indexedDB.deleteDatabase('saved-chats')
  await writing
  expect([...databases.keys()]).toEqual([])
})

test('what a page reads of a chat is kept in idle time, without bytes of files, until the chat is gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const queries = new CurrentQueryClient()
  const stop = keepChats(queries, anna)
  const data: InfiniteData<{ messages: Message[]; hasMore: boolean }> = {
    pages: [{ messages: [messageOf(1, 'user'), messageOf(2, 'assistant')], hasMore: false }],
    pageParams: [0]
  }
  queries.setQueryData(conversationQuery(7).queryKey, conversationOf(7, { title: 'О рябине' }))
  queries.setQueryData(messagesKey(7), data)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await readAfter(1)).toMatchObject([{ id: 7, title: 'О рябине', path: '/chatgpt' }])
  forgetChat(anna, 7)
  await vi.advanceTimersByTimeAsync(10)
  expect(await readAfter(0)).toEqual([])
  stop()
  queries.clear()
  vi.useRealTimers()
})

test('the latest chats are read ahead, one at a time, but for those that are kept as they are', async () => {
  // `call` loads it late, and the clock stands.
  await import('#web/src/base/http/parse-output.ts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const listed = [1, 2, 3].map((id) => conversationOf(id, { updated_at: id }))
  const messages = [messageOf(1, 'user'), messageOf(2, 'assistant')]
  const read = (id: number) => ({
    [`GET /chat/conversations/${id}/messages?limit=100`]: () => succeed({ messages, hasMore: false })
  })
  const { calls } = fakeApi({
    'GET /chat/conversations?limit=50': () => succeed({ items: listed, total: 3, running: [] }),
    ...read(1),
    ...read(3)
  })
  const saving = saveChat(chat(2), texts, false)
  await vi.advanceTimersByTimeAsync(10)
  await saving
  const stop = readAhead(anna)
  await seconds(7)
  const half = calls().length
  await seconds(20)
  expect((await readAfter(3)).map(({ id }) => id)).toEqual([3, 2, 1])
  expect([half, calls().length]).toEqual([2, 3])
  stop()
  vi.useRealTimers()
})

test('what was written for a chat that is deleted elsewhere goes, but for what is being sent', async () => {
  const [key, other, sent] = [draftKey('/chatgpt', 7), draftKey('/chatgpt', 70), draftKey('/claude', 7)]
  for (const one of [key, other, sent]) draftBox(one, anna).put({ ...emptyDraft(anna), prompt: 'Черновик' })
  draftBox(sent, anna).put({ ...readDraft(sent)!, sent: { prompt: 'Черновик', model: 'claude' } })
  keepWords('question:7:20', 'Иначе')
  keepWords('question:70:2', 'Иначе')
  keepWords('chat:7', 'Кратко')
  forgetChat(anna, 7)
  const left = [other, sent, 'kept:question:70:2']
  expect(
    Object.keys(localStorage)
      .filter((one) => /^(chat-draft|kept):/.test(one))
      .toSorted()
  ).toEqual(left.toSorted())
  expect(draftBox(key, anna).draft().prompt).toBe('')
  await dropSaved(anna, () => false)
})

const tell = (key: string, oldValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: localStorage.getItem(key) }))

/** What is stored is told to the window, as by another tab. */
function tellStored() {
  const { setItem, removeItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    const before = this.getItem(key)
    setItem.call(this, key, value)
    tell(key, before)
  })
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    const before = this.getItem(key)
    removeItem.call(this, key)
    if (before !== null) tell(key, before)
  })
}

test('another tab that shows the deleted chat keeps what is typed there', () => {
  const key = draftKey('/chatgpt', 8)
  draftBox(key, anna).put({ ...emptyDraft(anna), prompt: 'Черновик' })
  const shown = new DraftBox(key, anna)
  tellStored()
  forgetWritten(8)
  expect([readDraft(key), draftBox(key, anna).hasPrompt(), shown.draft().prompt]).toEqual([null, false, 'Черновик'])
})

test('words that wait in a chat that is gone wait in a new one', () => {
  const box = draftBox(draftKey('/chatgpt', 9), anna)
  box.setOwner(anna)
  box.type('Потом')
  box.wait()
  expect(waitingDrafts(anna)).toEqual([{ path: '/chatgpt', conversationId: 9 }])
  moveWaiting(anna, 9)
  expect(waitingDrafts(anna)).toEqual([{ path: '/chatgpt', conversationId: null }])
})

/** By what no test's clock holds up. */
const turnOfLoop = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/** Lets the clock run, and the answers of the server arrive between its seconds. */
async function seconds(count: number) {
  for (let second = 0; second < count; second += 1) {
    await vi.advanceTimersByTimeAsync(1000)
    await turnOfLoop()
  }
}

/** Reads while the clock stands. */
async function readAfter(count: number) {
  const reading = readSaved()
  await vi.advanceTimersByTimeAsync(10)
  const found = await reading
  if (found.length !== count) throw new Error(`There are ${found.length}`)
  return found
}
