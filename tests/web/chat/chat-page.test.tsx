import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { chatPageOf } from '#web/src/chat/texts/chat-pages.ts'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { refuse, succeed } from '../fake-api.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { address, field, openChat, sendButton } from './open-chat.tsx'
import { recordToasts, toasts } from '../toasts.ts'

beforeEach(() => {
  localStorage.clear()
  recordToasts()
})
afterEach(() => vi.unstubAllGlobals())

const model = () => screen.getByRole('button', { name: /^Модель/ }).textContent
const enabled = () => waitFor(() => expect(sendButton().disabled).toBe(false))

describe.each(chatPaths)('%s', (path) => {
  const page = chatPageOf(path)

  test('shows a visitor its examples and its send label, and calls no server', async () => {
    const server = chatServer({ signedIn: false })
    const { user } = await openChat(path)
    const example = page.examples.at(-1)?.text ?? ''
    await user.click(screen.getByRole('button', { name: (name) => name.startsWith(example) }))
    expect(field().value).toBe(example)
    const send = screen.getByRole<HTMLButtonElement>('button', { name: page.sendLabel })
    expect(send.disabled).toBe(true)
    expect(screen.getAllByRole('link', { name: 'Войти' }).map((link) => link.getAttribute('href'))).toEqual([
      `/auth?return=${encodeURIComponent(path)}`
    ])
    if (field().form) fireEvent.submit(field().form as HTMLFormElement)
    expect(toasts).toEqual(['error: Необходимо войти в систему'])
    expect(server.calls()).toEqual([])
  })

  test('writes the request of a clicked sample into the field', async () => {
    chatServer({ signedIn: false })
    const { user } = await openChat(path)
    const [sample] = page.samples
    await user.click(screen.getByRole('button', { name: sample?.title ?? '' }))
    expect(field().value).toBe(sample?.prompt)
  })

  test('sends on Enter; Shift+Enter adds a line', async () => {
    const server = chatServer()
    const { user } = await openChat(path)
    await user.type(field(), 'Раз{Shift>}{Enter}{/Shift}два')
    expect(field().value).toBe('Раз\nдва')
    await enabled()
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    expect(server.questions()).toEqual([])
    await user.type(field(), '{Enter}')
    await waitFor(() => expect(server.questions()).toHaveLength(1))
  })
})

describe('a chat page', () => {
  test('sends on Ctrl+Enter for who has chosen that', async () => {
    localStorage.setItem('send-key', 'ctrl-enter')
    beginNewPage()
    const server = chatServer()
    const { user } = await openChat('/claude')
    await user.type(field(), 'Раз{Enter}два')
    expect(field().value).toBe('Раз\nдва')
    await enabled()
    expect(server.questions()).toEqual([])
    await user.type(field(), '{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.questions()).toHaveLength(1))
  })

  test('does not send an empty request', async () => {
    const server = chatServer()
    const { user } = await openChat('/claude')
    await user.type(field(), '   ')
    expect(sendButton().disabled).toBe(true)
    await user.type(field(), '{Enter}')
    expect(toasts).toEqual(['error: Введите запрос'])
    expect(server.questions()).toEqual([])
  })

  test('keeps the draft of the same user through a reload', async () => {
    chatServer()
    const first = await openChat('/claude')
    await first.user.type(field(), 'Недописанное')
    fireEvent(window, new Event('pagehide'))
    first.leave()
    await openChat('/claude')
    expect(field().value).toBe('Недописанное')
  })

  test('marks models outside the plan, and links to the subscription when one is chosen', async () => {
    const server = chatServer()
    const { user } = await openChat('/chatgpt')
    await user.click(await screen.findByRole('button', { name: /^Модель/ }))
    const option = await screen.findByRole('menuitemradio', { name: /GPT-4 Turbo/ })
    await within(option).findByLabelText('закрыта')
    await user.click(option)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('GPT-4 Turbo: эта модель станет доступна после первой покупки токенов')
    expect(within(note).getByRole('link', { name: 'Подписка' }).getAttribute('href')).toBe('/subscription')
    expect(server.questions()).toEqual([])
  })

  test('copies an answer and downloads it as text', async () => {
    chatServer({
      conversations: [conversationOf(3)],
      messages: { 3: [messageOf(1, 'user'), messageOf(2, 'assistant', { content: 'Ответ **целиком**' })] }
    })
    const { user } = await openChat('/chatgpt?chat=3')
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`)
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await user.click(await screen.findByRole('button', { name: 'Копировать ответ' }))
    expect(await navigator.clipboard.readText()).toBe('Ответ **целиком**')
    expect(toasts).toEqual(['success: Текст скопирован в буфер обмена'])
    await user.click(screen.getByRole('button', { name: 'Скачать ответ текстом' }))
    expect(click).toHaveBeenCalledOnce()
    expect(await saved[0]?.text()).toBe('Ответ **целиком**')
    click.mockRestore()
  })
})

describe('past conversations', () => {
  const conversations = [
    conversationOf(3, { title: '', model: 'gpt-3.5-turbo' }),
    conversationOf(2, { title: 'О рассуждениях', model: 'o3-2025-04-16' })
  ]

  test('are listed behind a button, and picking one shows its messages and its model', async () => {
    chatServer({ conversations, messages: { 3: [messageOf(1, 'user', { content: 'Давний вопрос' })] } })
    const { user } = await openChat('/chatgpt')
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    const list = screen.getByRole('dialog', { name: 'История чатов' })
    await user.click(await within(list).findByRole('button', { name: /^Без названия/ }))
    await screen.findByText('Давний вопрос')
    expect(address()).toBe('/chatgpt?chat=3')
    expect(model()).toContain('GPT-3.5 Turbo')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('open on the page of their model', async () => {
    chatServer({ conversations })
    const { user } = await openChat('/chatgpt')
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    await user.click(await screen.findByRole('button', { name: /^О рассуждениях/ }))
    expect(address()).toBe('/gpt5?chat=2')
    await waitFor(() => expect(model()).toContain('o3'))
  })

  test('show a text when there are none', async () => {
    chatServer()
    const { user } = await openChat('/xai')
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    await screen.findByText('История чатов пуста')
  })

  test('are deleted after a confirmation, and the page leaves a deleted one', async () => {
    const server = chatServer({ conversations, messages: { 3: [messageOf(1, 'user', { content: 'Давний вопрос' })] } })
    const { user } = await openChat('/chatgpt?chat=3')
    await screen.findByText('Давний вопрос')
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    await user.click(await screen.findByRole('button', { name: 'Действия с чатом «Без названия»' }))
    await user.click(screen.getByRole('menuitem', { name: 'Удалить' }))
    const question = await screen.findByRole('dialog', { name: 'Удалить чат?' })
    await user.click(within(question).getByRole('button', { name: 'Удалить' }))
    await waitFor(() => expect(toasts).toEqual(['success: Чат удален']))
    await waitFor(() => expect(address()).toBe('/chatgpt'))
    expect(screen.queryByText('Давний вопрос')).toBeNull()
    await screen.findByRole('heading', { name: 'Спросите ChatGPT' })
    expect(server.calls().slice(-2).join(' ')).toMatch(/^DELETE \S+\/conversations\/3 GET \S+\/conversations(\?|$)/)
  })

  test('lie under their days, and say where an answer is written', async () => {
    const daysAgo = (days: number) => Date.now() - days * 24 * 60 * 60 * 1000
    const aged = [0, 1, 3, 30].map((days, index) => conversationOf(9 - index, { updated_at: daysAgo(days) }))
    chatServer({ conversations: aged, running: [8] })
    await openChat('/gpt5')
    const column = screen.getByRole('complementary', { name: 'История чатов' })
    await within(column).findByText('Чат 9')
    const days = within(column).getAllByRole('region')
    expect(days.map((day) => day.getAttribute('aria-label'))).toEqual(['Сегодня', 'Вчера', '7 дней', 'Раньше'])
    expect(within(days[1]!).getByRole('button', { name: /^Чат 8/ }).textContent).toContain('Отвечает')
    expect(within(column).getAllByText('Отвечает')).toHaveLength(1)
  })

  test('are renamed, and the open one names the bar and the window', async () => {
    const server = chatServer({ conversations, messages: { 3: [messageOf(1, 'user')] } })
    const { user } = await openChat('/chatgpt?chat=3')
    await waitFor(() => expect(document.title).toMatch(/^Без названия · ChatGPT/))
    await user.click(screen.getByRole('button', { name: 'История чатов' }))
    await user.click(await screen.findByRole('button', { name: 'Действия с чатом «Без названия»' }))
    await user.click(screen.getByRole('menuitem', { name: 'Переименовать' }))
    const dialog = await screen.findByRole('dialog', { name: 'Переименовать чат' })
    await user.type(within(dialog).getByLabelText('Название'), '  Планы на лето {Enter}')
    await waitFor(() => expect(document.title).toMatch(/^Планы на лето · ChatGPT/))
    expect(within(screen.getByRole('banner')).getByText('Планы на лето')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ title: 'Планы на лето' })
    await user.click(screen.getByRole('button', { name: 'Новый чат' }))
    expect(document.title).toMatch(/^ChatGPT · /)
  })

  test('stay when the server cannot delete them', async () => {
    chatServer({ conversations, answers: { 'DELETE /chat/conversations/:id': () => refuse(500, { error: 'Нет' }) } })
    const { user } = await openChat('/gpt5')
    const column = screen.getByRole('complementary', { name: 'История чатов' })
    await user.click(await within(column).findByRole('button', { name: 'Действия с чатом «О рассуждениях»' }))
    await user.click(screen.getByRole('menuitem', { name: 'Удалить' }))
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
    await waitFor(() => expect(toasts).toEqual(['error: Ошибка при загрузке бесед']))
    await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Попробовать ещё раз' }))
    await screen.findByText('О рассуждениях')
    expect(server.questions()).toEqual([])
  })

  test('whose messages cannot be loaded show an error', async () => {
    chatServer({
      conversations,
      answers: { 'GET /chat/conversations/:id/messages': () => refuse(403, { error: 'Нет' }) }
    })
    await openChat('/chatgpt?chat=3')
    await screen.findByText('Ошибка при загрузке сообщений')
    expect(toasts).toEqual(['error: Ошибка при загрузке сообщений'])
  })

  test('that do not exist offer a new one', async () => {
    chatServer({ answers: { 'GET /chat/conversations/:id/messages': () => refuse(404, { error: 'Не найдено' }) } })
    const { user } = await openChat('/chatgpt?chat=77')
    await screen.findByText('Такого чата нет')
    await user.click(screen.getAllByRole('button', { name: 'Новый чат' }).at(-1) as HTMLElement)
    expect(address()).toBe('/chatgpt')
  })
})

describe('a link with open=1', () => {
  const conversations = [
    conversationOf(3, { updated_at: 9000, model: 'gpt-3.5-turbo' }),
    conversationOf(2, { updated_at: 5000 }),
    conversationOf(1, { updated_at: 1000, model: 'o3-2025-04-16' })
  ]

  test('opens the conversation nearest to its `ts`', async () => {
    chatServer({ conversations })
    await openChat('/chatgpt?open=1&model=gpt-4o-mini&ts=4000')
    await waitFor(() => expect(address()).toBe('/chatgpt?chat=2'))
    expect(toasts).toEqual([])
  })

  test('opens the conversation in which its operation was asked', async () => {
    const answers = { 'GET /chat/operations/spent': () => succeed({ conversation_id: 3 }) }
    chatServer({ conversations, answers })
    await openChat('/chatgpt?open=1&model=gpt-3.5-turbo&ts=4000&operation=spent')
    await waitFor(() => expect(address()).toBe('/chatgpt?chat=3'))
  })

  test('opens no other conversation when that of its operation is gone', async () => {
    chatServer({ conversations, answers: { 'GET /chat/operations/spent': () => refuse(404) } })
    await openChat('/chatgpt?open=1&model=gpt-4o-mini&ts=4000&operation=spent')
    await waitFor(() => expect(address()).toBe('/chatgpt'))
    expect(toasts).toEqual(['info: Этого чата больше нет'])
  })

  test('goes to the page of its model', async () => {
    chatServer({ conversations })
    await openChat('/chatgpt?open=1&model=o3-2025-04-16&ts=4000')
    await waitFor(() => expect(address()).toBe('/gpt5?chat=1'))
    expect(model()).toContain('o3')
  })

  test('begins a conversation with its model when there is none', async () => {
    const server = chatServer()
    await openChat('/claude?open=1&model=claude-3-haiku&ts=4000')
    await waitFor(() => expect(address()).toBe('/claude?chat=1'))
    expect(model()).toContain('Claude 3 Haiku')
    expect(toasts).toEqual(['success: Новый чат создан'])
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      service: 'claude',
      model: 'claude-3-haiku'
    })
  })

  test('preselects the model for a visitor, and asks the server nothing', async () => {
    const server = chatServer({ signedIn: false })
    await openChat('/claude?open=1&model=claude-3-haiku&ts=4000')
    await waitFor(() => expect(address()).toBe('/claude'))
    expect(model()).toContain('Claude 3 Haiku')
    expect(server.calls()).toEqual([])
  })
})
