// What a device keeps of chats, and what is written without a network: never another user's, never sent by itself.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDraft } from '#web/src/chat/draft/draft.ts'
import { DraftBox, draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { fitting, type SavedChat, savedLimits, type SavedMessage, sorted } from '#web/src/chat/offline/saved-chats.ts'
import { waitingDrafts } from '#web/src/chat/offline/waiting-drafts.ts'
import { networkText } from '#web/src/base/http/api-error.ts'
import { leaveHere, signOutHere, startSession } from '#web/src/base/session/session-store.ts'
import { keepTokens } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { field, keepDraft, openChat, sendButton, startChat } from './open-chat.tsx'
import { write } from '../write.ts'

afterEach(() => vi.unstubAllGlobals())

const message = (id: number, text = `Сообщение ${id}`): SavedMessage => ({
  id,
  role: 'user',
  text,
  model: 'gpt-4o-mini',
  at: id,
  files: [],
  works: 0
})

const now = 1_800_000_000_000
const chat = (id: number, part: Partial<SavedChat> = {}): SavedChat => ({
  id,
  owner: 'anna',
  title: `Чат ${id}`,
  path: '/chatgpt',
  changedAt: id,
  savedAt: now,
  size: 1000,
  isCut: false,
  ...part
})

test('of a chat the latest messages are kept, as many as fit', () => {
  const many = Array.from({ length: savedLimits.messages + 5 }, (_, index) => message(index))
  expect(fitting(many).messages.map(({ id }) => id)).toEqual(many.slice(5).map(({ id }) => id))
  const large = 'я'.repeat(savedLimits.chatSizeMax / 4)
  const { messages, size } = fitting([message(1, large), message(2, large), message(3)])
  expect(messages.map(({ id }) => id)).toEqual([2, 3])
  expect(size).toBeLessThanOrEqual(savedLimits.chatSizeMax)
  expect(fitting([message(1, large.repeat(3))]).messages).toEqual([])
})

const idsOf = (kept: SavedChat[]) => kept.map(({ id }) => id)

test('the latest chats are kept: not of another user, not of long ago, not above the limits', () => {
  const chats = Array.from({ length: savedLimits.chats + 2 }, (_, index) => chat(index))
  const { kept, dropped } = sorted(chats, 'anna', now)
  expect([kept.length, kept[0]?.id, idsOf(dropped)]).toEqual([savedLimits.chats, savedLimits.chats + 1, [0, 1]])
  expect(sorted([chat(1), chat(2, { owner: 'boris' })], 'boris', now)).toMatchObject({
    kept: [{ id: 2 }],
    dropped: [{ id: 1 }]
  })
  expect(sorted([chat(1, { savedAt: now - 91 * 24 * 3_600_000 })], 'anna', now).kept).toEqual([])
  const half = savedLimits.sizeMax / 2
  expect(idsOf(sorted([chat(1, { size: half }), chat(2, { size: half }), chat(3)], 'anna', now).kept)).toEqual([3, 2])
})

test('what waits is found for its own user, and is gone when its text is', () => {
  keepDraft('/chatgpt', { prompt: 'Моё', waits: true, owner: 'anna' }, 7)
  keepDraft('/claude', { prompt: 'Новое', waits: true, owner: 'anna' })
  keepDraft('/xai', { prompt: 'Чужое', waits: true, owner: 'boris' }, 7)
  keepDraft('/gpt5', { prompt: 'Просто черновик', owner: 'anna' }, 8)
  localStorage.setItem('chat-draft:/gone:9', JSON.stringify({ ...emptyDraft('anna'), prompt: 'Нигде', waits: true }))
  const found = waitingDrafts('anna').toSorted((one, other) => (one.path < other.path ? -1 : 1))
  expect(found).toEqual([
    { path: '/chatgpt', conversationId: 7 },
    { path: '/claude', conversationId: null }
  ])
  const box = new DraftBox(draftKey('/chatgpt', 7), 'anna')
  const { operationId } = box.draft()
  box.type('Моё, исправленное')
  expect(box.draft()).toMatchObject({ operationId, waits: true })
  box.type('')
  box.type('Другое')
  expect(box.draft().waits).toBeUndefined()
})

/** The network is away until `comeBack`, or until the test ends: what the window's files share waits without one. */
function loseNetwork() {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const comeBack = () => {
    online.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
  }
  onTestFinished(comeBack)
  return comeBack
}

test('a question without a network waits, survives a reload, and is sent once when its user says so', async () => {
  const conversations = [conversationOf(7)]
  const { server, user, leave } = await startChat('/chatgpt?chat=7', {
    tokens: 100,
    conversations,
    messages: { 7: [messageOf(1, 'user'), messageOf(2, 'assistant')] }
  })
  await screen.findByText('Сообщение 2')
  const comeBack = loseNetwork()
  await user.type(field(), 'Жду')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  await screen.findByText(/^Ждёт сети/)
  const { operationId } = readDraft(draftKey('/chatgpt', 7)) ?? {}
  comeBack()
  await screen.findByText(/^Сеть есть/)
  expect(server.questions()).toEqual([])
  leave()
  const again = await openChat('/chatgpt?chat=7')
  const send = await screen.findByRole('button', { name: /^Отправить за \d+ токен/ })
  expect(field().value).toBe('Жду')
  await again.user.dblClick(send)
  await waitFor(() => expect(screen.queryByText(/^Сеть есть/)).toBeNull())
  await waitFor(() => expect(field().value).toBe(''))
  expect([server.questions().length, server.keys()]).toEqual([1, [operationId]])
})

test('without a network no answer is asked for again, and a changed question stays in its editor', async () => {
  const { server, user } = await startChat('/chatgpt?chat=1', {
    tokens: 100,
    saved: [messageOf(1, 'user'), messageOf(2, 'assistant', { parent_id: 1 })]
  })
  await screen.findByText('Сообщение 2')
  const comeBack = loseNetwork()
  await user.click(screen.getByRole('button', { name: 'Ответить заново' }))
  await user.click(await screen.findByRole('menuitem', { name: /та же модель/ }))
  await waitFor(() => expect(toasts).toEqual([`error: ${networkText}`]))
  await user.click(screen.getByRole('button', { name: 'Изменить запрос' }))
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Изменить запрос' })
  await user.type(editor, ' иначе{Enter}')
  await waitFor(() => expect(toasts).toHaveLength(2))
  expect(editor.value).toBe('Сообщение 1 иначе')
  comeBack()
  expect(server.questions()).toEqual([])
  await user.type(editor, '{Enter}')
  await waitFor(() => expect(server.questions()).toHaveLength(1))
})

test('what waits and cannot be paid for names its price and what is missing once', async () => {
  const { user } = await startChat('/chatgpt', { tokens: 0 })
  const comeBack = loseNetwork()
  await user.type(field(), 'Жду')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  await screen.findByText(/^Ждёт сети/)
  comeBack()
  await screen.findByText('Сеть есть, сообщение ещё ждёт отправки')
  await screen.findByText(/^Не хватает/)
  expect(screen.getAllByText(/токен.* на балансе/)).toHaveLength(1)
  expect(screen.queryByRole('button', { name: /^Отправить за/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Убрать' })).toBeTruthy()
})

test('what waits can be removed, and brought back', async () => {
  const { server, user } = await startChat('/chatgpt', { tokens: 100 })
  loseNetwork()
  await write(user, field(), 'Лишнее')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  await user.click(await screen.findByRole('button', { name: 'Убрать' }))
  expect([field().value, screen.queryByText(/^Ждёт сети/), server.questions()]).toEqual(['', null, []])
})

test.each([
  ['leaves', leaveHere, ['saved-chats', 'studio-files'], ['received', 'received-own', 'badge']],
  ['is signed out elsewhere', signOutHere, ['saved-chats'], ['received-own', 'badge']]
])('when a user %s, what the device keeps of them is deleted', async (_, leave, databases, caches) => {
  keepTokens('anna')
  const gone: string[] = []
  vi.stubGlobal('indexedDB', { deleteDatabase: (name: string) => void gone.push(name) })
  vi.stubGlobal('caches', { delete: async (name: string) => gone.push(name) })
  leave()
  expect(gone.toSorted()).toEqual([...databases, ...caches].toSorted())
})

test('storage that refuses keeps nobody signed in', async () => {
  keepTokens('anna')
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => {
      throw new DOMException('Blocked', 'SecurityError')
    }
  })
  vi.stubGlobal('caches', { delete: async () => Promise.reject(new DOMException('Blocked', 'SecurityError')) })
  leaveHere()
  expect(localStorage.getItem('accessToken')).toBeNull()
  await startSession()
})
