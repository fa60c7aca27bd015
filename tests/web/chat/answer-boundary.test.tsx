import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { doneEvent, openStream, startEvent } from './answer-server.ts'
import { messageOf } from './chat-server.ts'
import { answerSyntax } from '#web/src/chat/markdown/answer-markdown.tsx'
import { SavedThread } from '#web/src/chat/offline/saved-thread.tsx'
import { savedMessage } from '#web/src/chat/offline/saved-message.ts'
import { SharedChatView } from '#web/src/chat/sharing/shared-chat.tsx'
import type { SharedChat } from '#contract/shares.ts'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { startChat } from './open-chat.tsx'

/** Throws on some texts, like a markdown library with a bug. */
const faultyPlugin = () => (_: unknown, file: { value: unknown }) => {
  if (/&bug;|&half$/.test(String(file.value))) throw new TypeError('No such entity')
}
const plugins = answerSyntax

beforeEach(() => {
  plugins.push(faultyPlugin)
})
afterEach(() => {
  plugins.splice(plugins.indexOf(faultyPlugin), 1)
})

const unreadable = '# Заголовок\n\n    отступ  и  &bug;\n'
const rawTextOf = (answer: HTMLElement) => answer.querySelector('[data-raw-text]')

test('an answer whose rendering throws is shown as raw text and can be copied; other answers stay', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { user } = await startChat('/chatgpt?chat=1', {
    saved: [
      messageOf(1, 'user', { content: 'Вопрос' }),
      messageOf(2, 'assistant', { content: unreadable }),
      messageOf(3, 'user', { content: 'Ещё вопрос с &bug;' }),
      messageOf(4, 'assistant', { content: 'Обычный ответ' })
    ]
  })
  const [first, second] = (await screen.findAllByRole('article', { name: 'Ответ' })) as [HTMLElement, HTMLElement]
  await waitFor(() => expect(rawTextOf(first)?.textContent).toBe(unreadable))
  expect(rawTextOf(first)?.className).toContain('whitespace-pre-wrap')
  expect(rawTextOf(second)).toBeNull()
  within(second).getByText('Обычный ответ')
  screen.getByText('Ещё вопрос с &bug;')
  expect(reported.mock.calls.flat().some((part) => part instanceof TypeError)).toBe(true)

  await user.click(within(first).getByRole('button', { name: 'Копировать ответ' }))
  expect(await navigator.clipboard.readText()).toBe(unreadable)
})

test('a streamed answer whose rendering throws once is rendered again when more text arrives', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { response, send } = openStream()
  send(startEvent)
  send({ type: 'delta', text: 'Начало\n\nстрока с &half' })
  await startChat('/chatgpt?chat=1', {
    saved: [messageOf(1, 'user', { content: 'Вопрос', operation_id: 'operation-1' })],
    answers: {
      'GET /ai/text/answers/:id': response
    }
  })
  const answer = await screen.findByRole('article', { name: 'Ответ' })
  await waitFor(() => expect(rawTextOf(answer)?.textContent).toBe('Начало\n\nстрока с &half'))
  send({ type: 'delta', text: 'way' })
  await within(answer).findByText('строка с &halfway')
  within(answer).getByText('Начало')
  expect(rawTextOf(answer)).toBeNull()
  send(doneEvent)
  await within(answer).findByRole('button', { name: 'Копировать ответ' })
})

test('a copy, and a chat on this device, close what an answer without an end leaves open', async () => {
  const cut = messageOf(2, 'assistant', { content: 'Это **важно', outcome: 'stopped' })
  const token = `h1-${'a'.repeat(40)}`
  const copy: SharedChat = {
    title: 'Мох',
    created_at: 1,
    messages: [{ role: 'assistant', content: cut.content, is_cut: true, model: null, created_at: 1 }]
  }
  fakeApi({ [`GET /shares/${token}`]: () => succeed(copy) })
  renderAt(
    { pathname: '/shared', hash: `#${token}` },
    <>
      <SharedChatView />
      <SavedThread messages={[savedMessage(cut)]} chat={undefined} />
    </>
  )
  await waitFor(() => expect(screen.getAllByText('важно', { selector: 'strong' })).toHaveLength(2))
})
