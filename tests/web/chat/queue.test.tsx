// What is typed while an answer runs, and a network that is lost meanwhile.
import type { UserEvent } from '@testing-library/user-event'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AnswerEnd } from '#contract/answers.ts'
import type { Conversation } from '#contract/chats.ts'
import { doneEvent, eventsOf, heldAnswer, stoppedEvent, streamOf } from './answer-server.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { chatsColumn, field, sendButton, startChat } from './open-chat.tsx'
import { keepTokens } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { signOutHere, startSession } from '#web/src/base/session/session-store.ts'
import { write } from '../write.ts'

/** A chat whose first answer runs until the test ends it; later ones are complete at once. */
async function askAndType(next: string, conversations: Conversation[] = []) {
  const held = heldAnswer()
  const first = [held.response]
  const { server, user } = await startChat('/chatgpt', {
    tokens: 100,
    conversations,
    answers: { 'POST /ai/text': () => first.pop() ?? streamOf(eventsOf(['Второй ответ']), -1) }
  })
  await write(user, field(), 'Первый')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.keyboard('{Enter}')
  await screen.findByText('Половина')
  await waitFor(() => expect(field().disabled).toBe(false))
  if (next !== '') await write(user, field(), next)
  const prompts = () => server.questions().map(({ body }) => (body as { prompt: string }).prompt)
  return { server, user, prompts, end: (last: AnswerEnd) => act(() => held.end(last)) }
}

test('a question that is sent while an answer runs waits for its end, and is sent once under an id of its own', async () => {
  const { server, prompts, end } = await askAndType('Второй{Enter}{Enter}')
  await screen.findByText('Отправится, когда закончится ответ')
  expect([prompts(), field().value]).toEqual([['Первый'], 'Второй'])
  end(doneEvent)
  await screen.findByText('Второй ответ')
  expect([prompts(), field().value]).toEqual([['Первый', 'Второй'], ''])
  expect(new Set(server.keys()).size).toBe(2)
})

test('a waiting question can be taken back', async () => {
  const { user, prompts, end } = await askAndType('Второй')
  await user.click(screen.getByRole('button', { name: 'В очередь' }))
  await user.click(await screen.findByRole('button', { name: 'Не отправлять' }))
  end(doneEvent)
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect([prompts(), field().value]).toEqual([['Первый'], 'Второй'])
})

test('a waiting question waits no more when what is typed becomes a request for a work', async () => {
  const { user, prompts, end } = await askAndType('Второй{Enter}')
  await screen.findByText('Отправится, когда закончится ответ')
  await user.click(screen.getByRole('button', { name: 'Создать', expanded: false }))
  await waitFor(() => expect(screen.queryByText('Отправится, когда закончится ответ')).toBeNull())
  end(doneEvent)
  await screen.findByText(/^Списано/)
  expect([prompts(), field().value]).toEqual([['Первый'], 'Второй'])
})

test.each<[string, AnswerEnd]>([
  ['was stopped', stoppedEvent],
  ['failed', { ...doneEvent, type: 'error', outcome: 'failed', failure: { code: 'PROVIDER_FAILED', text: 'Нет' } }]
])('a question that waits for an answer that %s stays in the composer', async (_, last) => {
  const { prompts, end } = await askAndType('Второй{Enter}')
  await screen.findByText('Отправится, когда закончится ответ')
  end(last)
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect([prompts(), field().value]).toEqual([['Первый'], 'Второй'])
})

const others = [
  conversationOf(7, { title: 'Другой чат' }),
  conversationOf(8, { title: 'Чат с o3', model: 'o3-2025-04-16' })
]

async function openFromList(user: UserEvent, title: string) {
  await user.click(await within(chatsColumn()).findByRole('link', { name: new RegExp(`^${title}`) }))
}

/** Opens another chat while a question waits in this one. */
async function leaveFor(user: UserEvent, title = 'Другой чат') {
  await openFromList(user, title)
  await waitFor(() => expect(field().value).toBe(''))
}

/** The answer of the chat that is not open ends. */
async function endUnseen(end: (last: AnswerEnd) => void) {
  end(doneEvent)
  await waitFor(() => expect(toasts).toContainEqual(expect.stringContaining('Ответ получен')))
}

const received = expect.stringContaining('Ответ получен')

test('a toast says that an answer has come only where its end cannot be seen: further down, or in a hidden tab', async () => {
  const { user, end } = await askAndType('')
  const [answer] = screen.getAllByRole('article', { name: 'Ответ' })
  end(doneEvent)
  await within(answer as HTMLElement).findByText(/^Списано/)
  expect(toasts).not.toContainEqual(received)

  await write(user, field(), 'Второй{Enter}')
  await screen.findByText('Второй ответ')
  await waitFor(() => expect(screen.getAllByText(/^Списано/)).toHaveLength(2))
  expect(toasts).not.toContainEqual(received)

  const place = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  place.mockReturnValue({ bottom: 5000, left: 0, right: 700 } as DOMRect)
  await write(user, field(), 'Третий{Enter}')
  await waitFor(() => expect(toasts.filter((toast) => toast.includes('Ответ получен'))).toHaveLength(1))
  place.mockRestore()

  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await write(user, field(), 'Четвёртый{Enter}')
  await waitFor(() => expect(toasts.filter((toast) => toast.includes('Ответ получен'))).toHaveLength(2))
})

test.each(['Другой чат', 'Чат с o3'])('a waiting question is kept for its chat while «%s» is open', async (title) => {
  const { user, server, prompts, end } = await askAndType('', others)
  await write(user, field(), 'Второй{Enter}')
  await screen.findByText('Отправится, когда закончится ответ')
  await leaveFor(user, title)
  expect(screen.queryByText('Отправится, когда закончится ответ')).toBeNull()
  await endUnseen(end)
  expect(prompts()).toEqual(['Первый'])

  await openFromList(user, 'Первый')
  await screen.findByText('Второй ответ')
  expect([prompts(), field().value]).toEqual([['Первый', 'Второй'], ''])
  expect(server.questions().map(({ body }) => (body as { model: string }).model)).toEqual([
    'gpt-4o-mini',
    'gpt-4o-mini'
  ])
})

const searching = () => screen.getByRole('button', { name: /^Поиск в интернете/ })

/** Whether the second question asked for a search, and the price that was shown for it. */
const secondOf = (server: Awaited<ReturnType<typeof askAndType>>['server']) =>
  server
    .questions()
    .slice(1)
    .map(({ body, headers }) => [(body as { webSearch?: boolean }).webSearch ?? false, headers.get('x-price-shown')])

test('a waiting question keeps its switches and its price while they are changed in another chat', async () => {
  const { user, server, end } = await askAndType('Второй{Enter}', others)
  await screen.findByText('Отправится, когда закончится ответ')
  await leaveFor(user)
  await user.click(searching())
  await endUnseen(end)
  await openFromList(user, 'Первый')
  await screen.findByText('Второй ответ')
  expect(secondOf(server)).toEqual([[false, '5']])
})

test('a switch that is pressed in its chat is meant for it', async () => {
  const { user, server, end } = await askAndType('Второй{Enter}')
  await screen.findByText('Отправится, когда закончится ответ')
  await user.click(searching())
  end(doneEvent)
  await screen.findByText('Второй ответ')
  expect(secondOf(server)).toEqual([[true, '10']])
})

test('a waiting question is not sent after its user has signed out', async () => {
  const { user, prompts, end } = await askAndType('Второй{Enter}', others)
  await screen.findByText('Отправится, когда закончится ответ')
  await leaveFor(user)
  await endUnseen(end)
  act(() => signOutHere())
  await screen.findByText(/^За регистрацию дарим/)
  keepTokens('anna')
  await act(() => startSession())
  await openFromList(user, 'Первый')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  expect([prompts(), field().value]).toEqual([['Первый'], 'Второй'])
})

test('a question goes on waiting for an answer that still runs when its chat is opened again', async () => {
  const { user, prompts, end } = await askAndType('Второй{Enter}', others)
  await screen.findByText('Отправится, когда закончится ответ')
  await leaveFor(user)
  await openFromList(user, 'Первый')
  await screen.findByText('Отправится, когда закончится ответ')
  expect(prompts()).toEqual(['Первый'])
  end(doneEvent)
  await screen.findByText('Второй ответ')
  expect(prompts()).toEqual(['Первый', 'Второй'])
})

test('a lost network is shown while it lasts', async () => {
  await startChat('/chatgpt')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  const note = screen.getByText(/^Нет сети/)
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(note.isConnected).toBe(false)
})

test('an answer of a service that is switched off is not offered again', async () => {
  const { end } = await askAndType('')
  end({
    ...doneEvent,
    type: 'error',
    outcome: 'failed',
    failure: { code: 'UNAVAILABLE', text: 'Сервис недоступен' }
  })
  await screen.findByText(/^Сервис недоступен/)
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
})

test.each(['', 'Половина'])('nor is it when the chat is opened later, with the text %j', async (content) => {
  const answer = messageOf(2, 'assistant', {
    parent_id: 1,
    content,
    outcome: 'failed',
    unavailable: true,
    billing: { siteTokens: 0 }
  })
  await startChat('/chatgpt?chat=1', {
    saved: [messageOf(1, 'user'), answer]
  })
  await screen.findByText('Сервис временно недоступен. Попробуйте позже. Токены не списаны')
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Продолжить' })).toBeNull()
})
