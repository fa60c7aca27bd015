// A comparison that could not begin, and one that is gone on with after a reload.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import { refuse, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { toasts } from '../toasts.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { startChat } from './open-chat.tsx'

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

const turn = (id: number) => [messageOf(id, 'user', { content: 'Что такое омут?' }), messageOf(id + 1, 'assistant')]

test('shows its chats and answers after a reload, and asks all of them the next question', async () => {
  const server = chatServer({
    tokens: 100,
    conversations: [conversationOf(1, { service: 'claude', model: 'claude-3-sonnet' }), conversationOf(2)],
    messages: { 1: turn(1), 2: turn(3) }
  })
  renderAt('/compare?chats=claude-3-sonnet:1,gpt-4o-mini:2', <ComparePage />)
  await screen.findByRole('region', { name: 'GPT-4o mini' })
  const columns = ['Claude 3 Sonnet', 'GPT-4o mini'].map((name) => screen.getByRole('region', { name }))
  for (const [index, column] of columns.entries()) await within(column).findByText(`Сообщение ${index === 0 ? 2 : 4}`)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Спросить всех за 7 токенов' })
  await user.type(screen.getByRole('textbox', { name: 'Вопрос всем моделям' }), 'А заводь?{Enter}')
  for (const column of columns) await within(column).findByText('готов', { selector: 'strong' })
  expect(server.questions().map(({ path, body }) => [path, (body as { prompt: string }).prompt])).toEqual([
    ['/ai/text/claude', 'А заводь?'],
    ['/ai/text/chatgpt', 'А заводь?']
  ])
})

const tabs = () => screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
const isInert = (name: RegExp) => screen.getByRole('tabpanel', { name, hidden: true }).hasAttribute('inert')

test('shows one model at a time on a narrow window, by the tabs with their names and how each stands', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
  chatServer({
    tokens: 100,
    conversations: [conversationOf(1, { service: 'claude', model: 'claude-3-sonnet' }), conversationOf(2)],
    messages: { 1: turn(1), 2: [...turn(3), messageOf(5, 'assistant', { outcome: 'failed' })] }
  })
  renderAt('/compare?chats=claude-3-sonnet:1,gpt-4o-mini:2', <ComparePage />)
  const user = userEvent.setup()
  await waitFor(() =>
    expect(tabs()).toEqual([
      ['готово: Claude 3 Sonnet', 'true'],
      ['не вышло: GPT-4o mini', 'false']
    ])
  )
  expect([isInert(/Sonnet/), isInert(/mini/)]).toEqual([false, true])
  await user.click(screen.getByRole('tab', { name: /mini/ }))
  expect([isInert(/Sonnet/), isInert(/mini/)]).toEqual([true, false])
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Sonnet/, selected: true }))
  vi.restoreAllMocks()
})

test('is a link away from a chat', async () => {
  await startChat('/claude')
  expect(screen.getByRole('link', { name: 'Сравнить модели' }).getAttribute('href')).toBe('/compare')
})
