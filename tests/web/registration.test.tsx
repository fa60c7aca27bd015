import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refuse, succeed } from './fake-api.ts'
import {
  alerts,
  alertText,
  button,
  field,
  fillRegistration,
  invalid,
  openSignIn,
  signIn,
  type
} from './sign-in-pages.tsx'

const open = (answer?: () => Response | Promise<Response>) =>
  openSignIn('/auth?mode=register', answer && { 'POST /auth/register': answer })
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Создать аккаунт/ })
const focused = () => document.activeElement
const formFields = () =>
  [...document.querySelectorAll('form input:not([type=checkbox])')].map((input) =>
    ['type', 'name', 'autocomplete'].map((name) => input.getAttribute(name)).join(' ')
  )

describe('password managers', () => {
  it.each([
    ['sign-in', ['email email username webauthn', 'password password current-password']],
    [
      'register',
      ['email email username', 'password new-password new-password', 'password confirm-password new-password']
    ]
  ])('know the fields: %s', (mode, expected) => {
    openSignIn(`/auth?mode=${mode}`)
    expect(formFields()).toEqual(expected)
    expect(document.querySelectorAll('form button[type=submit]')).toHaveLength(1)
  })
})

it('a password is shown and hidden again without being lost, each field by its own button', async () => {
  const { user } = open()
  await user.type(field('Пароль'), 'Password1!')
  const [first] = screen.getAllByRole('button', { name: 'Показать пароль' })
  await user.click(first!)
  expect([field('Пароль').type, field('Повторите пароль').type]).toEqual(['text', 'password'])
  expect(button('Скрыть пароль').getAttribute('aria-pressed')).toBe('true')
  await user.keyboard('{Enter}')
  expect([field('Пароль').type, field('Пароль').value]).toEqual(['password', 'Password1!'])
  expect(focused()).toBe(first)
})

describe('the registration', () => {
  it('is filled in visual order with a keyboard alone, and submitted with Enter', async () => {
    const { user, calls } = open(() => succeed())
    for (const typed of ['anna@example.ru', 'Password1!', '', 'Password1!', '', ' ', '', '', ' ', '']) {
      await user.tab()
      if (typed) await user.keyboard(typed)
    }
    expect(focused()?.textContent).toBe('обработку персональных данных')
    await user.tab()
    expect(focused()).toBe(submit())
    await user.keyboard('{Enter}')
    const notice = await screen.findByRole('alert')
    expect(calls()).toEqual(['POST /auth/register'])
    // The form that had the focus has disappeared.
    await waitFor(() => expect(focused()).toBe(notice))
  })

  it('shows every problem at once, focuses the first, and an edit clears only that of its field', async () => {
    const { user, calls } = open()
    await user.click(submit())
    expect(invalid()).toEqual(['email', 'new-password', 'offer', 'personal-data'])
    expect(alerts()).toEqual(['Email обязателен', 'Пароль обязателен', ...Array(2).fill('Необходимо согласие')])
    expect(focused()).toBe(field('Email'))
    await user.type(field('Email'), 'a')
    expect(invalid()).toEqual(['new-password', 'offer', 'personal-data'])
    await user.type(field('Пароль'), 'P')
    expect(invalid()).toEqual(['offer', 'personal-data'])
    await user.click(screen.getAllByRole('checkbox')[0]!)
    expect(invalid()).toEqual(['personal-data'])
    expect(calls()).toEqual([])
  })

  it.each([
    ['an address to which a mail can be sent', { Email: '/x' }, 'Некорректный формат email'],
    [
      'a password without Russian letters',
      { Пароль: 'я', 'Повторите пароль': 'я' },
      'Пароль не должен содержать русские буквы'
    ]
  ])('asks for %s', async (_, added, text) => {
    const { calls, user } = open()
    await fillRegistration(user)
    await type(user, added)
    await user.click(submit())
    expect([alerts(), calls()]).toEqual([[text], []])
  })

  it('cannot be sent while the passwords differ', async () => {
    const { user } = open()
    await type(user, { Email: 'anna@example.ru', Пароль: 'Password1!', 'Повторите пароль': 'Password1' })
    expect([alerts(), submit().disabled]).toEqual([['Пароли не совпадают'], true])
    await user.type(field('Повторите пароль'), '!')
    expect([alerts(), submit().disabled]).toEqual([[], false])
  })

  it('is sent once after a double click, with a spinner while it waits, and again after a failure as the same one', async () => {
    const answer = Promise.withResolvers<Response>()
    const { asked, calls, user } = open(() => answer.promise)
    await fillRegistration(user)
    act(() => [1, 2].forEach(() => submit().click()))
    await waitFor(() => expect(calls()).toEqual(['POST /auth/register']))
    expect([submit().ariaDisabled, submit().ariaBusy]).toEqual(['true', 'true'])
    expect(submit().querySelector('svg')).not.toBeNull()
    answer.resolve(refuse(500, { error: 'Сервис временно недоступен' }))
    expect(await alertText()).toBe('Сервис временно недоступен')
    await user.click(submit())
    await waitFor(() => expect(calls()).toHaveLength(2))
    // By it this browser knows the link of the mail.
    const nonce = localStorage.getItem('registration')
    expect(asked.map(({ body }) => body)).toEqual([1, 2].map(() => expect.objectContaining({ nonce })))
    expect(nonce).toMatch(/^[\da-f]{32}$/)
  })

  it('says on its button what is missing', async () => {
    const { user } = open()
    expect(submit().textContent).toBe('Создать аккаунтОсталось: email, пароль, повтор пароля, два согласия')
    await fillRegistration(user)
    expect(submit().textContent).toBe('Создать аккаунт')
    await user.click(screen.getAllByRole('checkbox')[0]!)
    expect(submit().textContent).toBe('Создать аккаунтОсталось: одно согласие')
    await user.type(field('Повторите пароль'), '!')
    expect(submit().textContent).toBe('Создать аккаунтПароли не совпадают')
  })

  it('begins with both consents unticked, each with links to its documents', () => {
    open()
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false])
    const links = [...document.querySelectorAll('label a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/user-agreement', '/terms', '/data-processing-policy'])
  })

  it('returns to the sign-in form with a notice and the address', async () => {
    const { asked, user } = open(() => succeed())
    await fillRegistration(user)
    await user.click(submit())
    expect(await alertText()).toBe(
      'Регистрация успешна! Проверьте email для подтверждения. Проверьте папку "Входящие" и "Спам".'
    )
    expect(asked.map(({ body }) => body)).toEqual([
      {
        email: 'anna@example.ru',
        password: 'Password1!',
        consents: { offer: true, personalData: true },
        nonce: localStorage.getItem('registration')
      }
    ])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Вход')
    expect([field('Email').value, field('Пароль').value]).toEqual(['anna@example.ru', ''])
  })
})

const refusing = (...details: { path: string; msg: string }[]) =>
  refuse(400, { error: 'Проверьте данные', code: 'VALIDATION_FAILED', data: { details } })

describe('an error of the server', () => {
  it('about a field is shown at that field, which gets the focus', async () => {
    const { user } = open(() =>
      refusing(
        { path: 'consents.personalData', msg: 'Необходимо согласие' },
        { path: 'password', msg: 'Пароль встречается в утечках' }
      )
    )
    await fillRegistration(user)
    await user.click(submit())
    await waitFor(() => expect(invalid()).toEqual(['new-password', 'personal-data']))
    expect(alerts()).toEqual(['Пароль встречается в утечках', 'Необходимо согласие'])
    expect(focused()).toBe(field('Пароль'))
  })

  it('about a field that the form does not have is shown above the form', async () => {
    const { user } = open(() => refusing({ path: 'captcha', msg: 'Подтвердите, что вы не робот' }))
    await fillRegistration(user)
    await user.click(submit())
    await waitFor(() => expect(alerts()).toEqual(['Подтвердите, что вы не робот']))
  })
})

it('the switch between the two forms keeps the address, and drops passwords, consents, errors and messages', async () => {
  const { user } = openSignIn('/auth', {
    'POST /auth/login': () => refuse(401, { error: 'Неверный email или пароль' }),
    'POST /auth/register': () => succeed()
  })
  await signIn(user, 'wrong')
  await screen.findByText('Неверный email или пароль')
  await user.click(button('Создать аккаунт'))
  expect(alerts()).toEqual([])
  await user.click(submit())
  expect(invalid()).toEqual(['new-password', 'offer', 'personal-data'])
  await user.click(button('Войти'))
  expect([invalid(), field('Email').value, field('Пароль').value]).toEqual([[], 'anna@example.ru', ''])
  await user.clear(field('Email'))
  await user.click(button('Создать аккаунт'))
  await fillRegistration(user)
  await user.click(submit())
  await screen.findByText(/^Регистрация успешна!/)
  await user.click(button('Создать аккаунт'))
  expect(alerts()).toEqual([])
  const filled = [field('Email').value, field('Пароль').value, field('Повторите пароль').value]
  expect(filled).toEqual(['anna@example.ru', '', ''])
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false])
})
