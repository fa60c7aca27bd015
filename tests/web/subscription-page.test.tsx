import { screen, waitFor, within } from '@testing-library/react'
import type { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { address, card, openAccount as open, signedIn } from './account-page.tsx'
import { accountOf, fakeApi, refuse, succeed } from './fake-api.ts'
import { historyOf, usageRecord } from './usage-record.ts'

const showHistory = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(await screen.findByRole('tab', { name: 'История токенов' }))

describe('the subscription page', () => {
  it('asks a visitor to sign in, and sends no request', async () => {
    const { calls } = fakeApi({})
    await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Необходима авторизация')
    expect(screen.getByText('Войдите в систему для просмотра подписки')).toBeTruthy()
    expect(calls()).toEqual([])
  })

  it('shows balance, usage, date of registration, and a link to the shop', async () => {
    signedIn({ 'GET /ai/usage': () => succeed(historyOf([])) })
    const user = await open()
    await screen.findByText('Доступно токенов')
    await waitFor(() => expect(card('Доступно токенов').getByText('1 234')).toBeTruthy())
    expect(card('Использовано токенов').getByText('3')).toBeTruthy()
    expect(card('Дата регистрации').getByText(/^18 ноября 2026/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Купить токены' }))
    expect(address()).toBe('/token-purchase')
  })

  it('lists the operations, and each row links to its conversation', async () => {
    const usage = [usageRecord, { ...usageRecord, id: '2', service: 'bonus', action: 'Подарок', cost_in_tokens: -10 }]
    signedIn({ 'GET /ai/usage': () => succeed(historyOf(usage)) })
    const user = await open()
    await showHistory(user)
    expect(screen.getByText('Последние 50 операций')).toBeTruthy()
    const rows = await within(screen.getByRole('tabpanel')).findAllByRole('listitem')
    expect(rows).toHaveLength(2)
    expect(within(rows[1] ?? document.body).queryByRole('link')).toBeNull()
    await user.click(within(rows[0] ?? document.body).getByRole('link'))
    expect(address()).toBe('/claude?open=1&model=claude-3-sonnet&ts=1795000000000&operation=operation-1')
  })

  it('says when there are no operations yet', async () => {
    signedIn({ 'GET /ai/usage': () => succeed(historyOf([])) })
    const user = await open()
    await showHistory(user)
    expect(await screen.findByText('Пока нет активности')).toBeTruthy()
  })

  it('shows no balance and an empty history when loading fails, and the user can retry', async () => {
    let broken = true
    signedIn({
      'GET /user/tokens': () => (broken ? refuse(400, { error: 'Нет' }) : succeed(accountOf(7))),
      'GET /ai/usage': () => (broken ? refuse(400, { error: 'Нет' }) : succeed(historyOf([usageRecord])))
    })
    const user = await open()
    await screen.findByText('Не удалось загрузить баланс')
    expect(screen.queryByText('Доступно токенов')).toBeNull()
    expect(screen.queryByText('0')).toBeNull()
    await showHistory(user)
    await screen.findByText('Не удалось загрузить историю')
    expect(screen.getByText('Пока нет активности')).toBeTruthy()
    broken = false
    for (const button of screen.getAllByRole('button', { name: 'Повторить' })) await user.click(button)
    expect(await screen.findByText('Ответ в чате')).toBeTruthy()
    expect(card('Доступно токенов').getByText('7')).toBeTruthy()
  })
})
