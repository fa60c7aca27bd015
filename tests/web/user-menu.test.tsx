import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { toasts } from './toasts.ts'
import { type Answers, refuse, signedInApi, succeed } from './fake-api.ts'
import { address, renderAt } from './render-page.tsx'
import { Later } from '#web/src/app/shell/top-bar.tsx'
import { UserMenu } from '#web/src/app/shell/user-menu.tsx'
import { useSession } from '#web/src/base/session/session.tsx'

const Known = () => useSession().status === 'signed-in' && <UserMenu />

async function show(answers: Answers = {}) {
  signedInApi(answers)
  renderAt('/library', <Known />)
  return screen.findByRole('button', { name: 'Меню пользователя' })
}

const open = async (answers?: Answers) => userEvent.click(await show(answers))

const leave = () => userEvent.click(screen.getByRole('menuitem', { name: 'Выйти' }))

describe('the menu of the user', () => {
  it('shows the email and the balance, and leads to the subscription', async () => {
    await open()
    await screen.findByText('anna@example.ru')
    await screen.findByText('7 токенов')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Моя подписка' }))
    expect(address()).toBe('/subscription')
  })

  it('opens on a page that took the place of another while the menu was rendered', async () => {
    const left = document.body.appendChild(document.createElement('main'))
    const button = await show()
    left.remove()
    await userEvent.click(button)
    expect(await screen.findByRole('menuitem', { name: 'Выйти' })).toBeTruthy()
  })

  it('shows «Пользователь» when the profile cannot be loaded', async () => {
    await open({ 'GET /auth/profile': () => refuse(429, { code: 'RATE_LIMITED' }) })
    expect(screen.getByText('Пользователь')).toBeTruthy()
  })

  it.each([
    ['says goodbye', () => succeed(), 'success: Вы вышли из системы. До свидания!'],
    [
      'says when the server could not be told',
      () => refuse(503),
      'error: Ошибка при выходе: здесь вы вышли, но сервер об этом не узнал'
    ]
  ])('signs out, goes home and %s', async (_, logout, said) => {
    await open({ 'POST /auth/logout': logout })
    await leave()
    await waitFor(() => expect(toasts).toEqual([said]))
    expect(address()).toBe('/')
    expect({ ...localStorage }).toEqual({})
  })
})

const Broken = (): never => {
  throw new Error('a bug')
}

it('that fails leaves a link to what it is for', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  renderAt(
    '/gpt5',
    <Later icon={null} instead="Профиль" path="/profile">
      <Broken />
    </Later>
  )
  await userEvent.click(screen.getByRole('link', { name: 'Профиль' }))
  expect(address()).toBe('/profile')
})
