// Entering the console, and what shows when the session has ended.
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { isSessionKey, sessionKey } from '#web/console/src/base/call.ts'
import { queryClient } from '#web/src/base/http/query-client.ts'
import { bearerOf, fakeApi, keepTokens, profileOf, refuse, succeed, tokenPair } from '../fake-api.ts'
import { code, email, enter, missing, open, press, user } from './enter-console.tsx'
import { sessionOf } from './render-console.tsx'
import { write } from '../write.ts'

const secret = 'ABCDEFGHIJKLMNOP'

const enrol = () =>
  succeed({ factor: { state: 'enrol', name: 'anna', secret, uri: `otpauth://totp/anna?secret=${secret}` } })

/** The session of the console: none until a code is accepted. */
function consoleOf(codes: string[]) {
  let entered = false
  return {
    'GET /operator/session': () => (entered ? succeed({ session: sessionOf('support') }) : missing()),
    'POST /operator/session': ({ body }: { body: unknown }) => {
      entered = codes.includes((body as { code: string }).code.replace(' ', ''))
      return entered ? succeed({ session: sessionOf('support') }) : refuse(403, { error: 'Код не подошёл' })
    },
    'DELETE /operator/session': () => {
      entered = false
      return succeed()
    }
  }
}

/** Comes back to the window, which reads the session again. */
const look = () => act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
/** What the library tells in its next turn is rendered. */
const drawn = () => act(async () => new Promise((resolve) => void setTimeout(resolve)))
async function lookAgain() {
  look()
  await waitFor(() => expect(queryClient.isFetching({ queryKey: sessionKey })).toBe(0))
  await drawn()
}
describe('a visitor who has not entered', () => {
  it('signs in with the account, then with the authenticator that they connect', async () => {
    const api = fakeApi({
      ...user,
      ...consoleOf(['123456']),
      'POST /auth/login': () => succeed({ user: profileOf(email), tokens: tokenPair('anna'), restored: false }),
      'POST /operator/factor': enrol
    })
    open()
    await write(userEvent, await screen.findByLabelText('Email'), email)
    await write(userEvent, screen.getByLabelText('Пароль'), 'Password1!')
    await press('Продолжить')
    expect(await screen.findByRole('img', { name: /^QR-код/ })).toBeTruthy()
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
    await userEvent.type(await code(), '123 456')
    await press('Подключить и войти')
    const heading = await screen.findByRole('heading', { name: 'Здравствуйте, anna' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const sent = api.asked.filter(({ path }) => path === '/operator/session')
    // The token of the user goes with the code only: the console itself is known by its cookie.
    expect(sent.map((asked) => [asked.method, bearerOf(asked)])).toEqual([
      ['GET', null],
      ['POST', 'Bearer anna-access']
    ])
    expect(api.calls().filter((call) => call === 'POST /operator/factor')).toHaveLength(1)
  })

  it('is told of a wrong password, and with an account that is no operator’s may take another one', async () => {
    const answers = [
      () => refuse(401, { code: 'UNAUTHORIZED', error: 'Неверный email или пароль' }),
      () => succeed({ user: profileOf(email), tokens: tokenPair('anna'), restored: false })
    ]
    fakeApi({
      ...user,
      ...consoleOf([]),
      'POST /auth/login': () => answers.shift()?.() ?? refuse(500),
      'POST /operator/factor': missing
    })
    open('#/record')
    await write(userEvent, await screen.findByLabelText('Email'), email)
    await write(userEvent, screen.getByLabelText('Пароль'), 'Password1!')
    await press('Продолжить')
    expect((await screen.findByRole('alert')).textContent).toBe('Неверный email или пароль')
    await press('Продолжить')
    expect((await screen.findByRole('alert')).textContent).toContain('Этот аккаунт не оператор')
    expect(screen.getByText(email)).toBeTruthy()
    await press('Другой аккаунт')
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
    expect(window.location.hash).toBe('#/record')
  })

  it('gets an empty field and its reason for a wrong code, and may try again', async () => {
    keepTokens('anna')
    const answers = { ...user, ...consoleOf(['222222']), 'POST /operator/factor': enter }
    fakeApi(answers)
    open()
    await userEvent.type(await code(), '111')
    // A look at the authenticator's window takes no digits, however long the session is read again.
    const { promise, resolve } = Promise.withResolvers<Response>()
    fakeApi({ ...answers, 'GET /operator/session': () => promise })
    look()
    await drawn()
    expect((await code()).value).toBe('111')
    resolve(missing())
    fakeApi(answers)
    await press('Войти в консоль')
    expect(await screen.findByText('Введите шесть цифр')).toBeTruthy()
    await userEvent.type(await code(), '111')
    await press('Войти в консоль')
    expect(await screen.findByText('Код не подошёл')).toBeTruthy()
    expect((await code()).value).toBe('')
    expect(document.activeElement).toBe(await code())
    await userEvent.type(await code(), '222222')
    await press('Войти в консоль')
    expect(await screen.findByRole('heading', { name: 'Здравствуйте, anna' })).toBeTruthy()
  })
})

async function openEntered(hash?: string) {
  keepTokens('anna')
  const api = fakeApi({ ...user, ...consoleOf(['123456']), 'POST /operator/factor': enter })
  open(hash)
  await userEvent.type(await code(), '123456')
  await press('Войти в консоль')
  await screen.findByRole('button', { name: 'Выйти' })
  return api
}

describe('an operator', () => {
  it('sees only the pages of the role', async () => {
    await openEntered('#/team')
    expect(screen.getByRole('heading', { name: 'Эта страница не для вашей роли' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Система' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Команда' })).toBeNull()
  })

  it('whose session has ended sees the sign-in at the next look', async () => {
    const api = await openEntered()
    api.asked.length = 0
    fakeApi({ ...user, ...consoleOf([]), 'POST /operator/factor': enter })
    await lookAgain()
    await userEvent.type(await code(), '123')
    // A look that finds no server brings no page back, and takes no digits.
    fakeApi({ ...user, 'GET /operator/session': () => refuse(429) })
    await lookAgain()
    expect(queryClient.getQueryState(sessionKey)?.error).toMatchObject({ status: 429 })
    expect(screen.queryByRole('button', { name: 'Выйти' })).toBeNull()
    expect((await code()).value).toBe('123')
  })

  it('who leaves with a session that has ended meanwhile sees the sign-in', async () => {
    await openEntered()
    fakeApi({ ...user, ...consoleOf([]), 'DELETE /operator/session': missing, 'POST /operator/factor': enter })
    await press('Выйти')
    await code()
    expect(screen.queryByRole('button', { name: 'Выйти' })).toBeNull()
  })

  it('who has entered in another tab with another role sees nothing that was read before', async () => {
    let role: 'owner' | 'finance' = 'owner'
    const pending = new Promise<Response>(() => undefined)
    fakeApi({
      ...user,
      'GET /operator/session': () => succeed({ session: sessionOf(role) }),
      'GET /operator/announcements': () => (role === 'owner' ? succeed({ announcements: [], next: null }) : pending)
    })
    open('#/announcements')
    const heading = await screen.findByRole('heading', { name: 'Объявления' })
    role = 'finance'
    await lookAgain()
    await waitFor(() => expect(heading.isConnected).toBe(false))
    expect(
      queryClient.getQueriesData({ predicate: ({ queryKey }) => !isSessionKey(queryKey) }).filter(([, data]) => data)
    ).toEqual([])
    expect(document.activeElement?.tagName).toBe('H1')
  })
})
