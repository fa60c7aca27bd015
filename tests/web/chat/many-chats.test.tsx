// Many chats are chosen and changed by few calls.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Asked, refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf } from './chat-server.ts'
import { chatsColumn, startChat } from './open-chat.tsx'
import { orderServer } from './order-server.ts'

test('of many chats, those that were deleted before a failure are gone, and the others stay chosen', async () => {
  const served = orderServer(
    Array.from({ length: 60 }, (_, index) => conversationOf(60 - index, { folder_id: 1 })),
    ['Работа']
  )
  const remove = served['POST /chat/conversations/deletions']
  const refusals = [refuse(429, { code: 'RATE_LIMITED', error: 'Много' })]
  const answers = {
    ...served,
    'POST /chat/conversations/deletions': (asked: Asked) =>
      (asked.body as { ids: number[] }).ids.length === 50 ? remove(asked) : (refusals.pop() ?? remove(asked))
  }
  const { user } = await startChat('/gpt5', { answers })
  const press = async (role: string, name: string | RegExp) => user.click(await screen.findByRole(role, { name }))
  await press('button', 'Действия с папкой «Работа»')
  await press('menuitem', 'Выбрать все чаты')
  await screen.findByText('Выбрано: 60')
  for (const [name, said] of [
    ['Удалить 60 чатов', 'error: Удалено: 50 чатов. Ещё 10 чатов удалить не удалось. Много'],
    ['Удалить 10 чатов', 'success: Удалено: 10 чатов']
  ] as const) {
    await press('button', name)
    await user.click(within(await screen.findByRole('dialog', { name: `${name}?` })).getByRole('button', { name }))
    await waitFor(() => expect(toasts.at(-1)).toBe(said))
  }
  await within(chatsColumn()).findByRole('button', { name: /^Работа.*чатов: 0$/ })
})
