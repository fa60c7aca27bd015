import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { WayIn } from '#web/src/app/over-pages.tsx'
import { askForAccount } from '#web/src/base/session/kept-question.ts'
import { closeWayIn } from '#web/src/base/session/way-in.ts'
import { leaveHere, startSession } from '#web/src/base/session/session-store.ts'
import { isKept } from '#web/src/base/storage/unsent.ts'
import { inviteOf } from '#web/src/people/sign-in/trip.ts'
import { Page as HomePage } from '#web/src/app/home-page.tsx'
import { type Answers, fakeApi, keepTokens, refuse, sessionOf, signedInApi, succeed, tokenPair } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { field, fillRegistration, type, type User } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'
import { write } from './write.ts'

const prompt = 'Чем лиса отличается от волка?'

/** A visitor has pressed «Зарегистрироваться и отправить». */
async function ask(answers: Answers = {}) {
  const api = fakeApi({ 'POST /auth/register': () => succeed(), ...answers })
  const page = openPages('/claude', { '/claude': <WayIn /> })
  open()
  return { ...api, ...page, dialog: await screen.findByRole('dialog', { name: 'Создать аккаунт' }) }
}

const open = (asked = prompt) =>
  act(() => {
    askForAccount({
      path: '/claude',
      prompt: asked,
      model: 'claude-3-haiku',
      name: 'Claude 3 Haiku',
      priceTokens: 1,
      operationId: 'one'
    })
  })

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

async function register(user: User) {
  await fillRegistration(user)
  await user.click(button('Создать аккаунт'))
  await screen.findByRole('dialog', { name: 'Проверьте почту' })
}

describe('the registration over a question', () => {
  test('shows the question, what an account gives and what the button waits for', async () => {
    const { dialog, calls } = await ask()
    expect(within(dialog).getByText(prompt)).toBeTruthy()
    const gift = within(dialog).getByText('10 токенов в подарок после подтверждения почты').parentElement
    expect(gift?.textContent.replaceAll('\u00a0', ' ')).toMatch(/почты: это 10 ответов Claude 3 Haiku\.$/)
    expect(button(/^Создать аккаунт/).textContent).toContain('Осталось: email, пароль, повтор пароля, два согласия')
    expect([isKept(), calls()]).toEqual([true, []])
  })

  test('counts for the friend by whose link the visitor came before they looked around', async () => {
    const { asked } = fakeApi({ 'POST /auth/register': () => succeed() })
    const { user } = openPages('/claude', { '/claude': <WayIn /> })
    inviteOf(new URLSearchParams({ invite: 'FRIEND' }))
    open()
    await screen.findByRole('dialog', { name: 'Создать аккаунт' })
    await register(user)
    expect(asked.map(({ body }) => body)).toEqual([expect.objectContaining({ invite: 'FRIEND' })])
  })

  test('leads to the mailbox, sends the mail again once, and takes another address', async () => {
    const { user, asked } = await ask({ 'POST /auth/resend-verification': () => succeed() })
    await register(user)
    expect(screen.getByText('Письмо отправлено на anna@example.ru. Ссылка в нём откроет ваш аккаунт.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Открыть/ })).toBeNull()
    await user.click(button('Отправить письмо ещё раз'))
    await waitFor(() => expect(button('Отправлено ещё раз').ariaDisabled).toBe('true'))
    expect(toasts).toEqual(['success: Письмо с подтверждением отправлено повторно'])
    await user.click(button('Изменить адрес'))
    expect(field('Email').value).toBe('anna@example.ru')
    await user.clear(field('Email'))
    await write(user, field('Email'), 'anna@yandex.ru')
    await type(user, { Пароль: 'Password1!', 'Повторите пароль': 'Password1!' })
    for (const consent of screen.getAllByRole('checkbox')) await user.click(consent)
    await user.click(button('Создать аккаунт'))
    const mailbox = await screen.findByRole('link', { name: 'Открыть Яндекс Почту' })
    expect([mailbox.getAttribute('href'), mailbox.getAttribute('target')]).toEqual([
      'https://mail.yandex.ru/',
      '_blank'
    ])
    expect(asked.map(({ body }) => (body as { email: string }).email)).toEqual([
      'anna@example.ru',
      'anna@example.ru',
      'anna@yandex.ru'
    ])
  })

  test('says why the mail was not sent again, and lets the user try', async () => {
    const { user } = await ask({ 'POST /auth/resend-verification': () => refuse(429, { error: 'Слишком часто' }) })
    await register(user)
    await user.click(button('Отправить письмо ещё раз'))
    await waitFor(() => expect(toasts).toEqual(['error: Слишком часто']))
    expect(button('Отправить письмо ещё раз').ariaDisabled).toBeNull()
  })

  test('allows another mail after a minute', async () => {
    const { user } = await ask({ 'POST /auth/resend-verification': () => succeed() })
    await register(user)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await user.click(button('Отправить письмо ещё раз'))
    await waitFor(() => expect(button('Отправлено ещё раз').ariaDisabled).toBe('true'))
    act(() => void vi.advanceTimersByTime(60_000))
    expect(button('Отправить письмо ещё раз').ariaDisabled).toBeNull()
  })

  test('lets a user in whose mail was confirmed on another device, and closes', async () => {
    const { user } = await ask({ 'POST /auth/login': () => succeed({ tokens: tokenPair('anna') }), ...sessionOf(10) })
    await register(user)
    await user.click(button('Войти'))
    expect(field('Email').value).toBe('anna@example.ru')
    await write(user, field('Пароль'), 'Password1!{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([toasts, isKept()]).toEqual([['success: Успешный вход! Добро пожаловать!'], true])
  })

  test('closes when another tab of this browser has signed in', async () => {
    const { user } = await ask(sessionOf(10))
    await register(user)
    keepTokens('anna')
    await act(() => startSession())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('begins anew for the next one, when its user has signed in and out', async () => {
    const { user } = await ask(sessionOf(10))
    await register(user)
    keepTokens('anna')
    await act(() => startSession())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    act(() => leaveHere())
    open()
    await screen.findByRole('dialog', { name: 'Создать аккаунт' })
    expect(field('Email').value).toBe('')
  })

  test('that is closed loses nothing of what was typed', async () => {
    const { user } = await ask()
    await type(user, { Email: 'anna@example.ru' })
    await user.click(button('Закрыть'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    open()
    await screen.findByRole('dialog', { name: 'Создать аккаунт' })
    expect(field('Email').value).toBe('anna@example.ru')
    act(() => closeWayIn())
  })
})

test('the question that waits takes over its words from the field of the home page, and no others', async () => {
  signedInApi({}, 10)
  open()
  const { user } = openPages('/', { '/': <HomePage /> })
  const card = await screen.findByRole('region', { name: 'Ваш запрос' })
  const typed = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Ваш запрос' })
  await write(user, typed, 'Другой запрос')
  const looked = vi.spyOn(Element.prototype, 'scrollIntoView')
  open('Ещё один')
  expect([typed.value, looked.mock.contexts]).toEqual(['Другой запрос', []])
  open('Другой запрос')
  expect([typed.value, looked.mock.contexts]).toEqual(['', [card]])
})
