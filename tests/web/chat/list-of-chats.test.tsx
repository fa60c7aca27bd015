// The list of the chats of all services, beside the page and as a drawer.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, chatsColumn, startChat } from './open-chat.tsx'

const ofAll = () => [
  conversationOf(4),
  conversationOf(3, { service: 'claude', model: 'claude-3-sonnet' }),
  conversationOf(2, { service: 'xai', model: 'grok-2' }),
  conversationOf(1)
]

const rows = () => within(chatsColumn()).findAllByRole('link', { name: /^Чат \d/ })
const checked = () =>
  within(chatsColumn())
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter((box) => box.checked)
    .map((box) => box.getAttribute('aria-label'))

test('holds the chats of all services, and stays when one of another service is opened', async () => {
  const { server, user } = await startChat('/chatgpt', {
    conversations: ofAll(),
    messages: { 3: [messageOf(1, 'user', { content: 'Вопрос к Claude' })] }
  })
  const [, ofClaude] = await rows()
  expect((await rows()).map((row) => /(?:ChatGPT|Claude|xAI)/.exec(row.textContent ?? '')?.[0])).toEqual([
    'ChatGPT',
    'Claude',
    'xAI',
    'ChatGPT'
  ])
  const lists = () => server.calls().filter((call) => call.startsWith('GET /chat/conversations?'))
  expect(lists().filter((call) => call.includes('service='))).toEqual([])
  await user.click(ofClaude!)
  await screen.findByText('Вопрос к Claude')
  expect(address()).toBe('/claude?chat=3')
  expect(ofClaude?.isConnected).toBe(true)
  expect(ofClaude?.getAttribute('aria-current')).toBe('page')
})

test('is narrowed to the service of the page', async () => {
  const { server, user } = await startChat('/claude', { conversations: ofAll() })
  await rows()
  await user.click(within(chatsColumn()).getByRole('button', { name: 'Claude' }))
  await waitFor(() => expect(server.calls().at(-1)).toContain('service=claude'))
})

test('a name is written in its place: Escape leaves the old one, and so does a refusal', async () => {
  const { server, user } = await startChat('/chatgpt', {
    conversations: ofAll(),
    answers: { 'PUT /chat/conversations/:id': () => refuse(400, { error: 'Слишком длинное название' }) }
  })
  const [row] = await rows()
  row?.focus()
  await user.keyboard('{F2}')
  const field = await screen.findByRole('textbox', { name: 'Новое название чата «Чат 4»' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('Другое{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Чат 4/))
  expect(server.asked.some(({ method }) => method === 'PUT')).toBe(false)
  await user.dblClick((await rows())[0]!)
  await screen.findByRole('textbox', { name: 'Новое название чата «Чат 4»' })
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Новое название/))
  await user.keyboard('Другое{Enter}')
  await waitFor(() => expect(toasts).toEqual(['error: Слишком длинное название']))
  await within(chatsColumn()).findByText('Чат 4')
})

const backgroundsOf = (name: string) =>
  within(chatsColumn())
    .getByRole('checkbox', { name })
    .closest('li')
    ?.className.match(/\S*bg-\S+/g)

test('several are chosen with Shift and deleted; what could not be deleted stays chosen', async () => {
  const refusals = [refuse(403, { error: 'Нет' })]
  const { server, user } = await startChat('/claude?chat=3', {
    conversations: ofAll(),
    running: [2],
    messages: { 3: [messageOf(1, 'user')] },
    answers: {
      'POST /chat/conversations/deletions': () => refusals.pop() ?? succeed()
    }
  })
  await rows()
  await user.click(within(chatsColumn()).getByRole('button', { name: 'Выбрать несколько' }))
  await user.click(within(chatsColumn()).getByRole('checkbox', { name: 'Чат 4' }))
  await user.keyboard('{Shift>}')
  await user.click(within(chatsColumn()).getByRole('checkbox', { name: 'Чат 2' }))
  await user.keyboard('{/Shift}')
  expect(checked()).toEqual(['Чат 4', 'Чат 3', 'Чат 2'])
  // The open one looks as the others, under the pointer too.
  expect([backgroundsOf('Чат 3'), backgroundsOf('Чат 2')]).toEqual([['bg-accent-soft'], ['bg-accent-soft']])
  await user.click(within(chatsColumn()).getByRole('button', { name: 'Удалить 3 чата' }))
  const question = await screen.findByRole('dialog', { name: 'Удалить 3 чата?' })
  within(question).getByText(/^Ответы, которые в них ещё пишутся, остановятся/)
  const confirm = within(question).getByRole('button', { name: 'Удалить 3 чата' })
  await user.click(confirm)
  await waitFor(() => expect(toasts).toEqual(['error: Ошибка при удалении чатов. Нет']))
  expect(address()).toBe('/claude?chat=3')
  await user.click(confirm)
  await waitFor(() => expect(toasts.at(-1)).toBe('success: Удалено: 3 чата'))
  expect(server.asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual(
    [1, 2].map(() => ({ ids: [4, 3, 2] }))
  )
  // The page has left the chat that it showed.
  await waitFor(() => expect(address()).toBe('/claude'))
  await user.click(within(chatsColumn()).getByRole('button', { name: 'Выбрать несколько' }))
  await user.click(within(chatsColumn()).getByRole('checkbox', { name: 'Чат 1' }))
  await user.keyboard('{Escape}')
  expect(within(chatsColumn()).queryAllByRole('checkbox')).toEqual([])
})

test('opens as a drawer, whose menus stand in it, and goes away when a chat is picked', async () => {
  const { user } = await startChat('/claude', { conversations: ofAll() })
  await user.click(screen.getByRole('button', { name: 'Чаты' }))
  const drawer = await screen.findByRole('dialog', { name: 'Чаты' })
  await user.click(await within(drawer).findByRole('button', { name: 'Действия с чатом «Чат 2»' }))
  await user.click(await within(drawer).findByRole('menuitem', { name: 'Переименовать' }))
  const field = await within(drawer).findByRole('textbox', { name: /^Новое название/ })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('{Escape}')
  await user.click(await within(drawer).findByRole('link', { name: /^Чат 2/ }))
  await waitFor(() => expect(address()).toBe('/xai?chat=2'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('is folded away, and this browser remembers that', async () => {
  const { user } = await startChat('/chatgpt', { conversations: ofAll() })
  await user.click(within(chatsColumn()).getByRole('button', { name: 'Скрыть список чатов' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Показать список чатов' }))
  expect([document.documentElement.dataset.chatsPanel, localStorage.getItem('chats-panel')]).toEqual([
    'closed',
    'closed'
  ])
  await user.click(screen.getByRole('button', { name: 'Показать список чатов' }))
  expect([document.documentElement.dataset.chatsPanel, localStorage.getItem('chats-panel')]).toEqual([undefined, null])
})

test('the rest of an archive that cannot be read is told of', async () => {
  const empty = { items: [], total: 0, running: [] }
  const { user } = await startChat('/chatgpt', {
    answers: {
      'GET /chat/conversations': ({ path }) => {
        const query = new URLSearchParams(path.split('?')[1])
        if (query.get('section') !== 'archive')
          return succeed({ ...empty, above: { pinned: [], folders: [], archived: 2 } })
        const isFirst = (query.get('offset') ?? '0') === '0'
        return isFirst ? succeed({ ...empty, items: [conversationOf(1, { archived_at: 5 })], total: 2 }) : refuse(404)
      }
    }
  })
  await user.click(await within(chatsColumn()).findByRole('button', { name: /^Архив/ }))
  await user.click(await within(chatsColumn()).findByRole('button', { name: 'Показать ещё' }))
  await waitFor(() => expect(toasts).toEqual(['error: Ошибка при загрузке чатов']))
  // Where all chosen chats are in the archive, a folder would change nothing that is seen.
  await user.click(within(chatsColumn()).getByRole('button', { name: 'Выбрать несколько' }))
  await user.click(within(chatsColumn()).getByRole('checkbox', { name: 'Чат 1' }))
  expect(within(chatsColumn()).getByRole('button', { name: 'В папку…' }).ariaDisabled).toBe('true')
  within(chatsColumn()).getByRole('button', { name: 'Вернуть из архива' })
})
