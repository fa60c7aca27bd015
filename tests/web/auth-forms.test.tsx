// The two forms of the sign-in page: password managers, the keyboard, and errors of single fields.
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { toasts } from './toasts.ts'
import { fakeApi, refuse, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { Page as AuthPage } from '#web/src/people/sign-in/page.tsx'

async function open(mode: 'sign-in' | 'register', answers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi(answers)
  renderAt(
    `/auth?mode=${mode}`,
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
    </Routes>
  )
  return { ...api, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const focused = () => document.activeElement
const invalid = () => [...document.querySelectorAll<HTMLInputElement>('[aria-invalid]')].map(({ name }) => name)
const fieldErrors = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

async function fillRegistration(user: User, { consents = true } = {}) {
  await user.type(field('Email'), 'anna@example.ru')
  await user.type(field('Пароль'), 'Password1!')
  await user.type(field('Повторите пароль'), 'Password1!')
  if (consents) for (const box of screen.getAllByRole('checkbox')) await user.click(box)
}

const formFields = () =>
  [...document.querySelectorAll('form input:not([type=checkbox])')].map((input) =>
    ['type', 'name', 'autocomplete'].map((name) => input.getAttribute(name)).join(' ')
  )

describe('password managers', () => {
  it.each([
    ['sign-in', ['email email username', 'password password current-password']],
    [
      'register',
      ['email email username', 'password new-password new-password', 'password confirm-password new-password']
    ]
  ] as const)('know the fields: %s', async (mode, expected) => {
    await open(mode)
    expect(formFields()).toEqual(expected)
    expect([...document.querySelectorAll('form input')].every((input) => input.closest('form') !== null)).toBe(true)
    expect(document.querySelectorAll('form button[type=submit]')).toHaveLength(1)
  })
})

describe('a password', () => {
  it('is shown and hidden again without being lost, each field by its own button', async () => {
    const { user } = await open('register')
    await user.type(field('Пароль'), 'Password1!')
    const [first] = screen.getAllByRole('button', { name: 'Показать пароль' })
    await user.click(first!)
    expect([field('Пароль').type, field('Повторите пароль').type]).toEqual(['text', 'password'])
    expect(button('Скрыть пароль').getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('{Enter}')
    expect([field('Пароль').type, field('Пароль').value]).toEqual(['password', 'Password1!'])
    expect(focused()).toBe(first)
  })
})

describe('a user with only a keyboard', () => {
  it('goes through the form in visual order, and submits it with Enter', async () => {
    const { user, calls } = await open('register', { 'POST /auth/register': () => succeed() })
    for (const typed of ['anna@example.ru', 'Password1!', '', 'Password1!', '', ' ', '', '', ' ', '']) {
      await user.tab()
      if (typed) await user.keyboard(typed)
    }
    expect(focused()?.textContent).toBe('обработку персональных данных')
    await user.tab()
    expect(focused()).toBe(button('Создать аккаунт'))
    await user.keyboard('{Enter}')
    const notice = await screen.findByRole('alert')
    expect(calls()).toEqual(['POST /auth/register'])
    // The form that had the focus has disappeared.
    await waitFor(() => expect(focused()).toBe(notice))
  })

  it('submits the registration with Enter from a field', async () => {
    const { user, calls } = await open('register', { 'POST /auth/register': () => succeed() })
    await fillRegistration(user)
    await user.click(field('Email'))
    await user.keyboard('{Enter}')
    await screen.findByText(/^Регистрация успешна!/)
    expect(calls()).toEqual(['POST /auth/register'])
  })
})

describe('the registration', () => {
  it('shows every problem at once, focuses the first, and an edit clears only that of its field', async () => {
    const { user } = await open('register')
    await user.click(button('Создать аккаунт'))
    expect(invalid()).toEqual(['email', 'new-password', 'offer', 'personal-data'])
    expect(fieldErrors()).toEqual(['Email обязателен', 'Пароль обязателен', ...Array(2).fill('Необходимо согласие')])
    expect(focused()).toBe(field('Email'))
    await user.type(field('Email'), 'a')
    expect(invalid()).toEqual(['new-password', 'offer', 'personal-data'])
    await user.type(field('Пароль'), 'P')
    expect(invalid()).toEqual(['offer', 'personal-data'])
    await user.click(screen.getAllByRole('checkbox')[0]!)
    expect(invalid()).toEqual(['personal-data'])
  })

  it('asks for an address to which a mail can be sent', async () => {
    const { calls, user } = await open('register')
    await fillRegistration(user)
    await user.type(field('Email'), '/x')
    await user.click(button('Создать аккаунт'))
    expect([fieldErrors(), calls()]).toEqual([['Некорректный формат email'], []])
  })

  it('shows a spinner and ignores a second click while it waits', async () => {
    const answer = Promise.withResolvers<Response>()
    const { user } = await open('register', { 'POST /auth/register': () => answer.promise })
    await fillRegistration(user)
    await user.click(button('Создать аккаунт'))
    const submit = button('Создать аккаунт')
    expect([submit.disabled, submit.getAttribute('aria-busy'), submit.querySelector('svg') !== null]).toEqual([
      true,
      'true',
      true
    ])
    await act(async () => answer.resolve(refuse(500, { error: 'Сервис временно недоступен' })))
    await waitFor(() => expect(submit.disabled).toBe(false))
    expect(fieldErrors()).toEqual(['Сервис временно недоступен'])
  })
})

const refusing = (...details: { path: string; msg: string }[]) =>
  refuse(400, { error: 'Проверьте данные', code: 'VALIDATION_FAILED', data: { details } })

describe('an error of the server', () => {
  it('about a field of the registration is shown at that field, which gets the focus', async () => {
    const { user } = await open('register', {
      'POST /auth/register': () =>
        refusing(
          { path: 'consents.personalData', msg: 'Необходимо согласие' },
          { path: 'password', msg: 'Пароль встречается в утечках' }
        )
    })
    await fillRegistration(user)
    await user.click(button('Создать аккаунт'))
    await waitFor(() => expect(invalid()).toEqual(['new-password', 'personal-data']))
    expect(fieldErrors()).toEqual(['Пароль встречается в утечках', 'Необходимо согласие'])
    expect(focused()).toBe(field('Пароль'))
  })

  it('about a field of the sign-in is shown at that field', async () => {
    const { user } = await open('sign-in', {
      'POST /auth/login': () => refusing({ path: 'email', msg: 'Некорректный формат email' })
    })
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'Password1!{Enter}')
    await waitFor(() => expect(focused()).toBe(field('Email')))
    expect(fieldErrors()).toEqual(['Некорректный формат email'])
    await user.type(field('Email'), 'x')
    expect(fieldErrors()).toEqual([])
  })

  it('about a field that the form does not have is shown above the form', async () => {
    const { user } = await open('register', {
      'POST /auth/register': () => refusing({ path: 'captcha', msg: 'Подтвердите, что вы не робот' })
    })
    await fillRegistration(user)
    await user.click(button('Создать аккаунт'))
    await waitFor(() => expect(fieldErrors()).toEqual(['Подтвердите, что вы не робот']))
  })

  it('about the address of a reset is shown at that field', async () => {
    const { user } = await open('sign-in', {
      'POST /auth/reset-password': () => refusing({ path: 'email', msg: 'Некорректный формат email' })
    })
    await user.click(button('Забыли пароль?'))
    await user.type(field('Email для сброса пароля'), 'anna@example.ru{Enter}')
    await waitFor(() => expect(fieldErrors()).toEqual(['Некорректный формат email']))
    expect(focused()).toBe(field('Email для сброса пароля'))
    expect(toasts).toEqual([])
  })
})

describe('a failure without a text', () => {
  it('of the sign-in shows our own text above the form alone', async () => {
    const { user } = await open('sign-in', { 'POST /auth/login': () => refuse(500) })
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'Password1!{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Ошибка входа в систему')
    expect(toasts).toEqual([])
  })

  it('of a reset request is shown only in a toast', async () => {
    const { user } = await open('sign-in', { 'POST /auth/reset-password': () => refuse(500) })
    await user.click(button('Забыли пароль?'))
    await user.type(field('Email для сброса пароля'), 'anna@example.ru{Enter}')
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка сброса пароля']))
    expect(fieldErrors()).toEqual([])
  })
})

it('switching back to the sign-in also clears passwords, errors and notices', async () => {
  const { user } = await open('register', { 'POST /auth/register': () => succeed() })
  await fillRegistration(user)
  await user.click(button('Создать аккаунт'))
  await screen.findByText(/^Регистрация успешна!/)
  await user.click(button('Создать аккаунт'))
  expect(fieldErrors()).toEqual([])
  expect([field('Email').value, field('Пароль').value, field('Повторите пароль').value]).toEqual([
    'anna@example.ru',
    '',
    ''
  ])
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false])
  await user.click(button('Создать аккаунт'))
  await user.click(button('Войти'))
  expect(invalid()).toEqual([])
})

it('the page links to all five legal documents', async () => {
  await open('sign-in')
  const links = [...screen.getByRole('navigation', { name: 'Документы' }).querySelectorAll('a')]
  expect(links.map((link) => link.getAttribute('href')).toSorted()).toEqual([
    '/cookie-policy',
    '/data-processing-policy',
    '/privacy',
    '/terms',
    '/user-agreement'
  ])
})
