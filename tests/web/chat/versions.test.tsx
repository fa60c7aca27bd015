import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { promptLengthMax } from '#contract/answers.ts'
import { refuse, succeed } from '../fake-api.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { address, field, openChat, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'

type Server = NonNullable<Parameters<typeof chatServer>[0]>

/** A conversation whose only answer is the second of two. */
const openVersioned = (server: Server = {}, path = '/chatgpt?chat=1') =>
  startChat(path, {
    saved: [
      messageOf(1, 'user', { content: 'Вопрос', operation_id: 'first' }),
      messageOf(3, 'assistant', { content: 'Второй ответ', parent_id: 1, versions: [2, 3], operation_id: 'second' })
    ],
    ...server
  })

const press = async (user: Awaited<ReturnType<typeof openChat>>['user'], name: string) =>
  user.click(await screen.findByRole('button', { name }))

const contents = () => screen.getAllByRole('article').map(({ textContent }) => textContent)

describe('another answer', () => {
  test('that the balance cannot pay leaves the one that is there and says what is missing', async () => {
    const { server, user } = await openVersioned({
      tokens: 2,
      answers: { 'POST /ai/text': () => refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' }) }
    })
    await press(user, 'Ответить заново')
    await user.click(await screen.findByRole('menuitem', { name: /та же модель/ }))
    const note = await screen.findByRole('alert')
    await within(note).findByText(/^Не хватает 3 токенов/)
    await screen.findByText('Второй ответ')
    expect(field().value).toBe('')
    expect(server.questions().map(({ body }) => body)).toEqual([
      {
        projectTokens: 0,
        prompt: 'Вопрос',
        model: 'gpt-4o-mini',
        conversationId: 1,
        answersMessageId: 1,
        proposes: true
      }
    ])
  })

  test('is asked for once when the user clicks twice', async () => {
    const { server, user } = await openVersioned()
    await press(user, 'Ответить заново')
    const item = await screen.findByRole('menuitem', { name: /та же модель/ })
    fireEvent.click(item)
    fireEvent.click(item)
    await screen.findByText('готов', { selector: 'strong' })
    expect(server.questions()).toHaveLength(1)
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })
})

test('an edited question cannot be sent empty or too long, and Escape leaves it as it was', async () => {
  const { server, user } = await openVersioned()
  await press(user, 'Изменить запрос')
  const editor = await screen.findByRole('textbox', { name: 'Изменить запрос' })
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Отправить изменённый запрос' })
  for (const [value, isRefused] of [
    ['  ', true],
    ['а'.repeat(promptLengthMax + 1), true],
    ['\n\t ', true],
    ['Иначе', false]
  ] as const) {
    fireEvent.change(editor, { target: { value } })
    expect(send.disabled).toBe(isRefused)
    expect(screen.queryByText(/^Слишком длинный запрос: 32.001 из 32.000 символов$/) !== null).toBe(
      value.length > promptLengthMax
    )
  }
  expect(editor.dir).toBe('auto')
  await user.type(editor, '{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Изменить запрос' })))
  expect(contents()[0]).toBe('Вопрос')
  expect(server.questions()).toEqual([])
})

test('a chat that goes on from a message opens with the focus in its composer', async () => {
  const { user } = await openVersioned({
    answers: { 'POST /chat/conversations/:id/branches': () => succeed({ conversation: conversationOf(7) }) }
  })
  await press(user, 'Новый чат с этого места')
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=7'))
  expect(document.activeElement).toBe(field())
})

describe('when the server refuses', () => {
  test('another version, the page says so and shows the one that is there', async () => {
    const { user } = await openVersioned({
      answers: { 'PUT /chat/conversations/:id/shown': () => refuse(500, { error: 'Сбой' }) }
    })
    await press(user, 'Предыдущая версия')
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(toasts[0]).toMatch(/^error: /)
    await screen.findByText('2 из 2')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Предыдущая версия' }).ariaDisabled).toBe(null))
  })

  test('a branch, no other chat is opened', async () => {
    const { user } = await openVersioned({
      answers: { 'POST /chat/conversations/:id/branches': () => refuse(404, { error: 'Нет', code: 'NOT_FOUND' }) }
    })
    await press(user, 'Новый чат с этого места')
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(address()).toBe('/chatgpt?chat=1')
  })
})

test('a message of another version that the address names is shown, found and marked', async () => {
  const messages = {
    1: [
      messageOf(1, 'user', { content: 'Вопрос' }),
      messageOf(3, 'assistant', { content: 'Второй ответ', parent_id: 1, versions: [2, 3] })
    ]
  }
  const { server } = await openVersioned(
    {
      messages,
      answers: {
        'PUT /chat/conversations/:id/shown': ({ body }) => {
          expect(body).toEqual({ messageId: 2 })
          messages[1][1] = messageOf(2, 'assistant', { content: 'Первый ответ', parent_id: 1, versions: [2, 3] })
          return succeed()
        }
      }
    },
    '/chatgpt?chat=1&message=2'
  )
  await screen.findByText('1 из 2')
  const found = await screen.findByText('Первый ответ')
  await waitFor(() => expect(found.closest<HTMLElement>('article')!.dataset['found']).toBe(''))
  expect(server.calls().filter((call) => call.endsWith('/shown'))).toHaveLength(1)
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=1'))
})
