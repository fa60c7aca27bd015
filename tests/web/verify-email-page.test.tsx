import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf, fakeApi, profileOf, refuse, succeed, tokenPair } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { toasts } from './toasts.ts'
import { Page as VerifyEmailPage } from '#web/src/people/sign-in/verify-email-page.tsx'

/** Of a registration in this browser: the tokens of its links begin with it. */
const nonce = '0123456789abcdef'.repeat(2)

beforeEach(() => {
  localStorage.setItem('registration', nonce)
})

async function open(address: string) {
  renderAt(
    address,
    <Routes>
      <Route path="/verify-email" element={<VerifyEmailPage />} />
      <Route path="/auth" element={<p>sign-in page</p>} />
      <Route path="/" element={<p>home</p>} />
    </Routes>
  )
}

const anna = {
  'GET /user/tokens': () => succeed(accountOf(10)),
  'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') })
}
const confirmed: Record<string, () => Response> = {
  [`GET /auth/verify-email/${nonce}good`]: () => succeed({ tokens: tokenPair('anna') })
}
const resendOffered = () => screen.getByRole('button', { name: 'Отправить письмо повторно' })

describe('the link of the confirmation mail, in the browser that registered', () => {
  it('signs the user in and opens the home page, using the link once', async () => {
    const { calls } = fakeApi({ ...confirmed, ...anna })
    await open(`/verify-email?token=${nonce}good`)
    await screen.findByText('home')
    expect({ ...localStorage }).toEqual(tokenPair('anna'))
    expect(toasts).toEqual(['success: Добро пожаловать! Email подтвержден.'])
    expect(calls().filter((asked) => asked.includes('verify-email'))).toHaveLength(1)
  })

  it('without a token offers a new mail and sends no request', async () => {
    const { calls } = fakeApi({})
    await open('/verify-email')
    expect(screen.getByRole('alert').textContent).toBe('Токен не найден в URL')
    expect(resendOffered()).toBeTruthy()
    expect(calls()).toEqual([])
  })

  it.each([
    [
      'is used up or too old',
      () => refuse(400, { error: 'Ссылка недействительна или истекла', code: 'INVALID_VERIFICATION_TOKEN' }),
      'Токен недействителен или истек. Запросите новое письмо'
    ],
    ['is refused otherwise', () => refuse(403, { error: 'Аккаунт закрыт' }), 'Аккаунт закрыт'],
    ['is refused without a word', () => refuse(403), 'Не удалось подтвердить email']
  ])('that the server refuses offers a new mail: %s', async (_, answer, text) => {
    fakeApi({ [`GET /auth/verify-email/${nonce}bad`]: answer })
    await open(`/verify-email?token=${nonce}bad`)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(resendOffered()).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Попробовать ещё раз' })).toBeNull()
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
    const answers = [failure, confirmed[`GET /auth/verify-email/${nonce}good`]!]
    fakeApi({ ...anna, [`GET /auth/verify-email/${nonce}good`]: () => answers.shift()!() })
    await open(`/verify-email?token=${nonce}good`)
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(resendOffered()).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать ещё раз' }))
    await screen.findByText('home')
    expect({ ...localStorage }).toEqual(tokenPair('anna'))
  })

  it('that was used before says so, offers no mail, and leads on', async () => {
    fakeApi({ [`GET /auth/verify-email/${nonce}used`]: () => refuse(409, { code: 'EMAIL_ALREADY_VERIFIED' }) })
    await open(`/verify-email?token=${nonce}used`)
    expect(await screen.findByRole('heading', { name: 'Email уже подтверждён' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Отправить письмо повторно' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Продолжить' }).getAttribute('href')).toBe('/auth')
  })

  it('keeps its own link when that has not served yet', async () => {
    fakeApi({ [`GET /auth/verify-email/${nonce}old`]: () => refuse(400, { code: 'INVALID_VERIFICATION_TOKEN' }) })
    await open(`/verify-email?token=${nonce}old`)
    await screen.findByRole('alert')
    expect(localStorage.getItem('registration')).toBe(nonce)
  })

  it('shows a labelled spinner while it is checked', async () => {
    fakeApi({ [`GET /auth/verify-email/${nonce}good`]: () => new Promise<Response>(() => undefined) })
    await open(`/verify-email?token=${nonce}good`)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Подтверждение email')
    expect(screen.getByText('Проверяем ссылку')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the form for a new mail', () => {
  it('requires an address, sends the mail and confirms it', async () => {
    const answers = [() => refuse(500), () => succeed()]
    const { asked } = fakeApi({ 'POST /auth/resend-verification': () => answers.shift()!() })
    await open('/verify-email')
    await userEvent.click(resendOffered())
    expect(screen.getByText('Введите email адрес')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Email для подтверждения'))
    await userEvent.type(screen.getByLabelText('Email для подтверждения'), ' anna@example.ru {Enter}')
    await vi.waitFor(() => expect(toasts).toEqual(['error: Ошибка отправки письма']), { timeout: 20_000 })
    await userEvent.click(resendOffered())
    await vi.waitFor(() => expect(toasts.at(-1)).toBe('success: Письмо с подтверждением отправлено повторно'), {
      timeout: 20_000
    })
    const mail = { email: 'anna@example.ru', nonce }
    expect(asked.map(({ body }) => body)).toEqual([mail, mail])
  })
})

describe('a confirmed address without a sign-in', () => {
  it('opens the sign-in page after two seconds when the server sent no tokens', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeApi({ [`GET /auth/verify-email/${nonce}good`]: () => succeed({}) })
    await open(`/verify-email?token=${nonce}good`)
    await screen.findByText('Email подтвержден! Теперь вы можете войти в систему.')
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(screen.queryByText('sign-in page')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(screen.getByText('sign-in page')).toBeTruthy()
  })

  it('opens the sign-in page after three seconds, signed out, when the profile cannot be read', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    fakeApi({ ...confirmed, ...anna, 'GET /auth/profile': () => refuse(500) })
    await open(`/verify-email?token=${nonce}good`)
    await screen.findByText('Email подтвержден, но произошла ошибка при входе. Попробуйте войти вручную.')
    expect({ ...localStorage }).toEqual({})
    await act(() => vi.advanceTimersByTimeAsync(2500))
    expect(screen.queryByText('sign-in page')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(screen.getByText('sign-in page')).toBeTruthy()
  })
})
