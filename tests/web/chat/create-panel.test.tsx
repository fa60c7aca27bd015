// The panel «Создать» of a chat.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { creatingNow } from '#web/src/base/page/create-now.ts'
import { draftKey, readDraft } from '#web/src/chat/draft/draft-box.ts'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, ask, chatsColumn, field, keepDraft, openChat, sendButton, startChat } from './open-chat.tsx'
import {
  createButton,
  panel,
  submitIn,
  cards,
  openCreate,
  choose,
  orderServer,
  question,
  answer
} from './works-server.ts'
import { write } from '../write.ts'

test('the panel orders a picture in the open chat: its card is there at once, with the price that was said', async () => {
  const server = orderServer([question, answer])
  const { user } = await openChat('/chatgpt?chat=1')
  await screen.findByText('Здравствуйте')
  await openCreate(user)
  await choose(user, 'Инструмент', /^Flux/)
  await write(user, field(), 'Кот на крыше')
  expect(within(await panel()).getByText('1 токен')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Отправить/ })).toBeNull()
  await user.click(await submitIn())

  const [card] = await cards()
  expect(within(card!).getByText('Создаём изображение')).toBeTruthy()
  expect(within(screen.getAllByRole('article', { name: 'Ваш запрос' }).at(-1)!).getByText('Кот на крыше')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Создать' })).toBeNull()
  expect(field().value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(field()))
  expect(server.orders().map(({ body }) => body)).toEqual([
    expect.objectContaining({ conversationId: 1, prompt: 'Кот на крыше', model: 'flux-schnell' })
  ])
  expect(server.questions()).toEqual([])
  expect(server.orders()[0]?.headers.get('x-price-shown')).toBe('1')
})

test('the panel begins a chat with its first work', async () => {
  const server = orderServer()
  const { user } = await openChat('/chatgpt')
  await openCreate(user)
  await choose(user, 'Инструмент', /^Flux/)
  await write(user, field(), 'Маяк{Enter}')
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
  await write(user, field(), 'Маяк')
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

test('the panel says what is missing, and asks nothing', async () => {
  const server = orderServer([question, answer])
  const { user } = await openChat('/chatgpt?chat=1')
  await openCreate(user)
  await user.click(await submitIn())
  await waitFor(() => expect(toasts).toContain('error: Введите описание изображения'))
  expect(server.orders()).toEqual([])
})

test('Esc closes the panel and gives the focus back; a question is asked as before', async () => {
  const server = orderServer([question, answer])
  const { user } = await openChat('/chatgpt?chat=1')
  await openCreate(user)
  await user.click(within(await panel()).getByRole('radio', { name: 'Видео' }))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Создать' })).toBeNull())
  expect(document.activeElement).toBe(createButton())
  await write(user, field(), 'Как дела?')
  await user.click(sendButton())
  await waitFor(() => expect(server.questions()).toHaveLength(1))
})

test('the panel opens with what the home page hands over', async () => {
  orderServer()
  keepDraft('/', { owner: 'id-of-anna@example.ru', prompt: 'Парусник' })
  await openChat({ pathname: '/chatgpt', ...creatingNow({ prompt: 'Парусник' }) })
  await panel()
  expect(field().value).toBe('Парусник')
  // Until then they were kept there.
  await waitFor(() => expect(readDraft(draftKey('/', null))?.prompt ?? '').toBe(''))
})

/** A chat that has another beside it, and a server that answers an order when the test says so. */
async function orderHeld() {
  const held = Promise.withResolvers<null>()
  const server = orderServer([question, answer], () => held.promise, [conversationOf(2)])
  server.messages[2] = [messageOf(3, 'user', { content: 'Другой' })]
  const { user } = await openChat('/chatgpt?chat=1')
  await openCreate(user)
  await choose(user, 'Инструмент', /^Flux/)
  await write(user, field(), 'Кот на крыше')
  await user.click(await submitIn())
  await waitFor(() => expect(server.orders()).toHaveLength(1))
  return { user, accept: () => held.resolve(null) }
}

test('an order that is accepted while another chat is open leaves the panel of that chat and its words', async () => {
  const { user, accept } = await orderHeld()
  await user.click(await within(chatsColumn()).findByRole('link', { name: /^Чат 2/ }))
  await screen.findByText('Другой')
  await openCreate(user)
  await write(user, field(), 'Маяк')
  const column = chatsColumn()
  column.tabIndex = -1
  column.focus()
  accept()
  await waitFor(() => expect(readDraft(draftKey('/chatgpt', 1))?.prompt ?? '').toBe(''))
  expect([await panel().then(({ id }) => id), field().value]).toEqual(['create-panel', 'Маяк'])
  expect(document.activeElement).toBe(column)
})

test('words that are typed before an order is accepted are for the next work', async () => {
  const { user, accept } = await orderHeld()
  await user.clear(field())
  await write(user, field(), 'Собака')
  accept()
  await cards()
  expect([await panel().then(({ id }) => id), field().value]).toEqual(['create-panel', 'Собака'])
})

test('Enter on a kind of work orders nothing', async () => {
  const server = orderServer([question, answer])
  const { user } = await openChat('/chatgpt?chat=1')
  await openCreate(user)
  await write(user, field(), 'Кот на крыше')
  within(await panel())
    .getByRole('radio', { checked: true })
    .focus()
  await user.keyboard('{Enter}')
  await user.click(await submitIn())
  await cards()
  expect(server.orders()).toHaveLength(1)
})

test('a visitor is led to the registration, and the words stay', async () => {
  const { user, server } = await startChat('/chatgpt', { signedIn: false })
  await write(user, field(), 'Маяк')
  await openCreate(user)
  const signIn = within(await panel()).getByRole('link', { name: 'Войти' })
  expect(signIn.getAttribute('href')).toBe('/auth?return=%2Fchatgpt')
  await user.click(await submitIn())
  expect(server.calls().filter((call) => call.startsWith('POST'))).toEqual([])
  expect(field().value).toBe('Маяк')
  expect(JSON.parse(localStorage.getItem('kept:question') ?? '')).toMatchObject({ path: '/chatgpt', prompt: '' })
})

test('questions say that works may be proposed, until that is switched off for good', async () => {
  const server = orderServer([question, answer])
  const first = await openChat('/chatgpt?chat=1')
  await ask(first.user, 'Первый')
  await waitFor(() => expect(server.questions()).toHaveLength(1))
  await waitFor(() => expect(sendButton()).toBeTruthy())
  await openCreate(first.user)
  const label = 'Предлагать картинки, ролики и озвучку в ответах'
  await first.user.click(within(await panel()).getByRole('checkbox', { name: label, checked: true }))
  first.leave()
  const { user } = await openChat('/chatgpt?chat=1')
  await screen.findByText('Первый')
  await ask(user, 'Второй')
  await waitFor(() => expect(server.questions()).toHaveLength(2))
  expect(server.questions().map(({ body }) => (body as { proposes?: boolean }).proposes)).toEqual([true, undefined])
})
