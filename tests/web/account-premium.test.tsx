import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Subscription } from '#contract/subscription.ts'
import { noPremium, openAccount } from './account-page.tsx'
import { type Answers, refuse, refusedOnce, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'

const periodEnd = Date.UTC(2026, 11, 21, 11)
const active: Subscription = {
  ...noPremium,
  planId: 'premium',
  state: 'active',
  periodStart: Date.UTC(2026, 10, 21, 11),
  periodEnd,
  renewsAt: periodEnd,
  paymentMethod: { title: 'Карта *4444' }
}
const cancelled: Subscription = { ...active, state: 'cancelled', renewsAt: null }
const usage = {
  periodStart: active.periodStart,
  periodEnd,
  requests: 22,
  chargedTokens: 0,
  priceTokens: 120,
  byService: [
    { service: 'flux', requests: 2, priceTokens: 6 },
    { service: 'chatgpt', requests: 20, priceTokens: 114 }
  ],
  fairUse: { limitTokens: 2000, usedTokens: 120, resetsAt: periodEnd }
}

const open = (subscription: Subscription, answers: Answers = {}) =>
  openAccount(
    {
      'GET /subscription': () => succeed({ subscription }),
      'GET /subscription/usage': () => succeed(usage),
      ...answers
    },
    '',
    'premium'
  )

const button = (name: string) => screen.findByRole('button', { name })

const timeIs = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now })
beforeEach(() => void timeIs(Date.UTC(2026, 10, 25, 11)))
afterEach(() => void vi.useRealTimers())

describe('the plan', () => {
  it('without Premium links to its purchase', async () => {
    const { user } = await openAccount()
    await user.click(await screen.findByRole('link', { name: 'Подключить Premium' }))
    expect(address()).toBe('/token-purchase?plan=premium')
  })

  it('when active shows the next charge, its amount, what was used, and what is left of the fair use', async () => {
    await open(active)
    expect(await screen.findByText('Следующее списание: 21 декабря 2026 г., 990 ₽, карта *4444.')).toBeTruthy()
    expect(screen.getByText('За три дня до списания мы пришлём напоминание на почту.')).toBeTruthy()
    expect(await screen.findByText('С 21 ноября 2026 г.: 22 запроса, без Premium — 120 токенов')).toBeTruthy()
    expect(screen.getAllByText(/^(ChatGPT|Flux)$/).map((one) => one.textContent)).toEqual(['ChatGPT', 'Flux'])
    expect(await screen.findByText('Честное использование сегодня: 120 из 2 000 токенов')).toBeTruthy()
  })

  it('without a saved card says that it ends, and the user can pay for another month', async () => {
    await open({ ...active, renewsAt: null, paymentMethod: null })
    expect(await screen.findByText(/^Действует до 21 декабря 2026 г. и сам не продлится/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Продлить на месяц' }).getAttribute('href')).toBe(
      '/token-purchase?plan=premium'
    )
    expect(screen.queryByRole('button', { name: 'Отменить подписку' })).toBeNull()
  })

  it('after a declined charge says why, when it is retried, and how to pay now', async () => {
    const retryAt = Date.UTC(2026, 11, 23, 11)
    await open({ ...active, state: 'past-due', renewsAt: retryAt, declineReason: 'insufficient_funds' })
    expect(await screen.findByText(/На карте недостаточно денег\.$/)).toBeTruthy()
    expect(screen.getByText(/^Попробуем ещё раз 23 декабря 2026 г\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Оплатить сейчас' })).toBeTruthy()
  })

  it('that is charged no more names its last day, and says nothing twice of a decline without a reason', async () => {
    const endsAt = Date.UTC(2026, 11, 24, 12)
    await open({ ...active, state: 'past-due', renewsAt: null, endsAt, declineReason: 'general_decline' })
    expect(await screen.findByText(/другой картой до 24 декабря 2026.г\., иначе Premium отключится\.$/)).toBeTruthy()
    expect(await screen.findByText(/следующий не оплачен: 990.₽, карта \*4444\.$/)).toBeTruthy()
  })

  it('shows an error when it cannot be read, and retries on request', async () => {
    const { user } = await openAccount({
      'GET /subscription': refusedOnce(() => succeed({ subscription: active }))
    })
    await screen.findByText('Не удалось загрузить данные о подписке')
    // It may be running.
    expect(screen.queryByRole('link', { name: 'Подключить Premium' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByText('Подключён')).toBeTruthy()
  })
})

describe('Premium', () => {
  it('is cancelled after a confirmation that says until when it runs', async () => {
    let state = active
    const { calls, user } = await open(active, {
      'GET /subscription': () => succeed({ subscription: state }),
      'DELETE /subscription': () => {
        state = cancelled
        return succeed({ subscription: state })
      }
    })
    await user.click(await button('Отменить подписку'))
    await screen.findByText(/^Premium будет работать до 21 декабря 2026 г., больше ничего не спишется\./)
    await user.click(await button('Не отменять'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls()).not.toContain('DELETE /subscription')
    await user.click(await button('Отменить подписку'))
    await user.click(await button('Отменить Premium'))
    expect(await screen.findByText('Действует до 21 декабря 2026 г., больше ничего не спишется.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('promises no reminder that was sent, and while the next month is charged says that it would end at once', async () => {
    // By the server's clock; that of the device is days behind.
    const prices = { now: periodEnd + 60_000, changes: [], models: [] }
    const { user } = await open(active, { 'GET /prices': () => succeed(prices) })
    await screen.findByText(/^Следующее списание: 21 декабря/)
    await waitFor(() => expect(screen.queryByText(/пришлём напоминание/)).toBeNull())
    await user.click(await button('Отменить подписку'))
    expect(await screen.findByText(/^Premium отключится сразу, больше ничего не спишется\./)).toBeTruthy()
  })

  it('opens the purchase instead of resuming when the card was removed meanwhile', async () => {
    const payment = { id: 'payment-1', confirmation_token: 'ct-1', amount: 990, status: 'pending', widget_url: '' }
    const { user } = await open(cancelled, {
      'PUT /subscription': () => succeed({ subscription: cancelled, payment })
    })
    await user.click(await button('Возобновить'))
    await waitFor(() => expect(address()).toBe('/token-purchase?plan=premium'))
  })

  it('removes its card after a confirmation, and stays unchanged when that fails', async () => {
    const { user } = await open(active, {
      'DELETE /subscription/payment-method': () =>
        refuse(503, { error: 'Сервис временно недоступен', code: 'UNAVAILABLE' })
    })
    await user.click(await button('Отвязать карту'))
    expect(screen.getByRole('dialog', { name: 'Отвязать карту?' }).textContent).toContain(
      'Карта *4444: мы сразу её забудем и больше никогда с неё не спишем.'
    )
    await user.click(await button('Отвязать'))
    await waitFor(() => expect(screen.getByRole('dialog')).toBeTruthy())
    await user.click(await button('Оставить карту'))
    expect(screen.getByText(/^Следующее списание/)).toBeTruthy()
  })
})
