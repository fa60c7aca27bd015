// The user's memory in the chats: offers under answers, the note above the composer, the switch of a chat.
import { screen, waitFor, within } from '@testing-library/react'
import { onlineManager } from '@tanstack/react-query'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Memory } from '#contract/memory.ts'
import { type Asked, refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { conversationOf, messageOf } from './chat-server.ts'
import { startChat } from './open-chat.tsx'
import { write } from '../write.ts'

// Nothing else is to do at once.
beforeEach(() => void vi.stubGlobal('requestIdleCallback', (task: () => void) => setTimeout(task)))

const answerId = 'answer-with-an-offer'

/** A server whose memory is changed as the real one's. */
function memoryServer({ isOn = true, texts = [] as string[], settings = { works: null, memory: true } } = {}) {
  let lastId = 0
  const newLine = (text: string) => ({ id: (lastId += 1), text, createdAt: 1 })
  let memory: Memory = { isOn, lines: texts.map(newLine) }
  const become = (next: Memory) => succeed((memory = next))
  const lines = () => memory.lines
  const saved = [
    messageOf(1, 'user'),
    messageOf(2, 'assistant', { operation_id: answerId, memory_offer: 'Я вегетарианец' })
  ]
  return {
    conversations: [conversationOf(1)],
    answers: {
      'GET /memory': () => succeed(memory),
      'PUT /memory': ({ body }: Asked) => become({ ...memory, isOn: (body as Memory).isOn }),
      'POST /memory': ({ body }: Asked) =>
        become({ ...memory, lines: [...lines(), newLine((body as { text: string }).text)] }),
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, id) => [
          [`DELETE /memory/${id}`, () => become({ ...memory, lines: lines().filter((one) => one.id !== id) })],
          [
            `PUT /memory/${id}`,
            (asked: Asked) =>
              become({
                ...memory,
                lines: lines().map((one) =>
                  one.id === id ? { ...one, text: (asked.body as { text: string }).text } : one
                )
              })
          ]
        ]).flat()
      ),
      'DELETE /memory/all': () => become({ ...memory, lines: [] }),
      [`DELETE /memory/offers/${answerId}`]: () => succeed(),
      'GET /chat/conversations/:id/messages': () => succeed({ messages: saved, hasMore: false, settings }),
      'PUT /chat/conversations/:id/settings': ({ body }: Asked) => {
        Object.assign(settings, { memory: (body as { memory: boolean }).memory })
        return succeed({ settings })
      }
    },
    lines: () => lines().map(({ text }) => text)
  }
}

const open = async (memory = memoryServer()) => ({ memory, ...(await startChat('/chatgpt?chat=1', memory)) })

describe('an offer under an answer', () => {
  test('is remembered by a click, and can be taken back', async () => {
    const { memory, user } = await open(memoryServer({ texts: ['Живу в Казани'] }))
    await screen.findByText('Запомнить: «Я вегетарианец»?')
    await user.click(screen.getByRole('button', { name: 'Запомнить' }))
    await screen.findByText('Запомнено: «Я вегетарианец»')
    expect(memory.lines()).toEqual(['Живу в Казани', 'Я вегетарианец'])
    await screen.findByRole('button', { name: 'Память: 2 записи' })
    await user.click(screen.getByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(memory.lines()).toEqual(['Живу в Казани']))
    await waitFor(() => expect(screen.queryByText(/Запомн/)).toBeNull())
  })

  test('is changed before it is remembered, and goes with the answer that it belongs to', async () => {
    const { server, memory, user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Изменить' }))
    const field = screen.getByRole('textbox', { name: 'Запомнить' })
    expect(document.activeElement).toBe(field)
    await user.clear(field)
    await write(user, field, 'Я строгий  вегетарианец{Enter}')
    await screen.findByText('Запомнено: «Я строгий вегетарианец»')
    expect(memory.lines()).toEqual(['Я строгий вегетарианец'])
    expect(server.asked.find(({ method, path }) => method === 'POST' && path === '/memory')?.body).toEqual({
      text: 'Я строгий вегетарианец',
      offer: answerId
    })
  })

  test('is declined by a click, and stays when that fails', async () => {
    const memory = memoryServer()
    let times = 0
    const decline = () => ((times += 1) === 1 ? refuse(409, { error: 'Сервис недоступен' }) : succeed())
    Object.assign(memory.answers, { [`DELETE /memory/offers/${answerId}`]: decline })
    const { user } = await open(memory)
    await user.click(await screen.findByRole('button', { name: 'Не нужно' }))
    await waitFor(() => expect(toasts.at(-1)).toBe('error: Сервис недоступен'))
    screen.getByText('Запомнить: «Я вегетарианец»?')
    await user.click(screen.getByRole('button', { name: 'Не нужно' }))
    await waitFor(() => expect(screen.queryByText(/Запомнить/)).toBeNull())
    expect(memory.lines()).toEqual([])
  })

  test.each(['Не нужно', 'Отменить'])('leaves the focus at its answer after «%s»', async (last) => {
    const { user } = await open()
    if (last === 'Отменить') await user.click(await screen.findByRole('button', { name: 'Запомнить' }))
    await user.click(await screen.findByRole('button', { name: last }))
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector(`[data-answer="${answerId}"]`)))
    expect(screen.queryByRole('button', { name: last })).toBeNull()
  })

  test('that finds no room says so', async () => {
    const memory = memoryServer()
    Object.assign(memory.answers, {
      'POST /memory': () => refuse(409, { error: 'В памяти уже 50 записей', code: 'MEMORY_FULL' })
    })
    const { user } = await open(memory)
    await user.click(await screen.findByRole('button', { name: 'Запомнить' }))
    await waitFor(() => expect(toasts.at(-1)).toBe('error: В памяти уже 50 записей'))
    screen.getByText('Запомнить: «Я вегетарианец»?')
  })

  test('that cannot be reached says so at once, and nothing is kept later', async () => {
    const memory = memoryServer()
    const { 'GET /memory': read } = memory.answers
    memory.answers['GET /memory'] = () => (onlineManager.isOnline() ? read() : refuse(404, { error: 'Нет связи' }))
    const { user, server } = await open(memory)
    await screen.findByRole('button', { name: 'Память: пусто' })
    const button = await screen.findByRole('button', { name: 'Запомнить' })
    onlineManager.setOnline(false)
    onTestFinished(() => onlineManager.setOnline(true))
    await user.click(button)
    await waitFor(() => expect(toasts.at(-1)).toBe('error: Нет связи'))
    expect(server.calls()).not.toContain('POST /memory')
    expect(memory.lines()).toEqual([])
  })
})

describe('the note above the composer', () => {
  test('opens the list, which is changed, extended and emptied', async () => {
    const { memory, user } = await open(memoryServer({ texts: ['Я врач', 'Люблю море', 'Живу в Казани'] }))
    await user.click(await screen.findByRole('button', { name: 'Память: 3 записи' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Память' }))
    await user.click(await dialog.findByRole('button', { name: 'Изменить «Я врач»' }))
    await write(user, dialog.getByRole('textbox', { name: 'Запись' }), ' из Перми{Enter}')
    const edit = await dialog.findByRole('button', { name: 'Изменить «Я врач из Перми»' })
    expect(document.activeElement).toBe(edit)
    await user.click(dialog.getByRole('button', { name: 'Забыть «Люблю море»' }))
    await waitFor(() => expect(memory.lines()).toEqual(['Я врач из Перми', 'Живу в Казани']))
    await write(user, dialog.getByRole('textbox', { name: 'Новая запись' }), 'Учу немецкий{Enter}')
    await waitFor(() => expect(memory.lines()).toContain('Учу немецкий'))
    await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Новая запись' }).value).toBe(''))
    await user.click(dialog.getByRole('button', { name: 'Забыть всё…' }))
    await user.click(dialog.getByRole('button', { name: 'Отмена' }))
    expect(memory.lines()).toHaveLength(3)
    await user.click(dialog.getByRole('button', { name: 'Забыть всё…' }))
    await user.click(dialog.getByRole('button', { name: 'Забыть всё' }))
    await dialog.findByText(/^Пока пусто\./)
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Память: пусто' })
  })

  test('says that this chat is without it, which is switched in its menu and in the list', async () => {
    const { server, user } = await open(memoryServer({ texts: ['Я врач'] }))
    await screen.findByRole('button', { name: 'Память: 1 запись' })
    await user.click(screen.getByRole('button', { name: 'Действия с этим чатом' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Не использовать память в этом чате' }))
    await user.click(await screen.findByRole('button', { name: 'Память в этом чате выключена' }))
    const box = await screen.findByRole('checkbox', { name: 'Не использовать память в этом чате' })
    expect((box as HTMLInputElement).checked).toBe(true)
    await user.click(box)
    await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false))
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Память: 1 запись' })
    const sent = server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    expect(sent).toEqual([{ memory: false }, { memory: true }])
  })

  test('is not there while the memory is off; the menu opens it', async () => {
    const { user } = await open(memoryServer({ isOn: false, texts: ['Я врач'] }))
    await screen.findByText('Запомнить: «Я вегетарианец»?')
    expect(screen.queryByRole('button', { name: /^Память/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Действия с этим чатом' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Память…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Память' }))
    await dialog.findByText('Записи хранятся, но модели их не получают.')
    await user.click(dialog.getByRole('checkbox', { name: 'Помнить обо мне во всех чатах' }))
    await dialog.findByRole('textbox', { name: 'Новая запись' })
    await user.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Память: 1 запись' })
  })
})
