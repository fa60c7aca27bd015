import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { legalLinks } from '#contract/catalogue/menu.ts'
import { registerPath } from '#web/src/base/links.ts'
import { returnPathOf } from '#web/src/base/links.ts'
import { type Asked, bearerOf, keepTokens, refuse, sessionOf, succeed, tokenPair } from './fake-api.ts'
import { address } from './render-page.tsx'
import { alerts, alertText, button, field, openSignIn, signIn, type } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'

const welcome = { 'POST /auth/login': () => succeed({ tokens: tokenPair('anna') }), ...sessionOf() }

describe('signing in', () => {
  it('requires both fields, and focuses the first invalid one', async () => {
    const { calls, user } = openSignIn('/auth')
    await user.click(button('Войти'))
    expect(alerts()).toEqual(['Email обязателен', 'Пароль обязателен'])
    expect(document.activeElement).toBe(field('Email'))
    await user.type(field('Email'), 'не адрес')
    expect(alerts()).toEqual(['Пароль обязателен'])
    await user.click(button('Войти'))
    expect(alerts()).toEqual(['Некорректный формат email', 'Пароль обязателен'])
    expect(calls()).toEqual([])
  })

  it('opens the home page with a welcome', async () => {
    const { asked, user } = openSignIn('/auth', welcome)
    await type(user, { Email: ' anna@example.ru ', Пароль: 'Password1!{Enter}' })
    await screen.findByText('another page')
    expect(address()).toBe('/')
    expect(asked[0]?.body).toEqual({ email: 'anna@example.ru', password: 'Password1!' })
    expect(toasts).toEqual(['success: Успешный вход! Добро пожаловать!'])
  })

  it('shows a busy button while it waits, which keeps its focus and sends once, and a refusal above the form', async () => {
    const answer = Promise.withResolvers<Response>()
    const { asked, user } = openSignIn('/auth', { 'POST /auth/login': () => answer.promise })
    await type(user, { Email: 'anna@example.ru', Пароль: 'wrong' })
    await user.click(button('Войти'))
    expect([button('Войти').ariaDisabled, button('Войти').ariaBusy]).toEqual(['true', 'true'])
    await user.keyboard('{Enter}')
    expect([asked.length, document.activeElement]).toEqual([1, button('Войти')])
    answer.resolve(refuse(401, { error: 'Неверный email или пароль', code: 'X' }))
    expect(await alertText()).toBe('Неверный email или пароль')
    await waitFor(() => expect(document.activeElement).toBe(button('Войти')))
    expect(button('Войти').ariaDisabled).toBe(null)
    expect(toasts).toEqual([])
    expect(screen.queryByRole('button', { name: 'Отправить письмо повторно' })).toBeNull()
  })

  it('shows an error of the server at its field, until the user edits that', async () => {
    const details = [{ path: 'email', msg: 'Некорректный формат email' }]
    const { user } = openSignIn('/auth', {
      'POST /auth/login': () => refuse(400, { error: 'Проверьте данные', data: { details } })
    })
    await signIn(user)
    await waitFor(() => expect(document.activeElement).toBe(field('Email')))
    expect(alerts()).toEqual(['Некорректный формат email'])
    await user.type(field('Email'), 'x')
    expect(alerts()).toEqual([])
  })

  it('shows our own text above the form after a failure without one', async () => {
    const { user } = openSignIn('/auth', { 'POST /auth/login': () => refuse(500) })
    await signIn(user)
    expect(await alertText()).toBe('Ошибка входа в систему')
    expect(toasts).toEqual([])
  })

  it('offers the confirmation mail again to an unconfirmed address', async () => {
    const { asked, user } = openSignIn('/auth', {
      'POST /auth/login': () => refuse(403, { error: 'Подтвердите email, чтобы войти', code: 'EMAIL_NOT_VERIFIED' }),
      'POST /auth/resend-verification': () => succeed()
    })
    await signIn(user)
    await screen.findByText('Подтвердите email, чтобы войти')
    expect(field('Email для подтверждения').value).toBe('anna@example.ru')
    await user.click(button('Отправить письмо повторно'))
    await waitFor(() => expect(toasts.at(-1)).toBe('success: Письмо с подтверждением отправлено повторно'))
    expect(asked.at(-1)?.body).toEqual({ email: 'anna@example.ru' })
  })
})

const unlessAnna = (answer: () => Response) => (asked: Asked) =>
  bearerOf(asked) === 'Bearer anna-access' ? answer() : refuse(401)

it('a session that ends without a sign-out shows a notice, and the next sign-in returns to the same page', async () => {
  keepTokens('old')
  const { user } = openSignIn('/subscription', {
    ...welcome,
    'GET /user/tokens': unlessAnna(welcome['GET /user/tokens']),
    'GET /auth/profile': unlessAnna(welcome['GET /auth/profile']),
    'POST /auth/refresh': () => refuse(401)
  })
  expect(await alertText()).toBe('Сессия завершена. Войдите снова')
  await signIn(user)
  await screen.findByText('another page')
  expect(address()).toBe('/subscription')
})

it.each([
  '/reset-password?token=good',
  '/verify-email?token=good',
  '/auth?mode=register&invite=friend',
  '/shared?chat=good'
])('in a browser whose session has ended elsewhere, %s opens for whoever follows it', async (link) => {
  keepTokens('old')
  openSignIn(link, {
    'GET /user/tokens': () => refuse(401),
    'GET /auth/profile': () => refuse(401),
    'POST /auth/refresh': () => refuse(401)
  })
  await waitFor(() => expect(localStorage.getItem('accessToken')).toBeNull())
  await screen.findByText(
    link.startsWith('/shared') ? 'another page' : /Сохранить пароль|Остался один шаг|Друг пригласил вас/
  )
  expect(address()).toBe(link)
})

it('a signed-in user is sent at once to the page that asked for a sign-in', async () => {
  keepTokens('anna')
  openSignIn(registerPath('/flux'), sessionOf())
  await screen.findByText('another page')
  expect(address()).toBe('/flux')
})

it.each(['', 'return=', 'return=https://evil.example', 'return=//evil.example', 'return=/auth', 'return=/nowhere'])(
  'a sign-in with the return address «%s» opens the home page',
  (query) => {
    expect(returnPathOf(new URLSearchParams(query))).toBe('/')
  }
)

it('the page links to all legal documents', () => {
  openSignIn('/auth')
  const links = within(screen.getByRole('navigation', { name: 'Документы' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(legalLinks.map(({ path }) => path))
})
