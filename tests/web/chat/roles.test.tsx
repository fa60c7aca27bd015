// Who answers in a conversation that is about to begin.
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { succeed } from '../fake-api.ts'
import { chatServer, conversationOf } from './chat-server.ts'
import { field, openChat } from './open-chat.tsx'
import { write } from '../write.ts'

const openClaude = async () => {
  const server = chatServer({
    answers: {
      'GET /chat/roles': () => succeed({ roles: [] }),
      'POST /chat/conversations': () =>
        succeed({ conversation: conversationOf(1, { service: 'claude', role: 'Редактор' }) })
    }
  })
  const page = await openChat('/claude')
  await waitFor(() => expect(screen.queryByText(/^За регистрацию дарим/)).toBeNull())
  return { server, ...page }
}

test('a ready role survives a reload, goes with the first question, and is taken away', async () => {
  const first = await openClaude()
  await first.user.click(screen.getByRole('button', { name: 'Выбрать роль' }))
  const roles = await screen.findByRole('dialog', { name: 'Кто будет отвечать' })
  await first.user.click(within(roles).getByRole('button', { name: /^Редактор/ }))
  await screen.findByRole('button', { name: 'Роль: Редактор' })
  first.leave()

  const { server, user } = await openClaude()
  await screen.findByRole('button', { name: 'Роль: Редактор' })
  await user.click(screen.getByRole('button', { name: 'Без роли' }))
  await user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await user.click(await screen.findByRole('button', { name: /^Редактор/ }))
  await write(user, field(), 'Проверь текст{Enter}')
  await screen.findByText('готов', { selector: 'strong' })
  const created = server.asked.find(({ method, path }) => method === 'POST' && path === '/chat/conversations')
  expect(created?.body).toMatchObject({ role: { name: 'Редактор', instruction: expect.stringMatching(/./) } })
  await screen.findByText('Отвечает в роли «Редактор»')
})
