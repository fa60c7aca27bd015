// What is typed while an answer runs, and a network that is lost meanwhile.
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AnswerEnd } from '#contract/answers.ts'
import { doneEvent, eventsOf, heldAnswer, stoppedEvent, streamOf } from './answer-server.ts'
import { chatServer } from './chat-server.ts'
import { field, openChat, sendButton } from './open-chat.tsx'
import { recordToasts } from '../toasts.ts'

beforeEach(() => {
  localStorage.clear()
  recordToasts()
})
afterEach(() => vi.unstubAllGlobals())

/** A chat whose first answer runs until the test ends it; later ones are complete at once. */
async function askAndType(next: string) {
  const held = heldAnswer()
  const first = [held.response]
  const server = chatServer({
    tokens: 100,
    answers: { 'POST /ai/text': () => first.pop() ?? streamOf(eventsOf(['Второй ответ']), -1) }
  })
  const { user } = await openChat('/chatgpt')
  await user.type(field(), 'Первый')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.keyboard('{Enter}')
  await screen.findByText('Половина')
  await waitFor(() => expect(field().disabled).toBe(false))
  if (next !== '') await user.type(field(), next)
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

test('a lost network is shown while it lasts', async () => {
  chatServer()
  await openChat('/chatgpt')
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
