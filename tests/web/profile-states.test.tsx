// The profile while it loads and when something fails, and what depends on the browser.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { profileOf, refuse, succeed, tokenPair } from './fake-api.ts'
import { openProfile, part, passwordOnly, sessions } from './open-profile.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

const never = () => new Promise<Response>(() => undefined)

describe('the profile', () => {
  it('that cannot be read shows an error and keeps the user signed in, until a retry succeeds', async () => {
    let works = false
    const { user } = openProfile({
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

  it('keeps the places of its sections while the session is being read', () => {
    openProfile({ 'GET /auth/profile': never })
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toEqual(['Имя', 'Email', 'Вход и безопасность'])
  })
})

describe.each([
  ['Вход и безопасность', 'GET /user/ways-in', 'способы входа', () => succeed(passwordOnly), 'Сменить пароль'],
  ['Устройства', 'GET /user/sessions', 'список устройств', () => succeed({ sessions }), 'Это устройство'],
  ['Персональные данные', 'GET /user/consents', 'согласия', () => succeed({ consents: [] }), 'Согласий нет.']
])('«%s»', (region, call, what, answer, shown) => {
  it('has a placeholder while it loads', async () => {
    openProfile({ [call]: never })
    expect((await part(region)).queryByRole('alert')).toBeNull()
    await waitFor(() => expect(document.querySelectorAll('.animate-breathe')).toHaveLength(1))
  })

  it('shows what failed, and the user can retry', async () => {
    let works = false
    const { user } = openProfile({ [call]: () => (works ? answer() : refuse(400, { error: 'Нет' })) })
    const section = await part(region)
    expect((await section.findByRole('alert')).textContent).toContain(`Не удалось загрузить ${what}`)
    works = true
    await user.click(section.getByRole('button', { name: 'Повторить' }))
    await section.findByText(shown)
    expect(section.queryByRole('alert')).toBeNull()
  })
})

it.each([
  ['Имя', 'PUT /user/profile', 'Ошибка обновления профиля'],
  ['Персональные данные', 'POST /user/export', 'Не удалось собрать архив']
])('a failure without a text shows our own: %s', async (region, call, text) => {
  const { user } = openProfile({ [call]: () => refuse(500) })
  const section = await part(region)
  if (region === 'Имя') await write(user, section.getByRole('textbox'), 'Анна{Enter}')
  else await user.click(section.getByRole('button', { name: 'Скачать все мои данные' }))
  await waitFor(() => expect(toasts).toEqual([`error: ${text}`]))
})

it('every form that asks for the password tells password managers the account', async () => {
  const { user } = openProfile()
  await part('Email')
  for (const name of ['Сменить email', 'Сменить пароль']) await user.click(await screen.findByRole('button', { name }))
  const names = [...document.querySelectorAll<HTMLInputElement>('input[autocomplete=username]')]
  const anna = ['anna@example.ru', true]
  expect(names.map(({ value, hidden }) => [value, hidden])).toEqual([anna, anna])
})

it('the key that sends is chosen with a keyboard; where a finger is the pointer the profile says what Enter does', async () => {
  const { user } = openProfile()
  await user.click((await part('Отправка запроса')).getByRole('radio', { name: /^Ctrl\+Enter/ }))
  expect(localStorage.getItem('send-key')).toBe('ctrl-enter')
  cleanup()
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
  openProfile()
  const onPhone = await part('Отправка запроса')
  expect(onPhone.queryByRole('radio')).toBeNull()
  onPhone.getByText('На сенсорном экране Enter начинает новую строку, а отправляет кнопка.')
})
