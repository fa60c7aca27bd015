// The profile while it loads, when something fails, and when the server refuses.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { toasts } from './toasts.ts'
import { accountOf, fakeApi, keepTokens, profileOf, refuse, succeed, tokenPair } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { Page as ProfilePage } from '#web/src/people/profile/page.tsx'
import { UnreadSession } from '#web/src/app/shell/layouts.tsx'

const device = (id: string, current = false) => ({
  id,
  userAgent: `Firefox/1 ${id}`,
  ip: '127.0.0.1',
  place: null,
  createdAt: 1_795_000_000_000,
  lastSeenAt: 1_795_000_000_000,
  current
})

async function open(answers: Parameters<typeof fakeApi>[0] = {}, { signedIn = true } = {}) {
  if (signedIn) keepTokens('anna')
  const api = fakeApi({
    'GET /user/tokens': () => succeed(accountOf(7)),
    'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') }),
    'GET /user/ready': () => succeed({ channel: null, publicKey: 'key', devices: [] }),
    'GET /chat/shares': () => succeed({ items: [] }),
    'GET /library/shares': () => succeed({ items: [] }),
    'GET /user/sessions': () => succeed({ sessions: [device('mine', true), device('phone'), device('work')] }),
    'GET /user/consents': () => succeed({ consents: [] }),
    'GET /chat/about': () => succeed({ about: '' }),
    ...answers
  })
  renderAt(
    '/profile',
    <>
      <UnreadSession />
      <ProfilePage />
    </>
  )
  return { ...api, user: userEvent.setup() }
}

/** A section of the profile, after the session was read. */
async function part(name: string) {
  await screen.findByRole('region', { name: 'Персональные данные' })
  return within(screen.getByRole('region', { name }))
}
const never = () => new Promise<Response>(() => undefined)

it('a profile that cannot be read shows an error and keeps the user signed in, until a retry succeeds', async () => {
  let works = false
  const { user } = await open({
    'GET /auth/profile': () =>
      works ? succeed({ user: profileOf('anna@example.ru') }) : refuse(429, { code: 'RATE_LIMITED' })
  })
  expect((await screen.findAllByRole('alert'))[0]?.textContent).toContain('Не удалось загрузить профиль и баланс')
  expect({ ...localStorage }).toEqual(tokenPair('anna'))
  works = true
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText('anna@example.ru')
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a visitor is asked to sign in and returns afterwards, and no request is sent', async () => {
  const { calls } = await open({}, { signedIn: false })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Необходима авторизация')
  expect(screen.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe('/auth?return=%2Fprofile')
  expect(calls()).toEqual([])
})

it('the sections keep their places while the session is being read', async () => {
  await open({ 'GET /auth/profile': never })
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Имя',
    'Email',
    'Пароль'
  ])
})

describe.each([
  [
    'Устройства',
    'GET /user/sessions',
    'список устройств',
    () => succeed({ sessions: [device('mine', true)] }),
    'Это устройство'
  ],
  ['Персональные данные', 'GET /user/consents', 'согласия', () => succeed({ consents: [] }), 'Согласий нет.']
] as const)('«%s»', (region, call, what, answer, shown) => {
  it('has a placeholder while it loads', async () => {
    await open({ [call]: never })
    expect((await part(region)).queryByText(shown)).toBeNull()
    expect((await part(region)).queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.querySelectorAll('.animate-breathe')).toHaveLength(1))
  })

  it('shows what failed, and the user can retry', async () => {
    const answers: (() => Response)[] = [() => refuse(403, { error: 'Нет' }), answer]
    const { user } = await open({ [call]: () => answers.shift()!() })
    const section = await part(region)
    expect((await section.findByRole('alert')).textContent).toContain(`Не удалось загрузить ${what}`)
    await user.click(section.getByRole('button', { name: 'Повторить' }))
    await section.findByText(shown)
    expect(section.queryByRole('alert')).toBeNull()
  })
})

describe('a device', () => {
  it('leaves the list at once when it is signed out, and the focus stays on the list', async () => {
    const ending = Promise.withResolvers<Response>()
    const { user } = await open({ 'DELETE /user/sessions/phone': () => ending.promise })
    const devices = await part('Устройства')
    const [phone, work] = await devices.findAllByRole('button', { name: /^Выйти на устройстве/ })
    await user.click(phone!)
    expect(phone!.getAttribute('aria-busy')).toBe('true')
    expect((work as HTMLButtonElement).disabled).toBe(true)
    await act(async () => ending.resolve(succeed({ ended: 1 })))
    await waitFor(() => expect(toasts).toEqual(['success: Сеанс завершён']))
    expect(document.activeElement).toBe(devices.getByRole('list'))
  })

  it('stays in the list with the reason when signing it out fails', async () => {
    const { user } = await open({
      'DELETE /user/sessions/others': () => refuse(503, { error: 'Сервис временно недоступен' })
    })
    await user.click(await screen.findByRole('button', { name: 'Выйти на всех других устройствах' }))
    await waitFor(() => expect(toasts).toEqual(['error: Сервис временно недоступен']))
    expect((await part('Устройства')).getAllByRole('listitem')).toHaveLength(3)
  })
})

const refusing = (path: string, msg: string) => () =>
  refuse(400, { error: 'Проверьте данные', code: 'VALIDATION_FAILED', data: { details: [{ path, msg }] } })

describe('an error of the server is shown at its field, which gets the focus', () => {
  it('the name', async () => {
    const { user } = await open({ 'PUT /user/profile': refusing('displayName', 'Не больше 80 символов') })
    const name = await part('Имя')
    await user.type(name.getByRole('textbox'), 'Анна{Enter}')
    expect((await name.findByRole('alert')).textContent).toBe('Не больше 80 символов')
    expect(document.activeElement).toBe(name.getByRole('textbox'))
    expect(toasts).toEqual([])
  })

  it('the new address and the password', async () => {
    const { user } = await open({ 'PUT /user/email': refusing('currentPassword', 'Неверный текущий пароль') })
    const email = await part('Email')
    await user.click(email.getByRole('button', { name: 'Сменить email' }))
    await user.click(email.getByRole('button', { name: 'Сменить email' }))
    expect(email.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Введите email адрес',
      'Пароль обязателен'
    ])
    await user.type(email.getByLabelText('Новый email'), 'new@example.ru')
    await user.type(email.getByLabelText('Пароль для подтверждения'), 'Wrong-Horse7!{Enter}')
    expect((await email.findByRole('alert')).textContent).toBe('Неверный текущий пароль')
    expect(document.activeElement).toBe(email.getByLabelText('Пароль для подтверждения'))
  })

  it('the password that confirms the deletion', async () => {
    const { user } = await open({ 'POST /user/deletion': refusing('currentPassword', 'Неверный текущий пароль') })
    await user.click((await part('Персональные данные')).getByRole('button', { name: 'Удалить аккаунт' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('Пароль для подтверждения'), 'Wrong-Horse7!{Enter}')
    expect((await dialog.findByRole('alert')).textContent).toBe('Неверный текущий пароль')
    await user.type(dialog.getByLabelText('Пароль для подтверждения'), '8')
    expect(dialog.queryByRole('alert')).toBeNull()
    expect({ ...localStorage }).toEqual(tokenPair('anna'))
  })
})

it('the dialog that deletes the account stays open and says why it was refused', async () => {
  const error = 'Вы единственный владелец консоли: сначала назначьте другого'
  const { user } = await open({ 'POST /user/deletion': () => refuse(409, { code: 'LAST_OWNER', error }) })
  await user.click((await part('Персональные данные')).getByRole('button', { name: 'Удалить аккаунт' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Пароль для подтверждения'), 'Correct-Horse7!{Enter}')
  expect((await dialog.findByRole('alert')).textContent).toBe(error)
  expect({ ...localStorage }).toEqual(tokenPair('anna'))
})

it.each([
  ['Имя', 'PUT /user/profile', 'Ошибка обновления профиля'],
  ['Персональные данные', 'POST /user/export', 'Не удалось собрать архив']
])('a failure without a text shows our own: %s', async (region, call, text) => {
  const { user } = await open({ [call]: () => refuse(500) })
  const section = await part(region)
  if (region === 'Имя') await user.type(section.getByRole('textbox'), 'Анна{Enter}')
  else await user.click(section.getByRole('button', { name: 'Скачать все мои данные' }))
  await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
})

it('every form that asks for the password tells password managers the account', async () => {
  const { user } = await open()
  await part('Email')
  for (const name of ['Сменить email', 'Сменить пароль']) await user.click(screen.getByRole('button', { name }))
  const names = [...document.querySelectorAll<HTMLInputElement>('input[autocomplete=username]')]
  expect(names.map(({ value, hidden }) => [value, hidden])).toEqual(
    Array.from({ length: 2 }, () => ['anna@example.ru', true])
  )
})

it('the key that sends is chosen with a keyboard; where a finger is the pointer the profile says what Enter does', async () => {
  const { user } = await open()
  const keys = await part('Отправка запроса')
  await user.click(keys.getByRole('radio', { name: /^Ctrl\+Enter/ }))
  expect(localStorage.getItem('send-key')).toBe('ctrl-enter')
  cleanup()
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
  await open()
  const onPhone = await part('Отправка запроса')
  expect(onPhone.queryByRole('radio')).toBeNull()
  onPhone.getByText('На сенсорном экране Enter начинает новую строку, а отправляет кнопка.')
  vi.restoreAllMocks()
})
