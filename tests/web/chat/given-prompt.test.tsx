import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { address, field, openChat, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'
import { write } from '../write.ts'

const link = '/chatgpt?prompt=%D0%9B%D0%B8%D1%81%D0%B0&model=gpt-3.5-turbo'

describe('a link with a request', () => {
  test('fills the composer, chooses the model and sends nothing', async () => {
    const { server } = await startChat(link)
    await waitFor(() => expect(field().value).toBe('Лиса'))
    await waitFor(() => expect(address()).toBe('/chatgpt'))
    expect(screen.getByRole('button', { name: /^Модель.*GPT-3.5 Turbo/ })).toBeTruthy()
    expect(server.questions()).toEqual([])
    expect(toasts).toEqual([])
  })

  test('ignores a model that belongs to another page', async () => {
    await startChat('/chatgpt?prompt=%D0%9B%D0%B8%D1%81%D0%B0&model=o3-2025-04-16')
    await waitFor(() => expect(field().value).toBe('Лиса'))
    expect(screen.getByRole('button', { name: /^Модель.*GPT-4o mini/ })).toBeTruthy()
  })

  test('tells the user when it replaced a draft', async () => {
    const first = await startChat('/chatgpt')
    await write(first.user, field(), 'Про кита')
    window.dispatchEvent(new Event('pagehide'))
    first.leave()
    await openChat(link)
    await waitFor(() => expect(field().value).toBe('Лиса'))
    expect(toasts).toEqual(['info: Запрос из ссылки заменил ваш черновик'])
  })
})
