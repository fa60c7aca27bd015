// The panel «Создать» and the cards of works, as a user of a chat meets them.
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { creatingNow } from '#web/src/base/page/create-now.ts'
import { announceMessage } from '#web/src/base/live/live-bus.ts'
import { forgetJobs, learnJobs } from '#web/src/media/job/job-store.ts'
import type { Message } from '#contract/chats.ts'
import type { Job } from '#contract/jobs.ts'
import { type Asked, refuse } from '../fake-api.ts'
import { completed, failed, finished, jobOf } from '../jobs-sample.ts'
import { toasts } from '../toasts.ts'
import { accepted } from '../studio/studio-server.ts'
import { chatServer, conversationOf, messageOf } from './chat-server.ts'
import { address, field, openChat, sendButton, startChat } from './open-chat.tsx'

beforeEach(() => localStorage.clear())

const createButton = () => screen.getByRole('button', { name: 'Создать', expanded: false })
const panel = () => screen.findByRole('region', { name: 'Создать' })
const submitIn = async () => within(await panel()).getByRole('button', { name: 'Создать' })
const cards = () => screen.findAllByRole('article', { name: 'Работа в чате' })

async function openCreate(user: UserEvent) {
  await user.click(createButton())
  return panel()
}

/** From a list of the panel. */
async function choose(user: UserEvent, label: string, option: RegExp) {
  await user.click(within(await panel()).getByRole('button', { name: new RegExp(`^${label}`) }))
  await user.click(await screen.findByRole('menuitemradio', { name: option }))
}

const fluxOf = ({ headers, body }: Asked, part: Partial<Job> = {}): Job =>
  jobOf('flux', {
    id: headers.get('idempotency-key') ?? '',
    parameters: body as Job['parameters'],
    priceTokens: 1,
    ...part
  })

interface OrderBody {
  conversationId: number
  answersMessageId?: number
  prompt: string
}

/** Takes orders as the server does: the request and the card are in the conversation afterwards. */
function orderServer(saved: Message[] = [], answer?: (asked: Asked) => Response | null) {
  const messages: Record<number, Message[]> = { 1: saved }
  const take = (asked: Asked) => {
    const refused = answer?.(asked)
    if (refused) return refused
    const { conversationId, answersMessageId, prompt } = asked.body as OrderBody
    const job = fluxOf(asked)
    const list = (messages[conversationId] ??= [])
    const id = 100 + list.length
    if (answersMessageId === undefined) list.push(messageOf(id, 'user', { content: prompt, operation_id: job.id }))
    else list.splice(-1)
    list.push(
      messageOf(id + 1, 'assistant', {
        content: 'Картинка',
        operation_id: job.id,
        parent_id: answersMessageId ?? id,
        works: [job],
        versions: answersMessageId === undefined ? [id + 1] : [id - 1, id + 1]
      })
    )
    return accepted(job)
  }
  const server = chatServer({
    plan: 'paid',
    messages,
    conversations: saved.length > 0 ? [conversationOf(1)] : [],
    answers: {
      'POST /ai/image/flux': take,
      'POST /ai/image/dalle': take,
      'POST /ai/image/edit': take
    }
  })
  return {
    ...server,
    messages,
    orders: () => server.asked.filter(({ method, path }) => method === 'POST' && path.startsWith('/ai/image'))
  }
}

const question = messageOf(1, 'user', { content: 'Привет', operation_id: 'first' })
const answer = messageOf(2, 'assistant', { content: 'Здравствуйте', operation_id: 'first', parent_id: 1 })
const workOf = (job: Job, part: Partial<Message> = {}) => [
  messageOf(11, 'user', { content: 'Кот на крыше', operation_id: job.id }),
  messageOf(12, 'assistant', { content: 'Картинка', operation_id: job.id, parent_id: 11, works: [job], ...part })
]

describe('the panel', () => {
  test('orders a picture in the open chat: its card is there at once, with the price that was said', async () => {
    const server = orderServer([question, answer])
    const { user } = await openChat('/chatgpt?chat=1')
    await screen.findByText('Здравствуйте')
    await openCreate(user)
    await choose(user, 'Инструмент', /^Flux/)
    await user.type(field(), 'Кот на крыше')
    expect(within(await panel()).getByText('1 токен')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Отправить/ })).toBeNull()
    await user.click(await submitIn())

    const [card] = await cards()
    expect(within(card!).getByText('Создаём изображение')).toBeTruthy()
    expect(
      within(screen.getAllByRole('article', { name: 'Ваш запрос' }).at(-1)!).getByText('Кот на крыше')
    ).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Создать' })).toBeNull()
    expect(field().value).toBe('')
    expect(server.orders().map(({ body }) => body)).toEqual([
      expect.objectContaining({ conversationId: 1, prompt: 'Кот на крыше', model: 'flux-schnell' })
    ])
    expect(server.questions()).toEqual([])
    expect(server.orders()[0]?.headers.get('x-price-shown')).toBe('1')
  })

  test('begins a chat with its first work', async () => {
    const server = orderServer()
    const { user } = await openChat('/chatgpt')
    await openCreate(user)
    await choose(user, 'Инструмент', /^Flux/)
    await user.type(field(), 'Маяк{Enter}')
    await cards()
    expect(address()).toBe('/chatgpt?chat=1')
    expect(server.calls().filter((call) => call === 'POST /chat/conversations')).toHaveLength(1)
    expect(server.orders()[0]?.body).toMatchObject({ conversationId: 1, prompt: 'Маяк' })
    expect(field().value).toBe('')
  })

  test('a refused order keeps the words and leaves no chat; the next attempt has the same id', async () => {
    let times = 0
    const server = orderServer([], () =>
      (times += 1) === 1 ? refuse(402, { code: 'INSUFFICIENT_TOKENS', error: 'Мало токенов' }) : null
    )
    const { user } = await openChat('/chatgpt')
    await openCreate(user)
    await choose(user, 'Инструмент', /^Flux/)
    await user.type(field(), 'Маяк')
    await user.click(await submitIn())
    await waitFor(() => expect(toasts).toContain('error: Недостаточно токенов для выполнения запроса'))
    expect(field().value).toBe('Маяк')
    expect(address()).toBe('/chatgpt')
    await waitFor(() => expect(server.calls()).toContain('DELETE /chat/conversations/1?if=empty'))
    await waitFor(async () => expect((await submitIn()).hasAttribute('disabled')).toBe(false))
    await user.click(await submitIn())
    await cards()
    const [first, second] = server.orders().map(({ headers }) => headers.get('idempotency-key'))
    expect(second).toBe(first)
  })

  test('says what is missing, and asks nothing', async () => {
    const server = orderServer([question, answer])
    const { user } = await openChat('/chatgpt?chat=1')
    await openCreate(user)
    await user.click(await submitIn())
    await waitFor(() => expect(toasts).toContain('error: Введите описание изображения'))
    expect(server.orders()).toEqual([])
  })

  test('Esc closes it and gives the focus back; a question is asked as before', async () => {
    const server = orderServer([question, answer])
    const { user } = await openChat('/chatgpt?chat=1')
    await openCreate(user)
    await user.click(within(await panel()).getByRole('radio', { name: 'Видео' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Создать' })).toBeNull())
    expect(document.activeElement).toBe(createButton())
    await user.type(field(), 'Как дела?')
    await user.click(sendButton())
    await waitFor(() => expect(server.questions()).toHaveLength(1))
  })

  test('opens with what the home page hands over', async () => {
    orderServer()
    await openChat({ pathname: '/chatgpt', ...creatingNow({ prompt: 'Парусник' }) })
    await panel()
    expect(field().value).toBe('Парусник')
  })

  test('a visitor is led to the registration, and the words stay', async () => {
    const { user, server } = await startChat('/chatgpt', { signedIn: false })
    await user.type(field(), 'Маяк')
    await openCreate(user)
    await user.click(await submitIn())
    expect(server.calls().filter((call) => call.startsWith('POST'))).toEqual([])
    expect(field().value).toBe('Маяк')
    expect(JSON.parse(localStorage.getItem('kept:question') ?? '')).toMatchObject({ path: '/chatgpt', prompt: '' })
  })
})

describe('a card', () => {
  const picture = completed({
    id: 'operation-9',
    service: 'flux',
    parameters: { prompt: 'Кот на крыше', model: 'flux-schnell', aspectRatio: '1:1' }
  })

  test('shows its result, and goes on with it in the chat', async () => {
    const server = orderServer([question, answer, ...workOf(picture)])
    const { user } = await openChat('/chatgpt?chat=1')
    const [card] = await cards()
    expect(within(card!).getByRole('img', { name: 'Кот на крыше' }).getAttribute('loading')).toBe('lazy')
    expect(within(card!).getByRole('link', { name: 'Открыть в студии' }).getAttribute('href')).toBe(
      '/flux?repeat=operation-9'
    )
    await user.click(within(card!).getByRole('button', { name: 'Изменить' }))
    const opened = await panel()
    expect(within(opened).getByRole('radio', { name: 'Изменить картинку', checked: true })).toBeTruthy()
    await user.type(field(), 'Теперь ночью')
    await user.click(await submitIn())
    await waitFor(async () => expect(await cards()).toHaveLength(2))
    expect(server.orders()[0]?.body).toMatchObject({
      image: 'work:operation-9.0',
      prompt: 'Теперь ночью',
      conversationId: 1
    })
  })

  test('its picture does not appear in the panel of another chat', async () => {
    const messages = { 1: [question, answer, ...workOf(picture)], 2: [messageOf(3, 'user', { content: 'Другой' })] }
    chatServer({ plan: 'paid', messages, conversations: [conversationOf(1), conversationOf(2)] })
    const { user } = await openChat('/chatgpt?chat=1')
    const [card] = await cards()
    await user.click(within(card!).getByRole('button', { name: 'Изменить' }))
    expect(await within(await panel()).findByRole('button', { name: 'Убрать' })).toBeTruthy()
    await user.click(await screen.findByRole('link', { name: /Чат 2/ }))
    await screen.findByText('Другой')
    await openCreate(user)
    expect(within(await panel()).getByRole('radio', { name: 'Изменить картинку', checked: true })).toBeTruthy()
    expect(within(await panel()).queryByRole('button', { name: 'Убрать' })).toBeNull()
  })

  test('is made again as another version, for the price that it says', async () => {
    const server = orderServer([question, answer, ...workOf(picture)])
    const { user } = await openChat('/chatgpt?chat=1')
    await user.click(await screen.findByRole('button', { name: 'Ещё раз · 1 токен' }))
    await screen.findByRole('group', { name: 'Версия ответа 2 из 2' })
    expect(server.orders()[0]?.body).toMatchObject({ conversationId: 1, answersMessageId: 11, prompt: 'Кот на крыше' })
  })

  test('follows its job, and says that it was deleted', async () => {
    const job = jobOf('flux')
    orderServer([question, answer, ...workOf(job)])
    await openChat('/chatgpt?chat=1')
    await screen.findByText('Создаём изображение')
    act(() => learnJobs([finished(job)]))
    await screen.findByRole('img', { name: 'Лиса в лесу' })
    act(() => forgetJobs([job.id]))
    await screen.findByText('Работа удалена')
  })

  test('of a deleted work, and of a failed one', async () => {
    const gone = messageOf(14, 'assistant', { content: 'Картинка', operation_id: 'gone', parent_id: 13, works: [] })
    const asked = messageOf(13, 'user', { content: 'Второй', operation_id: 'gone', parent_id: 12 })
    orderServer([question, answer, ...workOf(failed({ service: 'flux' })), asked, gone])
    await openChat('/chatgpt?chat=1')
    expect(await screen.findByText('Работа удалена')).toBeTruthy()
    expect(await screen.findByText(/Модель перегружена/)).toBeTruthy()
    expect(
      screen.queryByRole('button', { name: 'Копировать ответ' })?.closest('[aria-label="Работа в чате"]') ?? null
    ).toBeNull()
  })

  test('that another device has ordered appears here', async () => {
    const server = orderServer([question, answer])
    await openChat('/chatgpt?chat=1')
    await screen.findByText('Здравствуйте')
    server.messages[1]?.push(...workOf(picture))
    act(() => announceMessage({ type: 'conversation', id: 1, change: 'updated' }))
    await cards()
  })

  test('its request is no question that could be changed', async () => {
    orderServer([...workOf(picture)])
    await openChat('/chatgpt?chat=1')
    await cards()
    expect(screen.queryByRole('button', { name: 'Изменить запрос' })).toBeNull()
  })
})
