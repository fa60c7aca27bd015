// The pages of a visitor's account at their paths, and what the visitor does on them.
import { screen, waitFor } from '@testing-library/react'
import type { userEvent } from '@testing-library/user-event'
import { type Answers, fakeApi } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { Page as AuthPage } from '#web/src/people/sign-in/page.tsx'
import { Page as ResetPasswordPage } from '#web/src/people/sign-in/reset-password-page.tsx'
import { Page as VerifyEmailPage } from '#web/src/people/sign-in/verify-email-page.tsx'
import { write } from './write.ts'

export type User = ReturnType<typeof userEvent.setup>

export const openSignIn = (at: string, answers: Answers = {}) => ({
  ...fakeApi(answers),
  ...openPages(at, {
    '/auth': <AuthPage />,
    '/reset-password': <ResetPasswordPage />,
    '/verify-email': <VerifyEmailPage />
  })
})

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
export const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** A message that has taken the focus, which is how it is read: an alert would be read a second time. */
export async function focusedText(): Promise<string | null> {
  const told = await waitFor(() => {
    const found = document.activeElement
    if (!found?.matches('p[data-route-focus]:not([role])')) throw new Error('no message has the focus')
    return found
  })
  return told.textContent
}
export const alertText = async () => (await screen.findByRole('alert')).textContent
export const invalid = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')].map(({ name }) => name)

export async function type(user: User, values: Record<string, string>): Promise<void> {
  for (const [label, typed] of Object.entries(values)) await write(user, field(label), typed)
}

export const signIn = (user: User, password = 'Password1!') =>
  type(user, { Email: 'anna@example.ru', Пароль: `${password}{Enter}` })

/** Fills the form of the registration with valid values. */
export async function fillRegistration(user: User): Promise<void> {
  await type(user, { Email: 'anna@example.ru', Пароль: 'Password1!', 'Повторите пароль': 'Password1!' })
  for (const consent of screen.getAllByRole('checkbox')) await user.click(consent)
}
