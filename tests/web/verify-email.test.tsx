import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, keepTokens, refuse, sessionOf, succeed, tokenPair } from './fake-api.ts'
import { address } from './render-page.tsx'
import { alertText, button, field, focusedText, openSignIn } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

/** Of a registration: the tokens of its links begin with it. */
const nonce = '0123456789abcdef'.repeat(2)
/** What is kept once a link of it has served. */
const served = `${nonce}.`
const call = `GET /auth/verify-email/${nonce}token`
const confirmed = () => succeed({ tokens: tokenPair('anna') })

const open = (answers: Answers = {}) =>
  openSignIn(`/verify-email?token=${nonce}token`, { [call]: confirmed, ...sessionOf(10), ...answers })
const isHome = async () => {
  await screen.findByText('another page')
  expect(address()).toBe('/')
}
const resendOffered = () => button('Отправить письмо повторно')

describe('the link of the confirmation mail, in the browser that registered', () => {
  beforeEach(() => localStorage.setItem('registration', nonce))

  it('signs the user in and opens the home page, using the link once', async () => {
    const { calls } = open()
    await isHome()
    expect({ ...localStorage }).toEqual({ ...tokenPair('anna'), registration: served })
    expect(toasts).toEqual(['success: Добро пожаловать! Email подтвержден.'])
    expect(calls().filter((asked) => asked === call)).toHaveLength(1)
  })

  it.each([
    [
      'is used up or too old',
      () => refuse(400, { error: 'Ссылка недействительна или истекла', code: 'INVALID_VERIFICATION_TOKEN' }),
      'Токен недействителен или истек. Запросите новое письмо'
    ],
    ['is refused otherwise', () => refuse(403, { error: 'Аккаунт закрыт' }), 'Аккаунт закрыт'],
    ['is refused without a word', () => refuse(403), 'Не удалось подтвердить email']
  ])('that the server refuses offers a new mail, and stays its own: %s', async (_, answer, text) => {
    open({ [call]: answer })
    expect(await focusedText()).toBe(text)
    expect(resendOffered()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Попробовать ещё раз' })).toBeNull()
    expect(localStorage.getItem('registration')).toBe(nonce)
  })

  it.each([
    [
      'comes too soon after others',
      () => refuse(429, { code: 'RATE_LIMITED', retryAfter: 5 }),
      'Слишком много запросов. Подождите 5 секунд.'
    ],
    [
      'meets a server in trouble',
      () => refuse(503, { error: 'Сервис временно недоступен' }),
      'Сервис временно недоступен'
    ],
    [
      'meets a page of a proxy',
      () => new Response('<html>', { status: 502 }),
      'Произошла ошибка при подтверждении email'
    ],
    [
      'meets a broken network',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Произошла ошибка при подтверждении email'
    ]
  ])('can be tried again when it was not used up: %s', async (_, failure, text) => {
    const answers = [failure, confirmed]
    const { user } = open({ [call]: () => answers.shift()!() })
    expect(await focusedText()).toBe(text)
    expect(resendOffered()).toBeTruthy()
    await user.click(button('Попробовать ещё раз'))
    await isHome()
    expect({ ...localStorage }).toEqual({ ...tokenPair('anna'), registration: served })
  })

  it.each([
    ['who is signed in, and goes on', true, 'Больше ничего делать не нужно. Открываем сайт…', 'Продолжить', '/'],
    ['who is not', false, 'Email подтвержден! Теперь вы можете войти в систему.', 'Перейти ко входу', '/auth']
  ])('that was used before says so, and offers no mail, to one %s', async (_, isIn, text, link, path) => {
    if (isIn) keepTokens('anna')
    const { user } = open({ [call]: () => refuse(409, { code: 'EMAIL_ALREADY_VERIFIED' }) })
    expect(await focusedText()).toBe(text)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Email подтверждён')
    expect(screen.queryByRole('button', { name: 'Отправить письмо повторно' })).toBeNull()
    await user.click(screen.getByRole('link', { name: link }))
    expect(address()).toBe(path)
    // The form of the sign-in says it too.
    expect(screen.queryAllByText(text)).toHaveLength(isIn ? 0 : 1)
  })

  it('shows a labelled spinner while it is checked', () => {
    open({ [call]: () => new Promise(() => undefined) })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Подтверждение email')
    expect(screen.getByText('Проверяем ссылку')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['the server sent no tokens', { [call]: () => succeed({}) }, 2, 'Теперь вы можете войти в систему.'],
    [
      'the profile cannot be read',
      { 'GET /auth/profile': () => refuse(500) },
      3,
      'но произошла ошибка при входе. Попробуйте войти вручную.'
    ]
  ])('leads to the sign-in page, signed out, when %s', async (_, answers, seconds, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open(answers)
    expect(await focusedText()).toMatch(new RegExp(`^Email подтвержден[,!] ${text}$`))
    // How one may sign in is kept once it is read: before or after this.
    expect(Object.keys(localStorage).filter((name) => name !== 'ways-in')).toEqual(['registration'])
    await act(() => vi.advanceTimersByTimeAsync(seconds * 1000 - 500))
    expect(address()).toMatch(/^\/verify-email/)
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(address()).toBe('/auth')
    expect(await alertText()).toMatch(text)
  })
})

describe('the form for a new mail', () => {
  it('stands on the page of a link without a token, requires an address, sends the mail and confirms it', async () => {
    localStorage.setItem('registration', nonce)
    const answers = [() => refuse(500), () => succeed()]
    const { asked, calls, user } = openSignIn('/verify-email', {
      'POST /auth/resend-verification': () => answers.shift()!()
    })
    expect(await focusedText()).toBe('Токен не найден в URL')
    await user.click(resendOffered())
    expect(screen.getByText('Введите email адрес')).toBeTruthy()
    expect(document.activeElement).toBe(field('Email для подтверждения'))
    expect(calls()).toEqual([])
    await write(user, field('Email для подтверждения'), ' anna@example.ru {Enter}')
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка при отправке письма']))
    await user.click(resendOffered())
    await waitFor(() => expect(toasts.at(-1)).toBe('success: Письмо с подтверждением отправлено повторно'))
    const mail = { email: 'anna@example.ru', nonce }
    expect(asked.map(({ body }) => body)).toEqual([mail, mail])
  })
})

const question = () => screen.findByRole('button', { name: 'Подтвердить' })

const asksFirst = async () => {
  const { calls } = open()
  const confirm = await question()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Подтверждение email')
  expect(calls()).toEqual([])
  await userEvent.click(confirm)
  await isHome()
  expect(calls().filter((asked) => asked === call)).toHaveLength(1)
  expect(toasts).toEqual(['success: Добро пожаловать! Email подтвержден.'])
}

describe('the link of the confirmation mail, in another browser than the one that registered', () => {
  it.each([
    ['without a registration', '', served],
    ['with another one, which keeps its own link', 'f'.repeat(32), 'f'.repeat(32)],
    ['where another link has served', `${'f'.repeat(32)}.`, served],
    ['whose storage holds something else', '0', served]
  ])('asks for a click, and calls nothing before it: %s', async (_, kept, then) => {
    localStorage.setItem('registration', kept)
    await asksFirst()
    expect(localStorage.getItem('registration')).toBe(then)
  })

  it('names who is signed in before it opens another account', async () => {
    keepTokens('anna')
    open()
    await question()
    await screen.findByText('Здесь вы вошли как anna@example.ru. Если письмо о другом аккаунте, откроется он.')
  })

  it('says at once that it has served, where it has', async () => {
    localStorage.setItem('registration', served)
    keepTokens('anna')
    open({ [call]: () => refuse(409, { code: 'EMAIL_ALREADY_VERIFIED' }) })
    expect(await focusedText()).toBe('Больше ничего делать не нужно. Открываем сайт…')
    await screen.findByText('Здесь вы вошли как anna@example.ru.')
  })

  it('asks for a click where storage is refused', async () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('The operation is insecure', 'SecurityError')
      })
    await asksFirst()
  })

  it('confirms with the keyboard, and the button is busy until the answer has come', async () => {
    const answer = Promise.withResolvers<Response>()
    const { user } = open({ [call]: () => answer.promise })
    const confirm = await question()
    await user.tab()
    expect(document.activeElement).toBe(confirm)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(confirm.getAttribute('aria-busy')).toBe('true'))
    answer.resolve(confirmed())
    await isHome()
  })

  it('says after the click that it was used up or is too old', async () => {
    const { user } = open({ [call]: () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }) })
    await user.click(await question())
    expect(await focusedText()).toBe('Токен недействителен или истек. Запросите новое письмо')
  })
})
