import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { textOf } from '#contract/errors.ts'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { chatServer } from './chat-server.ts'
import { field, openChat, sendButton } from './open-chat.tsx'

test.each([
  ['free', ['Мои работы', 'Подписка']],
  ['premium', ['Мои работы']]
] as const)(
  'a question without room stays in the field, and says what a user on plan %s can do',
  async (plan, links) => {
    const error = textOf('STORAGE_FULL')
    chatServer({ plan, answers: { 'POST /ai/text': () => refuse(403, { error, code: 'STORAGE_FULL' }) } })
    const { user } = await openChat('/chatgpt')
    await user.type(field(), 'Привет')
    await waitFor(() => expect(sendButton().disabled).toBe(false))
    await user.click(sendButton())
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
  chatServer({ answers: { 'POST /chat/conversations': () => refuse(403, { error, code: 'STORAGE_FULL' }) } })
  const { user } = await openChat('/gpt5')
  await user.type(field(), 'Привет')
  await waitFor(() => expect(sendButton().disabled).toBe(false))
  await user.click(sendButton())
  expect((await screen.findByRole('alert')).textContent).toContain(error)
  await waitFor(() => expect(field().value).toBe('Привет'))
  expect(toasts).toEqual([])
})
