// The search in all chats.
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FoundConversation } from '#contract/search.ts'
import { refuse, succeed } from '../fake-api.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { address, startChat } from './open-chat.tsx'

const found: FoundConversation = {
  conversation: conversationOf(2, { service: 'claude', model: 'claude-3-sonnet', title: 'Про ежей' }),
  titleRanges: [[4, 8]],
  messages: [
    { id: 5, role: 'user', created_at: 1_795_000_000_000, text: 'Где зимует ёжик?', ranges: [[11, 15]] },
    { id: 3, role: 'assistant', created_at: 1_795_000_000_000, text: 'Ёжик спит', ranges: [[0, 4]] }
  ]
}
const items = (...all: FoundConversation[]) => succeed({ items: all, next: null, indexing: false })

async function openSearch(answer: () => Response, words: string) {
  const { server, user } = await startChat('/chatgpt?chat=1', {
    conversations: [conversationOf(1), found.conversation],
    messages: { 2: [messageOf(3, 'user'), messageOf(5, 'user', { content: 'Где зимует ёжик?' })] },
    answers: { 'GET /chat/search': answer }
  })
  await waitFor(() => expect(screen.queryByText('Необходимо войти в систему')).toBeNull())
  await user.click((await screen.findAllByRole('button', { name: 'Поиск по чатам' }))[0]!)
  const field = await screen.findByRole('combobox', { name: 'Что найти' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  // At once: a pause between two letters would be a search for the first of them.
  fireEvent.change(field, { target: { value: words } })
  return { server, user }
}

test('a search that fails says so and can be repeated', async () => {
  let isBroken = true
  const answer = () => (isBroken ? refuse(500, { error: 'Сбой', code: 'INTERNAL' }) : items())
  const { user } = await openSearch(answer, 'слово')
  await within(await screen.findByRole('alert')).findByText('Не удалось загрузить результаты поиска')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByText('Ничего не найдено')
})

test('what is found is marked, and its message is opened on the page of its chat', async () => {
  const { user, server } = await openSearch(() => items(found), 'еж')
  const list = await screen.findByRole('listbox', { name: 'Найденные чаты' })
  expect(within(list).getAllByRole('option')).toHaveLength(3)
  expect([...list.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['ежей', 'ёжик', 'Ёжик'])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(address()).toMatch(/^\/claude\?chat=2/))
  const message = await screen.findByText('Где зимует ёжик?')
  await waitFor(() => expect(message.closest<HTMLElement>('article')!.dataset['found']).toBe(''))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.calls().filter((call) => call.startsWith('GET /chat/search'))).toHaveLength(1)
})
