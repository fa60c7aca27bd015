// The page /auth after a reload: the form that was open, and what was typed that is no secret.
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { SessionProvider } from '#web/src/base/session/session.tsx'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { Page } from '#web/src/people/sign-in/page.tsx'
import { fakeApi, succeed } from './fake-api.ts'
import { button, field, fillRegistration, type } from './sign-in-pages.tsx'

const user = userEvent.setup()
const heading = (name: string) => screen.findByRole('heading', { name })
const place = () => window.location.pathname + window.location.search

function load(): void {
  beginNewPage()
  render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        <SessionProvider>
          <Page />
        </SessionProvider>
      </BrowserRouter>
    </QueryClientProvider>
  )
}

function open(at: string): void {
  fakeApi({ 'POST /auth/register': () => succeed() })
  window.history.replaceState(null, '', at)
  load()
}

function reload(): void {
  window.dispatchEvent(new Event('beforeunload'))
  cleanup()
  load()
}

afterEach(() => window.history.replaceState(null, '', '/'))

it('is the registration that was chosen, with the address and without passwords, and adds nothing to go back through', async () => {
  open('/auth?return=%2Flibrary')
  const { length } = window.history
  await user.click(button('Создать аккаунт'))
  await heading('Создать аккаунт')
  expect(place()).toBe('/auth?return=%2Flibrary&mode=register')
  await type(user, { Email: 'anna@example.ru', Пароль: 'Password1!' })
  reload()
  await heading('Создать аккаунт')
  expect([field('Email').value, field('Пароль').value]).toEqual(['anna@example.ru', ''])
  expect(window.history.length).toBe(length)
  await user.click(button('Войти'))
  await heading('Вход')
  expect([place(), field('Email').value]).toEqual(['/auth?return=%2Flibrary', 'anna@example.ru'])
})

it('leaves the address of the page that the user has gone on to, while it is still loaded', async () => {
  open('/auth')
  await heading('Вход')
  window.history.pushState(null, '', '/terms')
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('beforeunload'))
  expect(place()).toBe('/terms')
})

it('is the sign-in that was chosen over a link of an invitation', async () => {
  open('/auth?invite=FRIEND')
  await heading('Создать аккаунт')
  await user.click(button('Войти'))
  await heading('Вход')
  reload()
  await heading('Вход')
  expect(place()).toBe('/auth?invite=FRIEND&mode=sign-in')
})

it('says after a registration where its mail is, until another form is chosen', async () => {
  open('/auth?mode=register')
  await fillRegistration(user)
  await user.click(screen.getByRole('button', { name: /^Создать аккаунт/ }))
  await heading('Вход')
  expect(place()).toBe('/auth')
  reload()
  await screen.findByText(/^Письмо отправлено на anna@example\.ru\./)
  await user.click(button('Создать аккаунт'))
  await heading('Создать аккаунт')
  await waitFor(() => expect(screen.queryByText(/^Письмо отправлено/)).toBeNull())
})
