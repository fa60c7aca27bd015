// The keys of a chat page.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { heldAnswer } from './answer-server.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, field, sendButton, startChat } from './open-chat.tsx'

const press = (code: string, keys: { ctrlKey?: boolean; shiftKey?: boolean; altKey?: boolean }) =>
  act(() => void fireEvent.keyDown(document.body, { code, ...keys }))

async function openOld() {
  const { user } = await startChat('/chatgpt?chat=1', {
    saved: [messageOf(1, 'user', { content: 'Прошлый вопрос' }), messageOf(2, 'assistant')]
  })
  await screen.findByText('Прошлый вопрос')
  return user
}

test('Ctrl+Shift+O begins a chat, whatever the layout, and the composer has the focus', async () => {
  await openOld()
  field().blur()
  press('KeyO', { ctrlKey: true, shiftKey: true, altKey: true })
  expect(address()).toBe('/chatgpt?chat=1')
  press('KeyO', { ctrlKey: true, shiftKey: true })
  await waitFor(() => expect(address()).toBe('/chatgpt'))
  expect(document.activeElement).toBe(field())
})

test('Shift+Esc goes to the composer, where the arrow brings the last question back', async () => {
  const user = await openOld()
  field().blur()
  press('Escape', { shiftKey: true })
  expect(document.activeElement).toBe(field())
  await user.keyboard('{ArrowUp}')
  expect(field().value).toBe('Прошлый вопрос')
  await user.clear(field())
  await user.type(field(), 'Новый{ArrowUp}')
  expect(field().value).toBe('Новый')
})

test('Ctrl+/ lists the keys', async () => {
  const user = await openOld()
  press('Slash', { ctrlKey: true })
  const list = await screen.findByRole('dialog', { name: 'Горячие клавиши' })
  expect(within(list).getByText('Новая строка')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test.each([
  ['/chatgpt', 'Ещё'],
  ['/chatgpt?chat=1', 'Действия с этим чатом']
])('the bar of %s leads to the list too', async (path, name) => {
  const { user } = await startChat(path, { conversations: [conversationOf(1)] })
  await user.click(await screen.findByRole('button', { name }))
  await user.click(await screen.findByRole('menuitem', { name: 'Горячие клавиши' }))
  await screen.findByRole('dialog', { name: 'Горячие клавиши' })
})

test('Esc in the composer stops the answer', async () => {
  const held = heldAnswer()
  const stops = vi.fn(held.stop)
  const { user } = await startChat('/chatgpt', {
    answers: { 'POST /ai/text': () => held.response, 'DELETE /ai/text/answers/:id': stops }
  })
  await user.type(field(), 'Привет')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.keyboard('{Enter}')
  await screen.findByText('Половина')
  await waitFor(() => expect(field().disabled).toBe(false))
  await user.type(field(), '{Escape}{Escape}')
  await screen.findByText('Остановлено. Списано 2 токена, возвращено 3')
  expect(stops).toHaveBeenCalledTimes(1)
})
