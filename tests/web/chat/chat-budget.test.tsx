// The tokens that a chat may spend on proposed works without a question: the dialog of its menu.
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ChatSettings } from '#contract/chat-settings.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { messageOf } from './chat-server.ts'
import { startChat } from './open-chat.tsx'

/** A chat whose limit is kept as the server keeps it. */
async function openBudget(works: ChatSettings['works'], refusal?: Response) {
  let settings: ChatSettings = { works, memory: true }
  const chat = await startChat('/chatgpt?chat=1', {
    plan: 'paid',
    saved: [
      messageOf(1, 'user', { operation_id: 'first' }),
      messageOf(2, 'assistant', {
        operation_id: 'first',
        parent_id: 1,
        proposals: [{ kind: 'picture', prompt: 'Кот' }]
      })
    ],
    settings: () => settings,
    answers: {
      'GET /chat/conversations/:id/settings': () => succeed({ settings }),
      'PUT /chat/conversations/:id/settings': ({ body }) => {
        if (refusal) return refusal
        const { worksTokens } = body as { worksTokens: number | null }
        settings = { ...settings, works: worksTokens === null ? null : { limitTokens: worksTokens, spentTokens: 0 } }
        return succeed({ settings })
      }
    }
  })
  await screen.findByRole('list', { name: 'Предложения модели' })
  return { ...chat, changes: () => chat.server.asked.filter(({ method }) => method === 'PUT').map(({ body }) => body) }
}

const dialog = () => screen.findByRole('dialog', { name: 'Создавать без вопроса' })
const fieldIn = async () => within(await dialog()).findByRole<HTMLInputElement>('textbox')

async function openByMenu(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'Действия с этим чатом' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Создавать без вопроса…' }))
  return fieldIn()
}

test('a limit is set from the menu, and the proposals tell what is spent of it', async () => {
  const { user, changes } = await openBudget(null)
  const field = await openByMenu(user)
  expect(field.value).toBe('')
  expect(within(await dialog()).queryByRole('button', { name: 'Всегда спрашивать' })).toBeNull()
  await user.type(field, '1 000{Enter}')
  expect(await screen.findByText('Без вопроса потрачено 0 из 1 000')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(changes()).toEqual([{ worksTokens: 1000 }])
  expect(toasts).toContain('success: Без вопроса: до 1\u00a0000 токенов')
})

test('what is no number of tokens changes nothing', async () => {
  const { user, changes } = await openBudget(null)
  const field = await openByMenu(user)
  for (const [typed, text] of [
    ['', 'Укажите число токенов'],
    ['сто', 'Укажите число токенов'],
    ['0', 'Укажите не меньше одного токена'],
    ['1.5', 'Укажите целое число токенов'],
    ['1000001', 'Это слишком много']
  ] as const) {
    await user.clear(field)
    await user.type(field, `${typed}{Enter}`)
    expect((await within(await dialog()).findByRole('alert')).textContent).toBe(text)
  }
  expect(changes()).toEqual([])
})

test('a limit is shown beside what is spent of it, and switched off', async () => {
  const { user, changes } = await openBudget({ limitTokens: 100, spentTokens: 12 })
  await user.click(await screen.findByRole('button', { name: 'Изменить лимит' }))
  expect((await fieldIn()).value).toBe('100')
  expect(within(await dialog()).getByText('Потрачено 12 из 100 токенов')).toBeTruthy()
  await user.click(within(await dialog()).getByRole('button', { name: 'Всегда спрашивать' }))
  expect(await screen.findByRole('button', { name: 'Создавать без вопроса' })).toBeTruthy()
  expect(changes()).toEqual([{ worksTokens: null }])
})

test('a refused change stays in the dialog', async () => {
  const { user } = await openBudget(null, refuse(503, { code: 'UNAVAILABLE', error: 'Не сейчас' }))
  await user.type(await openByMenu(user), '50{Enter}')
  await waitFor(() => expect(toasts).toContain('error: Не сейчас'))
  expect((await fieldIn()).value).toBe('50')
})
