// A comparison that could not begin, and one that is gone on with after a reload.
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import { networkText } from '#web/src/base/http/api-error.ts'
import type { Conversation } from '#contract/chats.ts'
import { refuse, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { toasts } from '../toasts.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { doneEvent, eventsOf, streamOf } from './answer-server.ts'
import { address, startChat } from './open-chat.tsx'
import { write } from '../write.ts'

test('leaves no empty chats in the history, and the question in the field', async () => {
  let created = 0
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    answers: {
      'POST /chat/conversations': () =>
        ++created < 3
          ? succeed({ conversation: conversationOf(created) })
          : refuse(429, { error: 'Слишком много запросов', code: 'RATE_LIMITED' }),
      'DELETE /chat/conversations/:id': () => succeed()
    }
  })
  renderAt('/compare', <ComparePage />)
  const user = userEvent.setup()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Вопрос всем моделям' })
  await write(user, field, 'Что такое мох?')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: /^Спросить|^Отправить/ })
  await waitFor(() => expect(send.disabled).toBe(false))
  await user.click(send)
  await waitFor(() => expect(toasts).toHaveLength(1))
  const deleted = server.calls().filter((call) => call.startsWith('DELETE'))
  expect(deleted).toEqual([1, 2].map((id) => `DELETE /chat/conversations/${id}?if=empty`))
  expect(server.questions()).toEqual([])
  expect(field.value).toBe('Что такое мох?')
})

const done = { ...doneEvent, settlement: { ...doneEvent.settlement, balanceTokens: 90 } }

const columnOf = (name: string) => screen.findByRole('region', { name })

/** Three models are asked; the server refuses the question of some, and answers the others. @param held until more is typed */
async function askThree(refused: readonly string[], code: string, held?: 'chats' | 'answers') {
  let created = 0
  const typed = Promise.withResolvers<void>()
  const until = (what: typeof held) => (held === what ? typed.promise : null)
  const chats = new Map<number, Conversation>()
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    answers: {
      'GET /chat/conversations': () => succeed({ items: [...chats.values()], total: chats.size }),
      'POST /chat/conversations': async ({ body }) => {
        await until('chats')
        const conversation = conversationOf(++created, body as Partial<Conversation>)
        chats.set(created, conversation)
        return succeed({ conversation })
      },
      'DELETE /chat/conversations/:id': ({ path }) =>
        path.endsWith('?if=empty') && chats.delete(Number(/\d+/.exec(path)?.[0]))
          ? succeed()
          : refuse(409, { error: 'Нет', code: 'CONFLICT' }),
      'POST /ai/text': async ({ body }) => {
        await until('answers')
        return refused.includes((body as { model: string }).model)
          ? refuse(402, { error: 'Нет', code })
          : streamOf(eventsOf(['Ответ ', '**готов**.'], done), -1)
      }
    }
  })
  renderAt('/compare', <ComparePage />)
  const user = userEvent.setup()
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Вопрос всем моделям' })
  await screen.findByRole('button', { name: 'Спросить всех за 10 токенов' })
  await write(user, field, 'Что такое мох?{Enter}')
  if (held === 'answers') await waitFor(() => expect(server.questions()).toHaveLength(3))
  if (held) await write(user, screen.getByRole('textbox'), ' И где?')
  typed.resolve()
  return { server, user, field: () => screen.getByRole<HTMLTextAreaElement>('textbox'), titles: () => [...chats] }
}

const modelsAsked = ({ questions }: ReturnType<typeof chatServer>) =>
  questions().map(({ body }) => (body as { model: string }).model)

test('a model that refuses the first question has no chat and says why; the others answer, it gets the next one, and what is typed meanwhile stays', async () => {
  const refused = ['grok-2']
  const { server, user, field, titles } = await askThree(refused, 'INSUFFICIENT_TOKENS', 'chats')
  await within(await columnOf('Claude 3 Sonnet')).findByText('готов', { selector: 'strong' })
  await within(await columnOf('GPT-4o mini')).findByText('готов', { selector: 'strong' })
  await within(await columnOf('Grok-2')).findByText(/Ответ Grok-2 стоит 3 токена/)
  expect(within(await columnOf('Grok-2')).queryByRole('link', { name: 'Чат' })).toBeNull()
  expect(titles().map(([id, { model }]) => [id, model])).toEqual([
    [1, 'gpt-4o-mini'],
    [2, 'claude-3-sonnet']
  ])
  expect(address()).toBe('/compare?chats=gpt-4o-mini:1,claude-3-sonnet:2,grok-2:0')
  expect(field().value).toBe('Что такое мох? И где?')

  refused.length = 0
  await write(user, field(), 'А лишайник?{Enter}')
  await within(await columnOf('Grok-2')).findByText('готов', { selector: 'strong' })
  expect(address()).toBe('/compare?chats=gpt-4o-mini:1,claude-3-sonnet:2,grok-2:4')
  expect(modelsAsked(server).slice(3).toSorted()).toEqual(['claude-3-sonnet', 'gpt-4o-mini', 'grok-2'])
  expect(titles()).toHaveLength(3)
})

test.each([
  ['INSUFFICIENT_TOKENS', /Ответ Grok-2 стоит 3 токена/],
  ['CONFLICT', /^Модель не приняла вопрос/]
])(
  'when all models refuse with %s, no chat is left, and the question is in the field, below what is typed by then',
  async (code, reason) => {
    const { server, user, field, titles } = await askThree(
      ['gpt-4o-mini', 'claude-3-sonnet', 'grok-2'],
      code,
      'answers'
    )
    await within(await columnOf('Grok-2')).findByText(reason)
    await waitFor(() => expect(field().value).toBe(' И где?\n\nЧто такое мох?'))
    expect(titles()).toEqual([])
    const calls = server.calls()
    const afterwards = calls.slice(calls.findIndex((call) => call.startsWith('DELETE')))
    expect(afterwards.filter((call) => call.includes('/messages'))).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Спросить всех за 10 токенов' }))
    await waitFor(() => expect(modelsAsked(server)).toHaveLength(6))
    await waitFor(() => expect(titles()).toEqual([]))
  }
)

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test('a question that was asked comes into view once, not again when the window becomes wide', async () => {
  const media = Object.assign(window.matchMedia(''), { matches: true })
  vi.spyOn(window, 'matchMedia').mockReturnValue(media)
  const scroll = vi.spyOn(window, 'scrollBy').mockReturnValue()
  const { user, field } = await askThree([], '')
  await within(await columnOf('Grok-2')).findByText('готов', { selector: 'strong' })
  await write(user, field(), 'А лишайник?{Enter}')
  await waitFor(() => expect(scroll).toHaveBeenCalled())
  scroll.mockClear()
  for (const matches of [false, true]) {
    Object.assign(media, { matches })
    act(() => void media.dispatchEvent(new Event('change')))
    await nextFrame()
  }
  await nextFrame()
  expect(scroll).not.toHaveBeenCalled()
})

const turn = (id: number) => [messageOf(id, 'user', { content: 'Что такое омут?' }), messageOf(id + 1, 'assistant')]

test('shows its chats and answers after a reload, and asks all of them the next question', async () => {
  const server = chatServer({
    tokens: 100,
    conversations: [conversationOf(1, { service: 'claude', model: 'claude-3-sonnet' }), conversationOf(2)],
    messages: { 1: turn(1), 2: turn(3) }
  })
  renderAt('/compare?chats=claude-3-sonnet:1,gpt-4o-mini:2', <ComparePage />)
  await screen.findByRole('region', { name: 'GPT-4o mini' })
  const columns = ['Claude 3 Sonnet', 'GPT-4o mini'].map((name) => screen.getByRole('region', { name }))
  for (const [index, column] of columns.entries()) await within(column).findByText(`Сообщение ${index === 0 ? 2 : 4}`)
  const user = userEvent.setup()
  await screen.findByRole('button', { name: 'Спросить всех за 7 токенов' })
  await write(user, screen.getByRole('textbox', { name: 'Вопрос всем моделям' }), 'А заводь?{Enter}')
  for (const column of columns) await within(column).findByText('готов', { selector: 'strong' })
  expect(server.questions().map(({ path, body }) => [path, (body as { prompt: string }).prompt])).toEqual([
    ['/ai/text/claude', 'А заводь?'],
    ['/ai/text/chatgpt', 'А заводь?']
  ])
})

test('asks nothing without a network, and keeps the question in the field', async () => {
  const server = chatServer({
    tokens: 100,
    plan: 'paid',
    conversations: [conversationOf(1), conversationOf(2)],
    messages: { 1: turn(1), 2: turn(3) }
  })
  renderAt('/compare?chats=gpt-4o-mini:1,gpt-4o:2', <ComparePage />)
  await screen.findByRole('button', { name: 'Спросить всех за 15 токенов' })
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Вопрос всем моделям' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await userEvent.setup().type(field, 'А заводь?{Enter}')
  await waitFor(() => expect(toasts).toEqual([`error: ${networkText}`]))
  expect([field.value, server.questions()]).toEqual(['А заводь?', []])
  vi.restoreAllMocks()
})

const tabs = () => screen.getAllByRole('tab').map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])
const isInert = (name: RegExp) => screen.getByRole('tabpanel', { name, hidden: true }).hasAttribute('inert')

test('shows one model at a time on a narrow window, by the tabs with their names and how each stands', async () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(window.matchMedia(''), { matches: false }))
  chatServer({
    tokens: 100,
    conversations: [conversationOf(1, { service: 'claude', model: 'claude-3-sonnet' }), conversationOf(2)],
    messages: { 1: turn(1), 2: [...turn(3), messageOf(5, 'assistant', { outcome: 'failed' })] }
  })
  renderAt('/compare?chats=claude-3-sonnet:1,gpt-4o-mini:2', <ComparePage />)
  const user = userEvent.setup()
  await waitFor(() =>
    expect(tabs()).toEqual([
      ['готово: Claude 3 Sonnet', 'true'],
      ['не вышло: GPT-4o mini', 'false']
    ])
  )
  expect([isInert(/Sonnet/), isInert(/mini/)]).toEqual([false, true])
  await user.click(screen.getByRole('tab', { name: /mini/ }))
  expect([isInert(/Sonnet/), isInert(/mini/)]).toEqual([true, false])
  await user.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('tab', { name: /Sonnet/, selected: true }))
  vi.restoreAllMocks()
})

test('is a link away from a chat', async () => {
  await startChat('/claude')
  expect(screen.getByRole('link', { name: 'Сравнить модели' }).getAttribute('href')).toBe('/compare')
})

test('asks for no proposals, and shows those of a chat in words', async () => {
  const proposals = [{ kind: 'picture' as const, prompt: 'Рыжий кот' }]
  const messages = {
    1: [messageOf(1, 'user'), messageOf(2, 'assistant', { operation_id: 'first', proposals })],
    2: [messageOf(3, 'user'), messageOf(4, 'assistant')]
  }
  const server = chatServer({
    plan: 'paid',
    tokens: 100,
    messages,
    conversations: [conversationOf(1), conversationOf(2)]
  })
  renderAt('/compare?chats=gpt-4o-mini:1,gpt-4o:2', <ComparePage />)
  expect(await screen.findByText('Предложено: картинка «Рыжий кот»')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Предложения модели' })).toBeNull()
  const user = userEvent.setup()
  await write(user, await screen.findByRole('textbox', { name: 'Вопрос всем моделям' }), 'Нарисуй пса')
  const send = screen.getByRole<HTMLButtonElement>('button', { name: /^Спросить|^Отправить/ })
  await waitFor(() => expect(send.disabled).toBe(false))
  await user.click(send)
  await waitFor(() => expect(server.questions()).toHaveLength(2))
  expect(server.questions().map(({ body }) => body)).toEqual([
    expect.not.objectContaining({ proposes: true }),
    expect.not.objectContaining({ proposes: true })
  ])
})
