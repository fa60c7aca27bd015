// An order that begins a chat and is sent again: after a refusal, from a panel that was opened anew, without storage.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { deleteConversation } from '#contract/chats.ts'
import { call } from '#web/src/base/session/client.ts'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { address, field, openChat } from './open-chat.tsx'
import { answer, cards, choose, openCreate, orderServer, question, submitIn } from './works-server.ts'
import { write } from '../write.ts'

const begin = 'POST /chat/conversations'
const takeBack = 'DELETE /chat/conversations/1?if=empty'
const wait = () => refuse(429, { code: 'RATE_LIMITED', error: 'Слишком часто' })
const gone = () => refuse(404, { code: 'NOT_FOUND', error: 'Не найдено' })
const unsent = () => refuse(503, { code: 'JOB_NOT_SUBMITTED', error: 'Не удалось' })

/** Answers the orders one after another; those that follow are accepted. */
const inTurn = (...answers: (() => Response)[]) => {
  const server = orderServer([], () => answers.shift()?.() ?? null)
  const created = () => server.calls().filter((one) => one === begin).length
  const keys = () => server.orders().map(({ headers }) => headers.get('idempotency-key'))
  return { ...server, created, keys }
}

async function typeOrder(user: UserEvent, words: string) {
  await openCreate(user)
  await choose(user, 'Инструмент', /^Flux/)
  await write(user, field(), words)
}

/** Sends and waits until the refusal is told. */
async function sendInVain(user: UserEvent) {
  await user.click(await submitIn())
  await waitFor(() => expect(toasts.some((toast) => toast.startsWith('error: '))).toBe(true))
  await waitFor(async () => expect((await submitIn()).hasAttribute('disabled')).toBe(false))
}

test('an order that is told to wait keeps its chat and its id', async () => {
  const server = inTurn(wait)
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await sendInVain(user)
  await user.click(await submitIn())
  await cards()
  expect(server.calls()).not.toContain(takeBack)
  expect(server.created()).toBe(1)
  const [first, second] = server.keys()
  expect(second).toBe(first)
})

test('an order whose chat was deleted meanwhile gets another chat', async () => {
  const server = inTurn(wait, gone)
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await sendInVain(user)
  await call(deleteConversation, { id: 1 })
  await user.click(await submitIn())
  await cards()
  expect(server.created()).toBe(2)
  expect(new Set(server.keys()).size).toBe(1)
  expect(toasts.filter((toast) => toast.startsWith('error: '))).toHaveLength(1)
})

test('an order that names a file which is gone is refused, and its chat is taken back', async () => {
  const server = inTurn(gone)
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await sendInVain(user)
  expect(server.created()).toBe(1)
  expect(server.calls()).toContain(takeBack)
})

test('another order does not stand in the chat of one that was not accepted', async () => {
  const server = inTurn(unsent)
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await sendInVain(user)
  await user.clear(field())
  await write(user, field(), 'Парусник')
  await user.click(await submitIn())
  await cards()
  const changes = server.calls().filter((one) => one === begin || one === takeBack)
  expect(changes).toEqual([begin, takeBack, begin])
  const titles = server.asked.filter(({ method, path }) => `${method} ${path}` === begin).map(({ body }) => body)
  expect(titles).toEqual([expect.objectContaining({ title: 'Маяк' }), expect.objectContaining({ title: 'Парусник' })])
})

/** Locks of one name wait for each other, as over all tabs of a browser. */
function lockTabs() {
  let last: Promise<unknown> = Promise.resolve()
  const request = <Result,>(_: string, task: () => Promise<Result>): Promise<Result> => {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
}

test('an order that is sent once more from a panel opened anew begins one chat', async () => {
  lockTabs()
  const server = inTurn()
  const held = Promise.withResolvers<void>()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const response = await fetch(url, init)
    if (init?.method === 'POST' && url.endsWith('/chat/conversations')) await held.promise
    return response
  })
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await user.click(await submitIn())
  await waitFor(() => expect(server.created()).toBe(1))
  await user.click(screen.getByRole('button', { name: 'Создать', expanded: true }))
  await openCreate(user)
  fireEvent.click(await submitIn())
  held.resolve()
  await cards()
  await waitFor(() => expect(server.orders()).toHaveLength(2))
  expect(server.created()).toBe(1)
  expect(new Set(server.keys()).size).toBe(1)
  expect(server.orders().map(({ body }) => body)).toEqual([
    expect.objectContaining({ conversationId: 1 }),
    expect.objectContaining({ conversationId: 1 })
  ])
  await waitFor(() => expect(address()).toBe('/chatgpt?chat=1'))
  expect(toasts.filter((toast) => toast === 'success: Новый чат создан')).toHaveLength(1)
})

test('the same order in the next new chat is another one', async () => {
  const server = inTurn()
  const first = await openChat('/chatgpt')
  await typeOrder(first.user, 'Маяк')
  await first.user.click(await submitIn())
  await cards()
  first.leave()
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await user.click(await submitIn())
  await waitFor(() => expect(server.orders()).toHaveLength(2))
  await cards()
  expect(server.created()).toBe(2)
  expect(new Set(server.keys()).size).toBe(2)
})

test('a browser without storage sends an order again under its id', async () => {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith('studio-draft:order')) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  const server = inTurn(wait)
  const { user } = await openChat('/chatgpt')
  await typeOrder(user, 'Маяк')
  await sendInVain(user)
  await user.click(await submitIn())
  await cards()
  expect(server.created()).toBe(1)
  expect(new Set(server.keys()).size).toBe(1)
})

test('an order in a chat that is open is told', async () => {
  orderServer([question, answer])
  const { user } = await openChat('/chatgpt?chat=1')
  await typeOrder(user, 'Маяк')
  await user.click(await submitIn())
  await cards()
  expect(toasts).toEqual(['info: Создаю изображение...'])
})
