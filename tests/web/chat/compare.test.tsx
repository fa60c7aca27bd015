// A comparison that could not begin.
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import { refuse, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { recordToasts, toasts } from '../toasts.ts'
import { chatServer, conversationOf } from './chat-server.ts'

beforeEach(() => {
  localStorage.clear()
  recordToasts()
})
afterEach(() => vi.unstubAllGlobals())

test('leaves no empty chats in the history, and the question in the field', async () => {
  let created = 0
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    answers: {
      'POST /chat/conversations': () =>
        ++created < 3
          ? succeed({ conversation: conversationOf(created) })
          : refuse(429, { error: 'Слишком много запросов', code: 'RATE_LIMITED' }),
      'DELETE /chat/conversations/:id': () => succeed()
    }
  })
  renderAt('/compare', <ComparePage />)
  const user = userEvent.setup()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Вопрос всем моделям' })
  await user.type(field, 'Что такое мох?')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: /^Спросить|^Отправить/ })
  await waitFor(() => expect(send.disabled).toBe(false))
  await user.click(send)
  await waitFor(() => expect(toasts).toHaveLength(1))
  const deleted = server.calls().filter((call) => call.startsWith('DELETE'))
  expect(deleted).toEqual(['DELETE /chat/conversations/1', 'DELETE /chat/conversations/2'])
  expect(server.questions()).toEqual([])
  expect(field.value).toBe('Что такое мох?')
})
