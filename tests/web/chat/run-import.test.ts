// How conversations are sent and read one after the other: what is refused, what waits, what goes on where it stopped.
import { beforeEach, expect, test, vi } from 'vitest'
import { type ImportProgress, runImport } from '../../../web/src/chat/import/choosing.tsx'
import { loadWhole } from '../../../web/src/chat/saving/saved-chat.ts'
import { messageOf } from './chat-server.ts'
import { fakeApi, keepTokens, refuse, succeed } from '../fake-api.ts'

beforeEach(() => keepTokens('first'))

const chats = ['a', 'b', 'c'].map((source) => ({
  source,
  title: source,
  updatedAt: 1,
  messages: [{ role: 'user' as const, content: 'да', created_at: 1 }]
}))
const conversation = { id: 1, title: 'a', service: 'chatgpt', model: 'gpt-4o-mini', created_at: 1, updated_at: 1 }
const added = (created = true) => succeed({ conversation, created })

test('an import that is refused goes on with what is left, and says what was there before', async () => {
  const answers = [added(), refuse(403, { code: 'STORAGE_FULL', error: 'Нет места' }), added(false), added()]
  const { asked } = fakeApi({ 'POST /chat/import': () => answers.shift()! })
  const already = new Set<string>()
  const { signal } = new AbortController()
  const told: ImportProgress[] = []
  const run = () => runImport(chats, already, { signal, onProgress: (progress) => told.push(progress) })
  await expect(run()).rejects.toThrow('Нет места')
  expect(told.at(-1)).toEqual({ done: 1, known: 0, waiting: null })
  expect(await run()).toEqual({ done: 3, known: 1, waiting: null })
  expect(asked.map(({ body }) => (body as { source: string }).source)).toEqual(['a', 'b', 'b', 'c'])
  expect(asked[0]!.body).not.toHaveProperty('updatedAt')
})

test('an import waits as long as the server asks, and a stop ends the wait', async () => {
  vi.useFakeTimers()
  const answers = [refuse(429, { code: 'RATE_LIMITED', retryAfter: 7 }), added()]
  fakeApi({ 'POST /chat/import': () => answers.shift() ?? refuse(429, { code: 'RATE_LIMITED', retryAfter: 7 }) })
  const abort = new AbortController()
  const told: ImportProgress[] = []
  const running = runImport(chats.slice(0, 2), new Set(), {
    signal: abort.signal,
    onProgress: (progress) => told.push(progress)
  })
  running.catch(() => undefined)
  await vi.waitFor(() => expect(told.at(-1)?.waiting).toBe(7), { timeout: 20_000 })
  await vi.advanceTimersByTimeAsync(7000)
  await vi.waitFor(() => expect(told.at(-1)).toEqual({ done: 1, known: 0, waiting: 7 }), { timeout: 20_000 })
  abort.abort(new Error('Stopped'))
  await expect(running).rejects.toThrow('Stopped')
})

const message = (id: number) => messageOf(id, 'user', { content: `№ ${id}` })

test('a chat is loaded to its beginning, page by page, or not at all', async () => {
  const path = 'GET /chat/conversations/5/messages?limit=500'
  const api: Parameters<typeof fakeApi>[0] = {
    [path]: () => succeed({ messages: [message(3), message(4)], hasMore: true }),
    [`${path}&before=3`]: () => succeed({ messages: [message(1), message(2)], hasMore: false })
  }
  fakeApi(api)
  const counts: number[] = []
  const load = () =>
    loadWhole(
      { id: 5, title: 'Пять' },
      { signal: new AbortController().signal, onLoaded: (count) => counts.push(count) }
    )
  expect((await load()).messages.map(({ content }) => content)).toEqual(['№ 1', '№ 2', '№ 3', '№ 4'])
  expect(counts).toEqual([2, 4])
  fakeApi({ ...api, [`${path}&before=3`]: () => refuse(503, { code: 'UNAVAILABLE', error: 'Нет' }) })
  await expect(load()).rejects.toThrow('Нет')
})
