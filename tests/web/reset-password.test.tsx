import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { fakeApi, keepTokens, refuse, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { signInPages } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'

async function open(address: string) {
  renderAt(address, signInPages)
  return userEvent.setup()
}

const field = (name: string) => screen.getByLabelText(name)
const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))
const metRules = () =>
  within(screen.getByRole('list', { name: 'Требования к паролю' }))
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.endsWith('— выполнено'))
    .map(({ textContent }) => textContent.split(' — ')[0])
const alertText = async () => (await screen.findByRole('alert')).textContent

async function setPassword(user: ReturnType<typeof userEvent.setup>, password: string, repeat = password) {
  await user.type(field('Новый пароль'), password)
  if (repeat) await user.type(field('Повторите пароль'), repeat)
  await press(user, 'Сохранить пароль')
}

describe('the link of the reset mail', () => {
  it('sets the new password, signs out here and opens the sign-in page', async () => {
    const api = fakeApi({ 'POST /auth/reset-password-confirm': () => succeed() })
    const user = await open('/reset-password?token=good')
    keepTokens('anna')
    await setPassword(user, 'Another-Horse8!')
    await screen.findByRole('heading', { name: 'Вход' })
    expect(api.asked[0]?.body).toEqual({ token: 'good', newPassword: 'Another-Horse8!' })
    expect(toasts).toEqual(['success: Пароль успешно изменён'])
    expect({ ...localStorage }).toEqual({})
  })

  it('passes its one-time pass to the sign-in that follows', async () => {
    const api = fakeApi({
      'POST /auth/reset-password-confirm': () => succeed({ pass: 'the-pass' }),
      'POST /auth/login': () => refuse(401, { error: 'Неверный email или пароль' })
    })
    const user = await open('/reset-password?token=good')
    await setPassword(user, 'Another-Horse8!')
    await screen.findByRole('heading', { name: 'Вход' })
    await user.type(field('Email'), 'anna@example.ru')
    await user.type(field('Пароль'), 'Another-Horse8!{Enter}')
    await screen.findByText('Неверный email или пароль')
    expect(api.asked.at(-1)?.body).toEqual({
      email: 'anna@example.ru',
      password: 'Another-Horse8!',
      pass: 'the-pass'
    })
  })

  it('ticks off the rules that the new password meets', async () => {
    fakeApi({})
    const user = await open('/reset-password?token=good')
    expect(metRules()).toEqual([])
    await user.type(field('Новый пароль'), 'abcdefg1')
    expect(metRules()).toEqual(['не менее 8 символов', 'строчная буква', 'цифра', 'без русских букв'])
  })

  it.each([
    ['too short', 'Ab1!', 'Ab1!', 'Пароль должен быть не менее 8 символов'],
    ['in Russian', 'Пароль123!', 'Пароль123!', 'Пароль не должен содержать русские буквы'],
    ['typed differently twice', 'Another-Horse8!', 'Another-Horse9!', 'Пароли не совпадают']
  ])('sends no request for a password that is %s', async (_, password, repeat, text) => {
    const { calls } = fakeApi({})
    const user = await open('/reset-password?token=good')
    await setPassword(user, password, repeat)
    expect(screen.getByText(text)).toBeTruthy()
    expect(calls()).toEqual([])
  })

  it('that is invalid offers a new link and a way back', async () => {
    fakeApi({ 'POST /auth/reset-password-confirm': () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }) })
    const user = await open('/reset-password?token=old')
    await setPassword(user, 'Another-Horse8!')
    expect(await alertText()).toBe('Ссылка для сброса пароля истекла или недействительна')
    expect(screen.getByRole('link', { name: 'Вернуться ко входу' }).getAttribute('href')).toBe('/auth')
    expect(field('Email для сброса пароля')).toBeTruthy()
  })

  it('keeps the form after any other failure', async () => {
    fakeApi({ 'POST /auth/reset-password-confirm': () => refuse(500) })
    const user = await open('/reset-password?token=good')
    await setPassword(user, 'Another-Horse8!')
    expect(await alertText()).toBe('Произошла ошибка при сбросе пароля')
    expect((field('Новый пароль') as HTMLInputElement).value).toBe('Another-Horse8!')
  })

  it('without a token shows an error', async () => {
    fakeApi({})
    await open('/reset-password')
    expect(await alertText()).toBe('Токен не найден')
  })
})

describe('the form for a forgotten password', () => {
  const sent = 'Ссылка для сброса пароля отправлена на ваш email. Проверьте папку "Входящие" и "Спам".'

  it('is filled with the typed address, sends a link and says where to look for it', async () => {
    const api = fakeApi({ 'POST /auth/reset-password': () => succeed() })
    const user = await open('/auth')
    await user.type(field('Email'), 'anna@example.ru')
    await press(user, 'Забыли пароль?')
    await press(user, 'Отправить ссылку')
    expect(await alertText()).toBe(sent)
    expect(api.asked.map(({ body }) => body)).toEqual([{ email: 'anna@example.ru' }])
    expect(toasts).toEqual(['success: Проверьте email! Мы отправили ссылку для сброса пароля.'])
  })

  it('cannot be sent without an address, and explains a malformed one', async () => {
    const { calls } = fakeApi({})
    const user = await open('/auth')
    await press(user, 'Забыли пароль?')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Отправить ссылку' }).disabled).toBe(true)
    await user.type(field('Email для сброса пароля'), 'anna')
    await press(user, 'Отправить ссылку')
    expect(screen.getByText('Некорректный формат email')).toBeTruthy()
    expect(calls()).toEqual([])
  })

  it('gives the focus back when it is closed', async () => {
    fakeApi({})
    const user = await open('/auth')
    await press(user, 'Забыли пароль?')
    expect(document.activeElement).toBe(field('Email для сброса пароля'))
    await press(user, 'Отмена')
    expect(document.activeElement?.textContent).toBe('Забыли пароль?')
  })

  it('shows no message of its own about a failure', async () => {
    fakeApi({ 'POST /auth/reset-password': () => refuse(500) })
    const user = await open('/auth')
    await press(user, 'Забыли пароль?')
    await user.type(field('Email для сброса пароля'), 'anna@example.ru')
    await press(user, 'Отправить ссылку')
    await vi.waitFor(() => expect(toasts).toEqual([expect.stringMatching(/^error: /)]), { timeout: 20_000 })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is not offered on the registration form', async () => {
    fakeApi({})
    await open('/auth?mode=register')
    expect(screen.queryByText('Забыли пароль?')).toBeNull()
  })
})
