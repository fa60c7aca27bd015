import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { accountOf, fakeApi, keepTokens, profileOf, refuse, succeed, tokenPair } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { Page as AuthPage } from '#web/src/people/sign-in/page.tsx'

async function open(address = '/auth') {
  renderAt(
    address,
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/" element={<p>home</p>} />
    </Routes>
  )
  return userEvent.setup()
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const errorOf = (label: string) => {
  const id = field(label).getAttribute('aria-describedby')?.split(' ').at(-1)
  return field(label).getAttribute('aria-invalid') === 'true' && id
    ? document.querySelector(`#${id}`)?.textContent
    : null
}

describe('signing in', () => {
  it('requires both fields, and focuses the first invalid one', async () => {
    const { calls } = fakeApi({})
    const user = await open()
    await user.click(submit('Войти'))
    expect(errorOf('Email')).toBe('Email обязателен')
    expect(errorOf('Пароль')).toBe('Пароль обязателен')
    expect(document.activeElement).toBe(field('Email'))
    await user.type(field('Email'), 'не адрес')
    expect(errorOf('Email')).toBeNull()
    expect(errorOf('Пароль')).toBe('Пароль обязателен')
    await user.click(submit('Войти'))
    expect(errorOf('Email')).toBe('Некорректный формат email')
    expect(calls()).toEqual([])
  })

  it('opens the home page with a welcome', async () => {
    const { asked } = fakeApi({
      'POST /auth/login': () => succeed({ tokens: tokenPair('anna') }),
      'GET /user/tokens': () => succeed(accountOf(7)),
      'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') })
    })
    const user = await open()
    await user.type(field('Email'), ' anna@example.ru ')
    await user.type(field('Пароль'), 'Password1!{Enter}')
    await screen.findByText('home')
    expect(asked[0]?.body).toEqual({ email: 'anna@example.ru', password: 'Password1!' })
    expect(toasts).toEqual(['success: Успешный вход! Добро пожаловать!'])
  })

  it('shows a refusal above the form, and enables the button again', async () => {
    fakeApi({ 'POST /auth/login': () => refuse(401, { error: 'Неверный email или пароль', code: 'X' }) })
    const user = await open()
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'wrong{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Неверный email или пароль')
    expect(toasts).toEqual([])
    expect(submit('Войти').disabled).toBe(false)
    expect(screen.queryByRole('button', { name: 'Отправить письмо повторно' })).toBeNull()
  })

  it('shows a busy button while it waits for the server', async () => {
    const answer = Promise.withResolvers<Response>()
    fakeApi({ 'POST /auth/login': () => answer.promise })
    const user = await open()
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'x{Enter}')
    expect(submit('Войти').disabled).toBe(true)
    expect(submit('Войти').getAttribute('aria-busy')).toBe('true')
    answer.resolve(refuse(401, { error: 'Нет' }))
    await waitFor(() => expect(submit('Войти').disabled).toBe(false))
  })

  it('gives the button back the focus that it lost while it was disabled', async () => {
    const answer = Promise.withResolvers<Response>()
    fakeApi({ 'POST /auth/login': () => answer.promise })
    const user = await open()
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'x')
    await user.click(submit('Войти'))
    // Browsers take the focus from a disabled button; jsdom does not.
    submit('Войти').blur()
    answer.resolve(refuse(401, { error: 'Нет' }))
    await waitFor(() => expect(document.activeElement).toBe(submit('Войти')))
  })

  it('offers the confirmation mail again to an unconfirmed address', async () => {
    const { asked } = fakeApi({
      'POST /auth/login': () => refuse(403, { error: 'Подтвердите email, чтобы войти', code: 'EMAIL_NOT_VERIFIED' }),
      'POST /auth/resend-verification': () => succeed()
    })
    const user = await open()
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'Password1!{Enter}')
    await screen.findByText('Подтвердите email, чтобы войти')
    expect(field('Email для подтверждения').value).toBe('anna@example.ru')
    await user.clear(field('Email для подтверждения'))
    await user.click(submit('Отправить письмо повторно'))
    expect(errorOf('Email для подтверждения')).toBe('Введите email адрес')
    expect(document.activeElement).toBe(field('Email для подтверждения'))
    await user.type(field('Email для подтверждения'), 'anna@example.ru')
    await user.click(submit('Отправить письмо повторно'))
    await waitFor(() => expect(toasts.at(-1)).toBe('success: Письмо с подтверждением отправлено повторно'))
    expect(asked.at(-1)?.body).toEqual({ email: 'anna@example.ru' })
  })

  it('sends a signed-in user away', async () => {
    keepTokens('anna')
    fakeApi({
      'GET /user/tokens': () => succeed(accountOf(7)),
      'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') })
    })
    await open()
    await screen.findByText('home')
  })
})

const fill = async (user: ReturnType<typeof userEvent.setup>, password: string, repeat = password) => {
  await user.type(field('Email'), 'anna@example.ru')
  await user.type(field('Пароль'), password)
  await user.type(field('Повторите пароль'), repeat)
}

const offer = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /пользовательское соглашение/ })
const personalData = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /персональных данных/ })

describe('registration', () => {
  it('is sent once after a double click', async () => {
    const answer = Promise.withResolvers<Response>()
    const { calls } = fakeApi({ 'POST /auth/register': () => answer.promise })
    const user = await open('/auth?mode=register')
    await fill(user, 'Password1!')
    await user.click(offer())
    await user.click(personalData())
    act(() => [1, 2].forEach(() => submit('Создать аккаунт').click()))
    await waitFor(() => expect(calls()).toEqual(['POST /auth/register']))
    answer.resolve(refuse(500, { error: 'Нет' }))
    await screen.findByText('Нет')
    await user.click(submit('Создать аккаунт'))
    await waitFor(() => expect(calls().length).toBe(2))
  })

  it('begins with both consents unticked, each with links to its documents', async () => {
    fakeApi({})
    await open('/auth?mode=register')
    expect([offer().checked, personalData().checked]).toEqual([false, false])
    const links = [...document.querySelectorAll('label a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/user-agreement', '/terms', '/data-processing-policy'])
  })

  it('is refused without consents', async () => {
    const { calls } = fakeApi({})
    const user = await open('/auth?mode=register')
    await fill(user, 'Password1!')
    await user.click(submit('Создать аккаунт'))
    expect(screen.getAllByText('Необходимо согласие')).toHaveLength(2)
    await user.click(offer())
    expect(screen.getAllByText('Необходимо согласие')).toHaveLength(1)
    expect(calls()).toEqual([])
  })

  it('cannot be sent while the passwords differ', async () => {
    fakeApi({})
    const user = await open('/auth?mode=register')
    await fill(user, 'Password1!', 'Password1')
    expect(errorOf('Повторите пароль')).toBe('Пароли не совпадают')
    expect(submit('Создать аккаунт').disabled).toBe(true)
    await user.type(field('Повторите пароль'), '!')
    expect(errorOf('Повторите пароль')).toBeNull()
    expect(submit('Создать аккаунт').disabled).toBe(false)
  })

  it.each([
    ['Ab1!', 'Пароль должен быть не менее 8 символов'],
    ['Пароль123!', 'Пароль не должен содержать русские буквы'],
    ['password', 'Пароль должен содержать: заглавную букву, цифру, специальный символ (@$!%*?&)'],
    ['PASSWORD1!', 'Пароль должен содержать: строчную букву']
  ])('refuses the password %s', async (password, text) => {
    fakeApi({})
    const user = await open('/auth?mode=register')
    await fill(user, password)
    await user.click(submit('Создать аккаунт'))
    expect(errorOf('Пароль')).toBe(text)
  })

  it('returns to the sign-in form with a notice and the address', async () => {
    const { asked } = fakeApi({ 'POST /auth/register': () => succeed() })
    const user = await open('/auth?mode=register')
    await fill(user, 'Password1!')
    await user.click(offer())
    await user.click(personalData())
    await user.click(submit('Создать аккаунт'))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Регистрация успешна! Проверьте email для подтверждения. Проверьте папку "Входящие" и "Спам".'
    )
    expect(asked.map(({ body }) => body)).toEqual([
      {
        email: 'anna@example.ru',
        password: 'Password1!',
        consents: { offer: true, personalData: true },
        nonce: expect.stringMatching(/^[\da-f]{32}$/)
      }
    ])
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Вход')
    expect([field('Email').value, field('Пароль').value]).toEqual(['anna@example.ru', ''])
  })

  it('shows the server’s errors at the fields that it names', async () => {
    const details = [{ path: 'email', msg: 'Некорректный формат email' }]
    fakeApi({ 'POST /auth/register': () => refuse(400, { error: 'Проверьте', data: { details } }) })
    const user = await open('/auth?mode=register')
    await fill(user, 'Password1!')
    await user.click(offer())
    await user.click(personalData())
    await user.click(submit('Создать аккаунт'))
    await waitFor(() => expect(errorOf('Email')).toBe('Некорректный формат email'))
  })
})

describe('the switch between the two forms', () => {
  it('keeps the address, and drops passwords, errors and messages', async () => {
    fakeApi({ 'POST /auth/login': () => refuse(401, { error: 'Неверный email или пароль' }) })
    const user = await open()
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'wrong{Enter}')
    await screen.findByText('Неверный email или пароль')
    await user.click(submit('Создать аккаунт'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field('Email').value).toBe('anna@example.ru')
    expect([field('Пароль').value, field('Повторите пароль').value]).toEqual(['', ''])
    await user.type(field('Пароль'), 'Password1!')
    await user.click(submit('Войти'))
    expect([field('Email').value, field('Пароль').value]).toEqual(['anna@example.ru', ''])
  })
})
