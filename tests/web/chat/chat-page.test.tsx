import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'
import { registerAndSend, wayIn } from '#web/src/base/session/way-in.ts'
import { keptQuestion } from '#web/src/base/session/kept-question.ts'
import { chatPageOf } from '#web/src/chat/texts/chat-pages.ts'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { refuse, succeed } from '../fake-api.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, field, openChat, sendButton, startChat } from './open-chat.tsx'
import { toasts } from '../toasts.ts'

const model = () => screen.getByRole('button', { name: /^Модель/ }).textContent
const enabled = () => waitFor(() => expect(sendButton().disabled).toBe(false))

describe.each(chatPaths)('%s', (path) => {
  const page = chatPageOf(path)

  test('shows a visitor its examples, keeps the request for the registration, and calls no server', async () => {
    const { server, user } = await startChat(path, { signedIn: false })
    const example = page.examples.at(-1)?.text ?? ''
    await user.click(screen.getByRole('button', { name: (name) => name.startsWith(example) }))
    expect(field().value).toBe(example)
    const send = screen.getByRole<HTMLButtonElement>('button', { name: registerAndSend })
    expect(send.disabled).toBe(false)
    // Beside a button that long it would be on two lines.
    expect(screen.getByText('Shift+Enter — новая строка').className).not.toContain('block')
    expect(screen.getAllByRole('link', { name: 'Войти' }).map((link) => link.getAttribute('href'))).toEqual([
      `/auth?return=${encodeURIComponent(path)}`
    ])
    await user.click(send)
    await waitFor(() => expect(wayIn.getState()?.prompt).toBe(example))
    expect(keptQuestion()).toMatchObject({ path, prompt: example, model: page.defaultModel, owner: null })
    expect(field().value).toBe(example)
    expect(server.calls()).toEqual([])
  })

  test('writes the request of a clicked sample into the field', async () => {
    const { user } = await startChat(path, { signedIn: false })
    const [sample] = page.samples
    await user.click(screen.getByRole('button', { name: sample?.title ?? '' }))
    expect(field().value).toBe(sample?.prompt)
  })

  test('sends on Enter; Shift+Enter adds a line', async () => {
    const { server, user } = await startChat(path)
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
    const { server, user } = await startChat('/claude')
    await user.type(field(), 'Раз{Enter}два')
    expect(field().value).toBe('Раз\nдва')
    await enabled()
    expect(server.questions()).toEqual([])
    const bar = screen.getByRole('heading', { level: 1 }).closest('header')!
    const isTall = () => bar.classList.contains('max-lg:not-short:h-20')
    expect(isTall()).toBe(false)
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true })
    // On a phone the line for the name is there at once: it would move the answer that has begun.
    expect([isTall(), address()]).toEqual([true, '/claude'])
    await waitFor(() => expect(server.questions()).toHaveLength(1))
  })

  test('begins a line on Enter where a finger is the pointer, and sends by its button or Ctrl+Enter', async () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
    const { server, user } = await startChat('/claude')
    await user.type(field(), 'Раз{Enter}два')
    expect([field().value, field().getAttribute('enterkeyhint')]).toEqual(['Раз\nдва', 'enter'])
    await enabled()
    fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true, isComposing: true })
    expect(server.questions()).toEqual([])
    await user.type(field(), '{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.questions()).toHaveLength(1))
  })

  test('does not send an empty request', async () => {
    const { server, user } = await startChat('/claude')
    await user.type(field(), '   ')
    expect(sendButton().disabled).toBe(true)
    await user.type(field(), '{Enter}')
    expect(toasts).toEqual(['error: Введите запрос'])
    expect(server.questions()).toEqual([])
  })

  test('keeps the draft of the same user through a reload', async () => {
    const first = await startChat('/claude')
    await first.user.type(field(), 'Недописанное')
    fireEvent(window, new Event('pagehide'))
    first.leave()
    await openChat('/claude')
    expect(field().value).toBe('Недописанное')
  })

  test('marks models outside the plan, and links to the subscription when one is chosen', async () => {
    const { server, user } = await startChat('/chatgpt')
    await user.click(await screen.findByRole('button', { name: /^Модель/ }))
    const option = await screen.findByRole('menuitemradio', { name: /GPT-4 Turbo/ })
    await within(option).findByLabelText('закрыта')
    await user.click(option)
    const note = await screen.findByRole('alert')
    expect(note.textContent).toContain('GPT-4 Turbo: эта модель станет доступна после первой покупки токенов')
    expect(within(note).getByRole('link', { name: 'Подписка' }).getAttribute('href')).toBe('/subscription')
    expect(server.questions()).toEqual([])
  })

  test('shows a stopped answer with its text after a reload, and a question as it was typed', async () => {
    await startChat('/chatgpt?chat=1', {
      saved: [
        messageOf(1, 'user', { content: 'Что такое &amp;?' }),
        messageOf(2, 'assistant', { content: 'Начало **ответа', outcome: 'stopped', billing: { siteTokens: 2 } })
      ]
    })
    const stopped = await screen.findByRole('article', { name: 'Ответ' })
    // Without the mark of the emphasis that it has begun.
    await within(stopped).findByText('ответа', { selector: 'strong' })
    within(stopped).getByText('Остановлено')
    // On a phone the time ends the line of the buttons, and what was charged has the next one.
    const receipt = within(stopped).getByText('Списано 2 токена')
    expect(within(stopped).getByRole('time').compareDocumentPosition(receipt)).toBe(4)
    expect(screen.getByRole('article', { name: 'Ваш запрос' }).textContent).toBe('Что такое &amp;?')
  })

  test('copies an answer and downloads it as text', async () => {
    const { user } = await startChat('/chatgpt?chat=1', {
      saved: [messageOf(1, 'user'), messageOf(2, 'assistant', { content: 'Ответ **целиком**' })]
    })
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

describe('a link with open=1', () => {
  const conversations = [
    conversationOf(3, { updated_at: 9000, model: 'gpt-3.5-turbo' }),
    conversationOf(2, { updated_at: 5000 }),
    conversationOf(1, { updated_at: 1000, model: 'o3-2025-04-16' })
  ]

  test('opens the conversation nearest to its `ts`', async () => {
    await startChat('/chatgpt?open=1&model=gpt-4o-mini&ts=4000', { conversations })
    await waitFor(() => expect(address()).toBe('/chatgpt?chat=2'))
    expect(toasts).toEqual([])
  })

  test('opens the conversation in which its operation was asked', async () => {
    const answers = { 'GET /chat/operations/spent': () => succeed({ conversation_id: 3 }) }
    await startChat('/chatgpt?open=1&model=gpt-3.5-turbo&ts=4000&operation=spent', { conversations, answers })
    await waitFor(() => expect(address()).toBe('/chatgpt?chat=3'))
  })

  test('opens no other conversation when that of its operation is gone', async () => {
    await startChat('/chatgpt?open=1&model=gpt-4o-mini&ts=4000&operation=spent', {
      conversations,
      answers: { 'GET /chat/operations/spent': () => refuse(404) }
    })
    await waitFor(() => expect(address()).toBe('/chatgpt'))
    expect(toasts).toEqual(['info: Этого чата больше нет'])
  })

  test('goes to the page of its model', async () => {
    await startChat('/chatgpt?open=1&model=o3-2025-04-16&ts=4000', { conversations })
    await waitFor(() => expect(address()).toBe('/gpt5?chat=1'))
    expect(model()).toContain('o3')
  })

  test('begins a conversation with its model when there is none', async () => {
    const { server } = await startChat('/claude?open=1&model=claude-3-haiku&ts=4000')
    await waitFor(() => expect(address()).toBe('/claude?chat=1'))
    expect(model()).toContain('Claude 3 Haiku')
    expect(toasts).toEqual(['success: Новый чат создан'])
    expect(server.asked.find(({ method }) => method === 'POST')?.body).toEqual({
      service: 'claude',
      model: 'claude-3-haiku'
    })
  })

  test('preselects the model for a visitor, and asks the server nothing', async () => {
    const { server } = await startChat('/claude?open=1&model=claude-3-haiku&ts=4000', { signedIn: false })
    await waitFor(() => expect(address()).toBe('/claude'))
    expect(model()).toContain('Claude 3 Haiku')
    expect(server.calls()).toEqual([])
  })
})
