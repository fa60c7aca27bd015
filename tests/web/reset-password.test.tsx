import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { keepTokens, refuse, succeed } from './fake-api.ts'
import { alerts, alertText, button, field, focusedText, openSignIn, signIn, type, type User } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'

const metRules = () =>
  within(screen.getByRole('list', { name: 'Требования к паролю' }))
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.endsWith('— выполнено'))
    .map(({ textContent }) => textContent.split(' — ')[0])

const openLink = (answer = () => succeed()) =>
  openSignIn('/reset-password?token=good', {
    'POST /auth/reset-password-confirm': answer,
    'POST /auth/login': () => refuse(401, { error: 'Неверный email или пароль' })
  })

async function setPassword(user: User, password = 'Another-Horse8!', repeat = password) {
  await type(user, { 'Новый пароль': password, 'Повторите пароль': repeat })
  await user.click(button('Сохранить пароль'))
}

describe('the link of the reset mail', () => {
  it('sets the new password, signs out here and hands its one-time pass to the sign-in that follows', async () => {
    const { asked, user } = openLink(() => succeed({ pass: 'the-pass' }))
    keepTokens('anna')
    await setPassword(user)
    await screen.findByRole('heading', { name: 'Вход' })
    expect(toasts).toEqual(['success: Пароль успешно изменён'])
    expect(Object.keys(localStorage).filter((key) => key !== 'ways-in')).toEqual([])
    await signIn(user, 'Another-Horse8!')
    await screen.findByText('Неверный email или пароль')
    expect(asked.map(({ body }) => body)).toEqual([
      { token: 'good', newPassword: 'Another-Horse8!' },
      { email: 'anna@example.ru', password: 'Another-Horse8!', pass: 'the-pass' }
    ])
  })

  it('ticks off the rules that the new password meets', async () => {
    const { user } = openLink()
    expect(metRules()).toEqual([])
    await user.type(field('Новый пароль'), 'abcdefg1')
    expect(metRules()).toEqual(['не менее 8 символов', 'строчная буква', 'цифра', 'без русских букв'])
  })

  it.each([
    ['too short', 'Ab1!', 'Ab1!', 'Пароль должен быть не менее 8 символов'],
    ['typed differently twice', 'Another-Horse8!', 'Another-Horse9!', 'Пароли не совпадают']
  ])('sends no request for a password that is %s', async (_, password, repeat, text) => {
    const { calls, user } = openLink()
    await setPassword(user, password, repeat)
    expect([alerts(), calls()]).toEqual([[text], []])
  })

  it('that is invalid offers a new link and a way back', async () => {
    const { user } = openLink(() => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }))
    await setPassword(user)
    expect(await focusedText()).toBe('Ссылка для сброса пароля истекла или недействительна')
    expect(screen.getByRole('link', { name: 'Вернуться ко входу' }).getAttribute('href')).toBe('/auth')
    expect(field('Email для сброса пароля')).toBeTruthy()
  })

  it('that was used or has expired says so at once, and any other failure leaves the form', async () => {
    const looked = vi.fn(() => refuse(429, { code: 'RATE_LIMITED' }))
    openSignIn('/reset-password?token=unknown', { 'GET /auth/reset-password/unknown': looked })
    await waitFor(() => expect(looked).toHaveBeenCalledTimes(1))
    expect(field('Новый пароль')).toBeTruthy()
    cleanup()
    openSignIn('/reset-password?token=used', {
      'GET /auth/reset-password/used': () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' })
    })
    expect(await focusedText()).toBe('Ссылка для сброса пароля истекла или недействительна')
    expect(screen.queryByLabelText('Новый пароль')).toBeNull()
  })

  it('keeps the form after any other failure', async () => {
    const { user } = openLink(() => refuse(500))
    await setPassword(user)
    expect(await alertText()).toBe('Произошла ошибка при сбросе пароля')
    expect(field('Новый пароль').value).toBe('Another-Horse8!')
  })

  it('without a token shows an error', async () => {
    openSignIn('/reset-password')
    expect(await focusedText()).toBe('Токен не найден')
  })
})

const forget = async (answer = () => succeed()) => {
  const page = openSignIn('/auth', { 'POST /auth/reset-password': answer })
  await page.user.type(field('Email'), 'anna@example.ru')
  await page.user.click(button('Забыли пароль?'))
  return page
}

const address = () => field('Email для сброса пароля')

describe('the form for a forgotten password', () => {
  it('cannot be sent without an address, and explains a malformed one', async () => {
    const { calls, user } = await forget()
    await user.clear(address())
    expect(button('Отправить ссылку').disabled).toBe(true)
    await user.type(address(), 'anna{Enter}')
    expect([alerts(), calls()]).toEqual([['Некорректный формат email'], []])
  })

  it('gives the focus back when it is closed', async () => {
    const { user } = await forget()
    expect(document.activeElement).toBe(address())
    await user.click(button('Отмена'))
    expect(document.activeElement?.textContent).toBe('Забыли пароль?')
  })

  it('comes back, with the address in focus, for another address than the one that was sent', async () => {
    const { asked, user } = await forget()
    await user.click(button('Отправить ссылку'))
    expect(await alertText()).toMatch('Ссылка для сброса пароля отправлена на ваш email.')
    await user.click(button('Указать другой адрес'))
    expect([document.activeElement, address().value]).toEqual([address(), 'anna@example.ru'])
    await user.clear(address())
    await user.type(address(), 'anna@example.com{Enter}')
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ email: 'anna@example.com' }))
  })

  it('shows an error of the server at the address', async () => {
    const details = [{ path: 'email', msg: 'Некорректный формат email' }]
    const { user } = await forget(() => refuse(400, { error: 'Проверьте данные', data: { details } }))
    await user.click(button('Отправить ссылку'))
    expect(await alertText()).toBe('Некорректный формат email')
    expect(document.activeElement).toBe(address())
    expect(toasts).toEqual([])
  })

  it('shows a failure without a text only in a toast', async () => {
    const { user } = await forget(() => refuse(500))
    await user.click(button('Отправить ссылку'))
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка сброса пароля']))
    expect(alerts()).toEqual([])
  })

  it('is not offered on the registration form', () => {
    openSignIn('/auth?mode=register')
    expect(screen.queryByText('Забыли пароль?')).toBeNull()
  })
})
