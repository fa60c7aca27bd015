// What a user has written and the server refuses, or a reload interrupts.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import { draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { refuse, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { eventsOf, streamOf } from './answer-server.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { ask, chatsColumn, field, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'
import { write } from '../write.ts'

const tooOften = () => refuse(429, { error: 'Слишком часто', code: 'RATE_LIMITED' })
const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Изменить запрос' })

const openAsked = (answers: NonNullable<Parameters<typeof startChat>[1]>['answers'] = {}) =>
  startChat('/chatgpt?chat=1', {
    saved: [
      messageOf(1, 'user', { content: 'Вопрос', operation_id: 'first' }),
      messageOf(3, 'assistant', { content: 'Ответ', parent_id: 1, operation_id: 'first' })
    ],
    answers
  })

test('a changed question is kept over a reload and a refusal, beside other words in the composer, and until it is sent', async () => {
  const first = await openAsked()
  await first.user.click(await screen.findByRole('button', { name: 'Изменить запрос' }))
  fireEvent.change(await editor(), { target: { value: 'Иначе' } })
  first.leave()

  const late = Promise.withResolvers<Response>()
  const refusals = [tooOften()]
  const refusing = await openAsked({ 'POST /ai/text': () => refusals.shift() ?? late.promise })
  expect((await editor()).value).toBe('Иначе')
  expect(document.activeElement).not.toBe(await editor())
  await write(refusing.user, field(), 'Другое')
  await write(refusing.user, await editor(), '?{Enter}')
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect([(await editor()).value, field().value]).toEqual(['Иначе?', 'Другое'])
  expect(document.activeElement).toBe(await editor())
  await refusing.user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Изменить запрос' })).toBeNull())
  const elsewhere = within(chatsColumn()).getByRole('link', { name: /^Чат 1/ })
  elsewhere.focus()
  late.resolve(tooOften())
  await editor()
  expect(document.activeElement).toBe(elsewhere)
  refusing.leave()

  const { user, server, leave } = await openAsked()
  await write(user, await editor(), '{Enter}')
  await screen.findByText('готов', { selector: 'strong' })
  expect(server.questions().map(({ body }) => (body as { prompt: string }).prompt)).toEqual(['Иначе?'])
  leave()
  await openAsked()
  await screen.findByText('Вопрос')
  expect(screen.queryByRole('textbox', { name: 'Изменить запрос' })).toBeNull()
})

test('a question whose answer the server has lost, and refuses when it is repeated, is in the composer again', async () => {
  const refusals = [refuse(409, { code: 'OPERATION_IN_PROGRESS', error: 'Уже отправлен' }), tooOften()]
  const { user } = await startChat('/chatgpt?chat=1', {
    saved: [messageOf(1, 'user'), messageOf(2, 'assistant', { parent_id: 1 })],
    answers: {
      'POST /ai/text': () => refusals.shift() ?? succeed(),
      'GET /ai/text/answers/:id': () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' })
    }
  })
  await ask(user, 'Что было?')
  await user.click(await screen.findByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(toasts).toHaveLength(1))
  expect(field().value).toBe('Что было?')
})

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('kept:question'))

test('a changed question that is sent at the second attempt, or before a reload, is kept no more', async () => {
  const answers: NonNullable<Parameters<typeof openAsked>[0]> = {
    'POST /ai/text': () => refuse(409, { code: 'OPERATION_IN_PROGRESS', error: 'Уже отправлен' }),
    'GET /ai/text/answers/:id': () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' })
  }
  const { user } = await openAsked(answers)
  await user.click(await screen.findByRole('button', { name: 'Изменить запрос' }))
  await write(user, await editor(), ' иначе{Enter}')
  const again = await screen.findByRole('button', { name: 'Повторить' })
  expect(kept()).toHaveLength(1)
  delete answers['POST /ai/text']
  await user.click(again)
  await screen.findByText('2 из 2')
  await waitFor(() => expect(kept()).toEqual([]))
})

const turn = (id: number) => [messageOf(id, 'user'), messageOf(id + 1, 'assistant')]

test('a next question that all columns of a comparison refuse is in its field again, once, and in no other composer', async () => {
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    conversations: [conversationOf(1), conversationOf(2)],
    messages: { 1: turn(1), 2: turn(3) },
    answers: {
      'POST /ai/text': tooOften
    }
  })
  renderAt('/compare?chats=gpt-4o-mini:1,gpt-4o:2', <ComparePage />)
  const user = userEvent.setup()
  const shared = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Вопрос всем моделям' })
  await screen.findByRole('button', { name: 'Спросить всех за 15 токенов' })
  await write(user, shared, 'А заводь?{Enter}')
  await waitFor(() => expect([toasts.length, shared.value]).toEqual([2, 'А заводь?']))
  expect(server.calls().filter((call) => call.startsWith('DELETE'))).toEqual([])
  expect([1, 2].map((id) => readDraft(draftKey('/chatgpt', id)))).toEqual([null, null])
})

const repeat = () => screen.findByRole('button', { name: 'Повторить' })

test('a lost question of one column that is refused when it is repeated stays there with its button, and in no hidden composer', async () => {
  const refusals = [refuse(409, { code: 'OPERATION_IN_PROGRESS', error: 'Уже отправлен' }), tooOften()]
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    conversations: [conversationOf(1), conversationOf(2)],
    messages: { 1: turn(1), 2: turn(3) },
    answers: {
      'POST /ai/text': ({ body }) =>
        ((body as { conversationId: number }).conversationId === 1 && refusals.shift()) ||
        streamOf(eventsOf(['Ответ']), -1),
      'GET /ai/text/answers/:id': () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' })
    }
  })
  renderAt('/compare?chats=gpt-4o-mini:1,gpt-4o:2', <ComparePage />)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Спросить всех за 15 токенов' })
  await write(user, screen.getByRole('textbox', { name: 'Вопрос всем моделям' }), 'А заводь?{Enter}')
  await user.click(await repeat())
  await waitFor(() => expect(refusals).toEqual([]))
  await waitFor(() => expect(toasts).toEqual(['error: Слишком часто']))
  await repeat()
  expect(readDraft(draftKey('/chatgpt', 1))).toBeNull()
  const asked = server.questions().length
  await user.click(await repeat())
  await waitFor(() => expect(server.questions()).toHaveLength(asked + 1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull())
})
