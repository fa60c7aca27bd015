// What is typed in the console when its session ends by itself: it waits for its operator alone.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeApi, keepTokens, refuse, succeed } from '../fake-api.ts'
import { code, enter, missing, open, press, user } from './enter-console.tsx'
import { sessionOf } from './render-console.tsx'

describe('what is typed', () => {
  const words = 'Ночью сайт будет недоступен'
  const paths = { add: 'POST /operator/announcements', session: 'GET /operator/session' }

  /** Sends an announcement after the session's end. @param next who signs in then */
  async function typeAndReturn(next: { name: string; role: 'owner' | 'finance' }) {
    keepTokens('anna')
    let session: object | null = sessionOf('owner')
    const api = fakeApi({
      ...user,
      [paths.session]: () => (session ? succeed({ session }) : missing()),
      'POST /operator/session': () =>
        succeed({ session: (session = { ...sessionOf('owner'), ...next, entered_at: 2 }) }),
      'POST /operator/factor': enter,
      'GET /operator/announcements': () => succeed({ announcements: [], next: null }),
      [paths.add]: () => (session ? refuse(409, { error: 'Такое уже есть' }) : missing())
    })
    open('#/announcements')
    await userEvent.click(await screen.findByRole('button', { name: 'Новое объявление' }))
    fireEvent.change(screen.getByLabelText('Текст'), { target: { value: words } })
    fireEvent.change(screen.getByLabelText('Причина'), { target: { value: 'Переезд' } })
    session = null
    await press('Опубликовать')
    await userEvent.type(await code(), '123456')
    // Neither seen nor reached by a key, nor kept where another person at this browser could read it.
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Объявления' })).toBeNull()
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain(words)
    return api
  }

  it('is there for the same operator, without the refusal, and is sent', async () => {
    const api = await typeAndReturn({ name: 'anna', role: 'owner' })
    await press('Войти в консоль')
    const dialog = await screen.findByRole('dialog', { name: 'Новое объявление' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Текст').value).toBe(words)
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Опубликовать')
    expect((await screen.findByRole('alert')).textContent).toBe('Такое уже есть')
    expect(api.asked.findLast(({ method }) => method === 'POST')?.body).toMatchObject({
      text: words,
      reason: 'Переезд'
    })
    await press('Закрыть')
    await press('Не сохранять')
    const opener = await screen.findByRole('button', { name: 'Новое объявление' })
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('waits no longer when another account is asked for', async () => {
    await typeAndReturn({ name: 'anna', role: 'owner' })
    expect(document.querySelector('textarea')).not.toBeNull()
    await press('Другой аккаунт')
    await screen.findByLabelText('Email')
    expect(document.querySelector('textarea')).toBeNull()
  })

  it.each([
    ['role', { name: 'anna', role: 'finance' as const }],
    ['operator', { name: 'boris', role: 'owner' as const }]
  ])('is gone for another %s', async (_, next) => {
    await typeAndReturn(next)
    await press('Войти в консоль')
    expect(await screen.findByRole('heading', { level: 1 })).toBe(document.activeElement)
    await screen.findByRole('button', { name: 'Выйти' })
    expect(document.querySelector('textarea')).toBeNull()
  })
})
