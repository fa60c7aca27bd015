// A question for which the tokens, the room or the turns of its user are not enough.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { textOf } from '#contract/errors.ts'
import { accountOf, refuse, succeed } from '../fake-api.ts'
import { ask, field, openChat, sendButton, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'

describe('a request', () => {
  test('above the balance is announced before sending, without an alert, until the user picks a cheaper model', async () => {
    const { user } = await startChat('/chatgpt', { tokens: 3 })
    const note = await screen.findByText('Не хватает 2 токенов: ответ GPT-4o mini стоит 5 токенов, на балансе 3 токена')
    expect(screen.queryByRole('alert')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Модель/ }))
    await user.click(screen.getByRole('menuitemradio', { name: /GPT-3\.5 Turbo/ }))
    expect(note.isConnected).toBe(false)
  })

  test('of a user in debt shows the debt, and the link buys tokens for the debt and the answer', async () => {
    await startChat('/chatgpt', {
      tokens: 0,
      answers: { 'GET /user/tokens': () => succeed({ ...accountOf(0), debtTokens: 400 }) }
    })
    await screen.findByText(/^Мы вернули вам деньги за покупку, а 400 токенов из неё вы успели потратить\./)
    expect(screen.getByRole('link', { name: 'Купить токены' }).getAttribute('href')).toContain('tokens=405')
  })

  test('that the balance cannot pay stays in the field, names the missing tokens and keeps its id when sent again', async () => {
    const { server, user, leave } = await startChat('/chatgpt', {
      tokens: 2,
      answers: { 'POST /ai/text': () => refuse(402, { error: 'Insufficient tokens', code: 'INSUFFICIENT_TOKENS' }) }
    })
    await ask(user, 'Привет')
    const note = await screen.findByRole('alert')
    await within(note).findByText('Не хватает 3 токенов: ответ GPT-4o mini стоит 5 токенов, на балансе 2 токена')
    expect(within(note).getByRole('link', { name: 'Купить токены' }).getAttribute('href')).toBe(
      '/token-purchase?tokens=3&return=%2Fchatgpt'
    )
    expect(toasts).toEqual(['error: Недостаточно токенов для выполнения запроса'])
    expect(field().value).toBe('Привет')
    expect(screen.queryByRole('article', { name: 'Ваш запрос' })).toBeNull()
    await user.click(sendButton())
    await waitFor(() => expect(server.questions()).toHaveLength(2))

    // Buying tokens and coming back loads the page again.
    await waitFor(() => expect(field().disabled).toBe(false))
    leave()
    await openChat('/chatgpt')
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    expect(field().value).toBe('Привет')
    fireEvent.click(sendButton())
    await waitFor(() => expect(server.questions()).toHaveLength(3))
    expect(new Set(server.keys()).size).toBe(1)

    await waitFor(() => expect(field().disabled).toBe(false))
    fireEvent.change(field(), { target: { value: 'Привет!' } })
    fireEvent.click(sendButton())
    await waitFor(() => expect(server.questions()).toHaveLength(4))
    expect(new Set(server.keys()).size).toBe(2)
  })
})

test.each([
  ['free', ['Мои работы', 'Подписка']],
  ['premium', ['Мои работы']]
] as const)(
  'a question without room stays in the field, and says what a user on plan %s can do',
  async (plan, links) => {
    const error = textOf('STORAGE_FULL')
    const { user } = await startChat('/chatgpt', {
      plan,
      answers: { 'POST /ai/text': () => refuse(403, { error, code: 'STORAGE_FULL' }) }
    })
    await ask(user, 'Привет')
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('Место для чатов и работ закончилось. Удалите старые чаты и работы')
    expect(
      within(note)
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    ).toEqual(links)
    await waitFor(() => expect(field().value).toBe('Привет'))
    expect(toasts).not.toContain(`error: ${error}`)
  }
)

test('a question without room for its conversation says so and stays in the field', async () => {
  const error = textOf('STORAGE_FULL')
  const { user } = await startChat('/gpt5', {
    answers: { 'POST /chat/conversations': () => refuse(403, { error, code: 'STORAGE_FULL' }) }
  })
  await ask(user, 'Привет')
  expect((await screen.findByRole('alert')).textContent).toContain(error)
  await waitFor(() => expect(field().value).toBe('Привет'))
  expect(toasts).toEqual([])
})

test('a first question that comes too soon after others is told how long to wait', async () => {
  const { server, user } = await startChat('/chatgpt', {
    answers: {
      'POST /chat/conversations': () => refuse(429, { error: 'Рано', code: 'RATE_LIMITED', retryAfter: 7 })
    }
  })
  await ask(user, 'Привет')
  await waitFor(() => expect(toasts).toEqual(['error: Слишком много запросов. Подождите 7 секунд.']))
  await waitFor(() => expect(field().value).toBe('Привет'))
  expect(server.questions()).toEqual([])
})
