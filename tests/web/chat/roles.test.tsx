// Who answers in a conversation that is about to begin.
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { queryClient } from '#web/src/base/http/query-client.ts'
import type { Role } from '#contract/roles.ts'
import { notify } from '#web/src/base/ui/notify.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { chatServer, conversationOf } from './chat-server.ts'
import { chooseFor, field, openChat, startChat } from './open-chat.tsx'
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

const own = { id: 3, name: 'Тренер', instruction: 'Коротко и по делу', model: null, created_at: 1 }

test('a role that is deleted can be brought back', async () => {
  const roles = [own]
  const { server, user } = await startChat('/chatgpt', {
    answers: {
      'GET /chat/roles': () => succeed({ roles }),
      'DELETE /chat/roles/3': () => {
        roles.pop()
        return succeed()
      },
      'POST /chat/roles': () => succeed({ role: { ...own, id: 4 } })
    }
  })
  await user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await user.click(await screen.findByRole('button', { name: 'Действия с ролью «Тренер»' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Удалить' }))
  await waitFor(() => expect(toasts).toEqual(['success: Роль удалена']))
  await waitFor(() => expect(screen.queryByText('Тренер')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Своя роль' })))
  vi.mocked(notify.success).mock.lastCall?.[1]?.onClick()
  const added = () => server.asked.find(({ method, path }) => method === 'POST' && path === '/chat/roles')
  await waitFor(() => expect(added()?.body).toEqual({ name: 'Тренер', instruction: 'Коротко и по делу', model: null }))
})

const isTold = () => screen.queryByText('Вы не сохранили эту роль в прошлый раз') !== null

test('a role that is being written is still there after the dialog was closed and after a reload, and leaves the focus in it when given up', async () => {
  let { user, leave } = await openClaude()
  const open = async () => user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await open()
  await user.click(await screen.findByRole('button', { name: 'Своя роль' }))
  const name = await screen.findByRole('textbox', { name: 'Название' })
  expect(document.activeElement).toBe(name)
  await user.type(name, 'Тренер{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Название' })).value).toBe('Тренер')
  expect(isTold()).toBe(false)
  leave()
  ;({ user, leave } = await openClaude())
  await open()
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Название' })).value).toBe('Тренер')
  expect(isTold()).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Своя роль' }))
  leave()
  ;({ user } = await openClaude())
  await open()
  await screen.findByRole('button', { name: 'Своя роль' })
})

const instruction = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Инструкция' })

test('what is written of an instruction stays when reading it again fails, and until it is saved or given up', async () => {
  let reads = 0
  let isAway = false
  const { user } = await startChat('/chatgpt', {
    conversations: [conversationOf(1)],
    answers: {
      'GET /chat/conversations/:id/instruction': () => {
        reads += 1
        return isAway ? refuse(404, { error: 'Нет', code: 'NOT_FOUND' }) : succeed({ role: null, instruction: '' })
      }
    }
  })
  await chooseFor(user, 'Чат 1', 'Инструкция чата')
  await user.type(await instruction(), 'Отвечай кратко')
  isAway = true
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await waitFor(() => expect([reads, queryClient.isFetching()]).toEqual([2, 0]))
  expect((await instruction()).value).toBe('Отвечай кратко')

  // And when the dialog is closed without saving.
  isAway = false
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseFor(user, 'Чат 1', 'Инструкция чата')
  expect((await instruction()).value).toBe('Отвечай кратко')
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await chooseFor(user, 'Чат 1', 'Инструкция чата')
  expect((await instruction()).value).toBe('')
})

test('what is written of a role while it is saved stays, and is saved as the same role', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { server, user } = await startChat('/chatgpt', {
    answers: {
      'GET /chat/roles': () => succeed({ roles: [] }),
      'POST /chat/roles': () => promise,
      'PUT /chat/roles/3': ({ body }: { body: unknown }) => succeed({ role: { ...own, ...(body as object) } })
    }
  })
  await user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await user.click(await screen.findByRole('button', { name: 'Своя роль' }))
  await write(user, await screen.findByRole('textbox', { name: 'Название' }), own.name)
  await write(user, await instruction(), own.instruction)
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await write(user, await instruction(), ', с примерами')
  resolve(succeed({ role: own }))
  await screen.findByRole('dialog', { name: 'Изменить роль' })
  expect((await instruction()).value).toBe('Коротко и по делу, с примерами')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await screen.findByRole('button', { name: 'Своя роль' })
  const sent = server.asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/chat/roles'))
  expect(sent.map(({ method, body }) => [method, (body as { instruction: string }).instruction])).toEqual([
    ['POST', 'Коротко и по делу'],
    ['PUT', 'Коротко и по делу, с примерами']
  ])
})

const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('kept:role'))

test('a role that is saved after its page was left, or reloaded, is no draft at the next visit', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const roles: Role[] = []
  const open = () =>
    startChat('/chatgpt', {
      answers: { 'GET /chat/roles': () => succeed({ roles }), 'POST /chat/roles': () => promise }
    })
  const { user, leave } = await open()
  await user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await user.click(await screen.findByRole('button', { name: 'Своя роль' }))
  await write(user, await name(), own.name)
  await write(user, await instruction(), own.instruction)
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  leave()
  const [key = ''] = kept()
  const sent = localStorage.getItem(key) ?? ''
  resolve(succeed({ role: own }))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  expect([key !== '', kept()]).toEqual([true, []])

  localStorage.setItem(key, sent)
  roles.push(own)
  const next = await open()
  await next.user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await screen.findByRole('button', { name: 'Действия с ролью «Тренер»' })
  expect([kept(), document.activeElement?.textContent]).toEqual([[], 'Своя роль'])
})

const name = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Название' })

test('a role that is given up while it is saved is another than the one that is begun then', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { server, user } = await startChat('/chatgpt', {
    answers: {
      'GET /chat/roles': () => succeed({ roles: [] }),
      'POST /chat/roles': () => promise,
      'PUT /chat/roles/3': () => promise
    }
  })
  const begin = async () => user.click(await screen.findByRole('button', { name: 'Своя роль' }))
  await user.click(await screen.findByRole('button', { name: 'Выбрать роль' }))
  await begin()
  await write(user, await name(), own.name)
  await write(user, await instruction(), own.instruction)
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  await user.click(screen.getByRole('button', { name: 'Отмена' }))
  await begin()
  await write(user, await name(), 'Редактор')
  resolve(succeed({ role: own }))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  await write(user, await instruction(), 'Правь ошибки')
  await user.click(screen.getByRole('button', { name: 'Сохранить' }))
  const saved = () => server.asked.filter(({ method, path }) => method !== 'GET' && path.startsWith('/chat/roles'))
  await waitFor(() => expect(saved()).toHaveLength(2))
  expect(saved()[1]).toMatchObject({ method: 'POST', body: { name: 'Редактор', instruction: 'Правь ошибки' } })
})

test('what is written of an instruction while it is saved stays', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const { user } = await startChat('/chatgpt', {
    conversations: [conversationOf(1)],
    answers: {
      'GET /chat/conversations/:id/instruction': () => succeed({ role: null, instruction: '' }),
      'PUT /chat/conversations/:id/instruction': () => promise
    }
  })
  await chooseFor(user, 'Чат 1', 'Инструкция чата')
  await write(user, await instruction(), 'Отвечай кратко')
  const save = screen.getByRole('button', { name: 'Сохранить' })
  await user.click(save)
  await write(user, await instruction(), ' и точно')
  resolve(succeed())
  await waitFor(() => expect(save.ariaBusy).toBeNull())
  expect((await instruction()).value).toBe('Отвечай кратко и точно')
})
