import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { textOf } from '#contract/errors.ts'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { field, startChat, ask } from './open-chat.tsx'

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
