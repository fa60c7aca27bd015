// The menu of the open chat, in the bar of its page.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepWords } from '#web/src/base/form/kept-words.ts'
import type { Intent } from '#web/src/chat/draft/draft.ts'
import { chatState, endBeginning, forgetPage, setBeginning, showBeginning } from '#web/src/chat/stream/chat-store.ts'
import { refuse, refuseNext, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, ask, chatsColumn, field, startChat } from './open-chat.tsx'

const open = () =>
  startChat('/chatgpt?chat=2', {
    conversations: [conversationOf(2), conversationOf(1)],
    messages: { 2: [messageOf(1, 'user'), messageOf(2, 'assistant')] }
  })

const button = () => screen.findByRole('button', { name: 'Действия с этим чатом' })

test('gives the open chat another name, which a refusal leaves in its field, and the focus back', async () => {
  const { server, user } = await open()
  await within(chatsColumn()).findByRole('link', { name: /^Чат 2/ })
  await user.click(await button())
  await user.click(await screen.findByRole('menuitem', { name: 'Переименовать' }))
  const dialog = await screen.findByRole('dialog', { name: 'Переименовать чат' })
  const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Название' })
  expect([document.activeElement, name.value]).toEqual([name, 'Чат 2'])
  await user.keyboard('{Escape}')
  await waitFor(async () => expect(document.activeElement).toBe(await button()))
  expect(server.calls().filter((call) => call.startsWith('PUT'))).toEqual([])

  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Переименовать' }))
  await screen.findByRole('dialog', { name: 'Переименовать чат' })
  refuseNext('PUT')
  await user.keyboard(' Планы на лето {Enter}')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Название' }).value).toBe(' Планы на лето ')
  await user.keyboard('{Enter}')
  await within(chatsColumn()).findByRole('link', { name: /^Планы на лето/ })
  expect(server.asked.findLast(({ method }) => method === 'PUT')?.body).toEqual({ title: 'Планы на лето' })
  await waitFor(async () => expect(document.activeElement).toBe(await button()))
})

const leaving = () => screen.queryAllByRole('menuitem', { name: /^(Поделиться|Скачать)/ })

test('offers to save and to share the open chat when its name is known', async () => {
  const read = Promise.withResolvers<Response>()
  const { user } = await startChat('/chatgpt?chat=2', {
    messages: { 2: [messageOf(1, 'user')] },
    answers: { 'GET /chat/conversations/:id': () => read.promise }
  })
  await user.click(await button())
  await screen.findByRole('menuitem', { name: 'Создавать без вопроса…' })
  expect(leaving()).toEqual([])
  read.resolve(succeed({ conversation: conversationOf(2) }))
  await waitFor(() => expect(leaving()).toHaveLength(2))
})

const shownQuestion = () => screen.queryByRole('article', { name: 'Ваш запрос' })

test('«Новый чат» leaves a question whose conversation is being created, which goes on in its own', async () => {
  const created = Promise.withResolvers<Response>()
  const conversations = [conversationOf(1)]
  const { user } = await startChat('/chatgpt', {
    conversations,
    answers: { 'POST /chat/conversations': () => created.promise }
  })
  await ask(user, 'Что такое сигма?')
  await screen.findByRole('article', { name: 'Ваш запрос' })
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Новый чат' }))
  await waitFor(() => expect(shownQuestion()).toBeNull())
  // Its words are on their way.
  expect([field().value, field().disabled]).toEqual(['', true])
  created.resolve(succeed({ conversation: conversationOf(2) }))
  await waitFor(() => expect(toasts).toContain('success: Новый чат создан'))
  await waitFor(() => expect(toasts).toContainEqual(expect.stringMatching(/^success: Ответ получен/)))
  expect(field().disabled).toBe(false)
  expect([address(), field().value, shownQuestion()]).toEqual(['/chatgpt', '', null])
})

test('the words of a question that was left come back when its conversation could not be created', async () => {
  const created = Promise.withResolvers<Response>()
  const { user } = await startChat('/chatgpt', { answers: { 'POST /chat/conversations': () => created.promise } })
  await ask(user, 'Что такое сигма?')
  await screen.findByRole('article', { name: 'Ваш запрос' })
  await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Новый чат' }))
  await waitFor(() => expect([shownQuestion(), field().value]).toEqual([null, '']))
  created.resolve(refuse(500, { error: 'Сбой', code: 'INTERNAL_ERROR' }))
  await waitFor(() => expect([field().value, field().disabled]).toEqual(['Что такое сигма?', false]))
})

test('a question of another page stays when the conversation of the one before it is there', () => {
  const [first, second] = ['Первый', 'Второй'].map((prompt) => ({ prompt, model: 'gpt-5' })) as [Intent, Intent]
  setBeginning(first)
  forgetPage()
  setBeginning(second)
  showBeginning(first, 1)
  endBeginning(first)
  expect(chatState().beginning?.intent).toBe(second)
})

test('deletes the open chat, which the page leaves; refused, it gives the focus back', async () => {
  const { server, user } = await open()
  await within(chatsColumn()).findByRole('link', { name: /^Чат 2/ })
  for (const of of ['chat:2', 'question:2:1', 'question:21:1'] as const) keepWords(of, 'Не отправлено')
  await user.click(await button())
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Отмена' }))
  await waitFor(async () => expect(document.activeElement).toBe(await button()))
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить' }))
  const question = await screen.findByRole('dialog', { name: 'Удалить чат?' })
  await user.click(within(question).getByRole('button', { name: 'Удалить' }))
  await waitFor(() => expect(address()).toBe('/chatgpt'))
  await waitFor(() => expect(within(chatsColumn()).queryByRole('link', { name: /^Чат 2/ })).toBeNull())
  expect(toasts).toEqual(['success: Чат удален'])
  expect(server.calls()).toContain('DELETE /chat/conversations/2')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(Object.keys(localStorage).filter((key) => /^kept:.*:/.test(key))).toEqual(['kept:question:21:1'])
})
