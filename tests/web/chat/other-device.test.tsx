// What another device does to the chat that is open here.
import { QueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { isDeletedHere } from '#web/src/chat/conversations/conversations.ts'
import { removeConversations } from '#web/src/chat/conversations/removing.ts'
import { draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { announceMessage } from '#web/src/base/live/live-bus.ts'
import { fakeApi, keepTokens, refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, ask, chatsColumn, chooseFor, field, startChat, writeQuestion } from './open-chat.tsx'

const hear = (change: 'shown' | 'deleted' | 'created', id = 1) =>
  act(() => announceMessage({ type: 'conversation', id, change } satisfies LiveMessage))

/** The page reads its list again. */
const hearOfNewChat = () =>
  act(() => announceMessage({ type: 'answer', operationId: 'of-a-new-chat', conversationId: 9, state: 'running' }))

async function openTwo(removal: () => Response | Promise<Response> = () => succeed({ deleted: true })) {
  const messages = { 1: [messageOf(1, 'user', { content: 'Первый вопрос', versions: [1, 3] })] }
  let isDeleted = false
  const running: number[] = []
  const { server, user } = await startChat('/chatgpt?chat=1', {
    conversations: [conversationOf(1), conversationOf(2)],
    messages,
    answers: {
      'DELETE /chat/conversations/:id': removal,
      'GET /chat/conversations': () => {
        const items = [...(isDeleted ? [] : [conversationOf(1)]), conversationOf(2)]
        return succeed({ items, total: items.length, running })
      },
      'POST /ai/text': () => refuse(404, { error: 'Не найдено', code: 'NOT_FOUND' }),
      'GET /chat/conversations/:id': () => refuse(404, { error: 'Не найдено' }),
      'GET /chat/conversations/:id/messages': () =>
        isDeleted ? refuse(404, { error: 'Не найдено' }) : succeed({ messages: messages[1], hasMore: false })
    }
  })
  await screen.findByText('Первый вопрос')
  const remove = () => {
    isDeleted = true
  }
  return {
    server,
    user,
    messages,
    running,
    remove,
    reads: () => server.calls().filter((call) => call.includes('/1/messages'))
  }
}

test('the version that another device shows is shown here too', async () => {
  const { messages, reads } = await openTwo()
  messages[1] = [messageOf(3, 'user', { content: 'Другой вопрос', versions: [1, 3] })]
  hear('created')
  hear('shown', 2)
  expect(reads()).toHaveLength(1)
  hear('shown')
  await screen.findByText('Другой вопрос')
  expect(screen.queryByText('Первый вопрос')).toBeNull()
})

test('a question that another device asked before this page could hear of it comes with the list', async () => {
  const { messages, running } = await openTwo()
  await within(chatsColumn()).findByText('Чат 1')
  messages[1]?.push(messageOf(2, 'user', { content: 'Вопрос оттуда', parent_id: 1, operation_id: 'elsewhere' }))
  running.push(1)
  hearOfNewChat()
  await screen.findByText('Вопрос оттуда')
})

test('a chat that another device has deleted does not stay open as if it were there', async () => {
  const { remove } = await openTwo()
  remove()
  hear('deleted')
  await screen.findByText('Такого чата нет')
  expect(screen.queryByText('Первый вопрос')).toBeNull()
  expect(toasts).toEqual([])
})

const composer = () => screen.queryByRole('textbox', { name: 'Ваш запрос' })

const beginAgain = async ({ click }: UserEvent) => {
  await screen.findByText('Возможно, он был удалён. Написанное перейдёт в новый чат.')
  expect(composer()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Новый чат')
  await click(document.activeElement!)
  await waitFor(() => expect(address()).toBe('/chatgpt'))
}

const written = () => readDraft(draftKey('/chatgpt', 1))?.prompt

test('the focus that is elsewhere stays there when another device deletes the open chat, whose words go when it is left', async () => {
  const { user, remove } = await openTwo()
  await writeQuestion(user, 'Второй вопрос')
  await waitFor(() => expect(written()).toBe('Второй вопрос'))
  const begin = within(chatsColumn()).getAllByRole('button')[0]!
  begin.focus()
  remove()
  hear('deleted')
  await screen.findByText('Такого чата нет')
  expect([document.activeElement, written()]).toEqual([begin, 'Второй вопрос'])
  await user.click(within(chatsColumn()).getByRole('link', { name: /^Чат 2/ }))
  await waitFor(() => expect(written()).toBeUndefined())
})

test('what is being typed in a chat that another device deletes goes into a new chat', async () => {
  const { user, remove } = await openTwo()
  await writeQuestion(user, 'Второй вопрос')
  remove()
  hear('deleted')
  await beginAgain(user)
  expect(field().value).toBe('Второй вопрос')
  expect(document.activeElement).toBe(field())
})

test('a question into a chat whose deletion this page has not heard of goes into a new chat', async () => {
  const { user, remove } = await openTwo()
  await within(chatsColumn()).findByText('Чат 1')
  remove()
  await ask(user, 'Второй вопрос')
  await beginAgain(user)
  expect(field().value).toBe('Второй вопрос')
  expect(toasts).toEqual(['error: Такого чата нет. Возможно, он был удалён'])
})

test('a chat whose deletion was told before this page could hear it goes with the list', async () => {
  const { remove } = await openTwo()
  remove()
  hearOfNewChat()
  await screen.findByText('Такого чата нет')
  expect(toasts).toEqual([])
})

test('the device that deletes a chat does not ask for its messages once more', async () => {
  const answered = Promise.withResolvers<Response>()
  const { user, server, reads, remove } = await openTwo(() => answered.promise)
  await chooseFor(user, 'Чат 1', 'Удалить')
  const question = await screen.findByRole('dialog', { name: 'Удалить чат?' })
  await user.click(within(question).getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(server.calls()).toContain('DELETE /chat/conversations/1'))
  // The hint overtakes the answer, and a list without the chat does.
  hear('deleted')
  remove()
  hearOfNewChat()
  await waitFor(() => expect(server.calls()).toContain('GET /chat/conversations/1'))
  expect(reads()).toHaveLength(1)
  await act(async () => answered.resolve(succeed({ deleted: true })))
  await waitFor(() => expect(screen.queryByText('Первый вопрос')).toBeNull())
  expect(server.calls()).toContain('DELETE /chat/conversations/1')
  expect(reads()).toHaveLength(1)
})

test('a deletion that fails leaves the others known that go on meanwhile', async () => {
  const failing = Promise.withResolvers<Response>()
  keepTokens('anna')
  fakeApi({
    'DELETE /chat/conversations/1': () => failing.promise,
    'DELETE /chat/conversations/2': () => new Promise(() => undefined)
  })
  const queries = new QueryClient()
  const first = removeConversations(queries, [conversationOf(1)])
  void removeConversations(queries, [conversationOf(2)])
  failing.resolve(refuse(400, { error: 'Нет' }))
  expect(await first).toMatchObject({ done: [], failed: [{ id: 1 }], error: { code: expect.any(String) } })
  expect([1, 2].map(isDeletedHere)).toEqual([false, true])
})
