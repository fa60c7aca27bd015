import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { notify } from '#web/src/base/ui/notify.ts'
import { profileOf, refuse, refuseNext, succeed } from '../fake-api.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { address, chatsColumn, chooseFor, openChat, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'

const model = () => screen.getByRole('button', { name: /^Модель/ }).textContent

const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000

describe('past conversations', () => {
  const conversations = [
    conversationOf(3, { title: '', model: 'gpt-3.5-turbo' }),
    conversationOf(2, { title: 'О рассуждениях', model: 'o3-2025-04-16' })
  ]

  test('are listed behind a button, and picking one shows its messages and its model', async () => {
    const { server, user } = await startChat('/chatgpt', {
      conversations,
      messages: { 3: [messageOf(1, 'user', { content: 'Давний вопрос' })] }
    })
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    const list = await screen.findByRole('dialog', { name: 'История чатов' })
    // A title has the direction of its own words.
    expect((await within(list).findByText('О рассуждениях')).dir).toBe('auto')
    expect(server.calls().join()).toContain('/chat/conversations?')
    expect(server.asked.some(({ path }) => path.includes('service=chatgpt'))).toBe(true)
    await user.click(await within(list).findByRole('link', { name: /^Без названия/ }))
    await screen.findByText('Давний вопрос')
    expect(address()).toBe('/chatgpt?chat=3')
    expect(model()).toContain('GPT-3.5 Turbo')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('open on the page of their model', async () => {
    const { user } = await startChat('/chatgpt', { conversations })
    await user.click(await within(chatsColumn()).findByRole('link', { name: /^О рассуждениях/ }))
    expect(address()).toBe('/gpt5?chat=2')
    await waitFor(() => expect(model()).toContain('o3'))
  })

  test('show a text when there are none', async () => {
    const { user } = await startChat('/xai')
    await within(chatsColumn()).findByText('История чатов пуста')
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    await within(await screen.findByRole('dialog')).findByText('История чатов пуста')
  })

  test.each([
    [[3], true],
    [[2], false]
  ])('of which %j answer somewhere say so before they are deleted', async (running, isTold) => {
    const { user } = await startChat('/chatgpt', { conversations, running })
    await chooseFor(user, 'Без названия', 'Удалить')
    const question = await screen.findByRole('dialog', { name: 'Удалить чат?' })
    expect(within(question).queryByText(/^Ответ в нём ещё пишется/) !== null).toBe(isTold)
  })

  test('are deleted after a confirmation, and the page leaves a deleted one', async () => {
    const { server, user } = await startChat('/chatgpt?chat=3', {
      conversations,
      messages: { 3: [messageOf(1, 'user', { content: 'Давний вопрос' })] }
    })
    await screen.findByText('Давний вопрос')
    await chooseFor(user, 'Без названия', 'Удалить')
    const question = await screen.findByRole('dialog', { name: 'Удалить чат?' })
    await user.click(within(question).getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(toasts).toEqual(['success: Чат удален']))
    await waitFor(() => expect(address()).toBe('/chatgpt'))
    expect(screen.queryByText('Давний вопрос')).toBeNull()
    await screen.findByRole('heading', { name: 'Спросите ChatGPT' })
    expect(server.calls().slice(-2).join(' ')).toMatch(/^DELETE \S+\/conversations\/3 GET \S+\/conversations(\?|$)/)
  })

  test('lie under their days, and say where an answer is written', async () => {
    const aged = [0, 1, 3, 30].map((days, index) => conversationOf(9 - index, { updated_at: daysAgo(days) }))
    await startChat('/gpt5', { conversations: aged, running: [8] })
    const column = chatsColumn()
    await within(column).findByText('Чат 9')
    const days = within(column).getAllByRole('region')
    expect(days.map((day) => day.getAttribute('aria-label'))).toEqual(['Сегодня', 'Вчера', '7 дней', 'Раньше'])
    expect(within(days[1]!).getByRole('link', { name: /^Чат 8/ }).textContent).toContain('Отвечает')
    expect(within(column).getAllByText('Отвечает')).toHaveLength(1)
  })

  test('are renamed, at a second attempt too, and the open one names the bar and the window', async () => {
    const { server, user } = await startChat('/chatgpt?chat=3', {
      conversations,
      messages: { 3: [messageOf(1, 'user')] }
    })
    await waitFor(() => expect(document.title).toMatch(/^Без названия · ChatGPT/))
    await chooseFor(user, 'Без названия', 'Переименовать')
    const field = await screen.findByRole('textbox', { name: 'Новое название чата «Без названия»' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    refuseNext('PUT')
    await user.keyboard('  Планы на лето {Enter}')
    await waitFor(() => expect(toasts).toHaveLength(1))
    expect(document.title).toMatch(/^Без названия · ChatGPT/)
    vi.mocked(notify.error).mock.lastCall?.[1]?.onClick()
    await waitFor(() => expect(document.title).toMatch(/^Планы на лето · ChatGPT/))
    expect(within(screen.getByRole('banner')).getByText('Планы на лето')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Планы на лето/))
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ title: 'Планы на лето' })
    await user.click(within(chatsColumn()).getByRole('button', { name: 'Новый чат' }))
    expect(document.title).toMatch(/^ChatGPT · /)
  })

  test('stay when the server cannot delete them', async () => {
    const { user } = await startChat('/gpt5', {
      conversations,
      answers: { 'DELETE /chat/conversations/:id': () => refuse(500, { error: 'Нет' }) }
    })
    const column = chatsColumn()
    await chooseFor(user, 'О рассуждениях', 'Удалить')
    await user.click(await screen.findByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка при удалении чата']))
    expect(within(column).getByText('О рассуждениях')).toBeTruthy()
  })

  test('that cannot be loaded show an error and a button to retry', async () => {
    let failures = 1
    const server = chatServer({ conversations })
    const working = globalThis.fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('/chat/conversations?') && failures-- > 0
        ? Promise.resolve(refuse(403, { error: 'Нет' }))
        : working(url, init)
    )
    const { user } = await openChat('/gpt5')
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка при загрузке чатов']))
    await user.click(within(chatsColumn()).getByRole('button', { name: 'Попробовать ещё раз' }))
    await screen.findByText('О рассуждениях')
    expect(server.questions()).toEqual([])
  })

  test('are asked for while the profile is still being read, and shown once it is known whose they are', async () => {
    const profile = Promise.withResolvers<Response>()
    const { server } = await startChat('/chatgpt?chat=1', {
      saved: [messageOf(1, 'user', { content: 'Вопрос' })],
      answers: { 'GET /auth/profile': () => profile.promise }
    })
    await waitFor(() =>
      expect(server.calls().some((call) => call.startsWith('GET /chat/conversations/1/messages'))).toBe(true)
    )
    expect(screen.queryByText('Вопрос')).toBeNull()
    profile.resolve(succeed({ user: profileOf('anna@example.ru') }))
    await screen.findByText('Вопрос')
  })

  test('whose messages cannot be loaded show an error', async () => {
    await startChat('/chatgpt?chat=3', {
      conversations,
      answers: { 'GET /chat/conversations/:id/messages': () => refuse(403, { error: 'Нет' }) }
    })
    await screen.findByText('Ошибка при загрузке сообщений')
    expect(toasts).toEqual(['error: Ошибка при загрузке сообщений'])
  })

  test('that do not exist offer a new one', async () => {
    const { user } = await startChat('/chatgpt?chat=77', {
      answers: { 'GET /chat/conversations/:id/messages': () => refuse(404, { error: 'Не найдено' }) }
    })
    await screen.findByText('Такого чата нет')
    await user.click(screen.getAllByRole('button', { name: 'Новый чат' }).at(-1) as HTMLElement)
    expect(address()).toBe('/chatgpt')
  })
})
