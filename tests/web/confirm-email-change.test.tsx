import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeApi, refuse, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { alertText, focusedText } from './sign-in-pages.tsx'
import { Page as ConfirmEmailChangePage } from '#web/src/people/profile/confirm-email-change-page.tsx'

function openLink(answer: () => Response, at = '/confirm-email-change?token=good') {
  renderAt(at, <ConfirmEmailChangePage />)
  return fakeApi({ 'POST /auth/confirm-email-change': answer })
}

const agree = async () => userEvent.click(await screen.findByRole('button', { name: 'Подтвердить смену' }))

describe('the link of a change of address', () => {
  it.each([
    ['waits for the other mailbox', () => succeed({ state: 'waiting' }), /Осталось открыть ссылку/],
    ['tells that the address changed', () => succeed({ state: 'changed' }), /Email изменён/],
    ['is refused', () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }), /недействительна или истекла/]
  ])('%s', async (_, answer, text) => {
    const { asked } = openLink(answer)
    await agree()
    expect(await focusedText()).toMatch(text)
    expect(asked.map(({ body }) => body)).toEqual([{ token: 'good' }])
    expect(screen.queryByRole('button', { name: 'Подтвердить смену' })).toBeNull()
  })

  it('can be tried again after any other failure', async () => {
    const answers = [refuse(503, { error: 'Сервис временно недоступен' }), succeed({ state: 'changed' })]
    openLink(() => answers.shift()!)
    await agree()
    expect(await alertText()).toBe('Сервис временно недоступен')
    expect(document.activeElement).toBe(screen.getByRole('button'))
    await agree()
    await screen.findByText(/Email изменён/)
  })

  it('without a token shows an error', async () => {
    openLink(() => succeed(), '/confirm-email-change')
    expect(await focusedText()).toBe('Токен не найден в URL')
  })
})
