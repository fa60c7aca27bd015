import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Subscription } from '#contract/subscription.ts'
import { address, noPremium, openAccount, signedIn } from './account-page.tsx'
import { refuse, succeed } from './fake-api.ts'

const periodEnd = Date.UTC(2026, 11, 21, 12)
const active: Subscription = {
  ...noPremium,
  planId: 'premium',
  state: 'active',
  periodStart: Date.UTC(2026, 10, 21, 12),
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

const open = (subscription: Subscription, answers: Parameters<typeof signedIn>[0] = {}) => {
  const api = signedIn(
    {
      'GET /subscription': () => succeed({ subscription }),
      'GET /subscription/usage': () => succeed(usage),
      ...answers
    },
    'premium'
  )
  return { api, user: openAccount() }
}

const button = (name: string) => screen.findByRole('button', { name })

describe('the plan', () => {
  it('without Premium links to its purchase', async () => {
    signedIn()
    const user = await openAccount()
    await user.click(await screen.findByRole('link', { name: 'Подключить Premium' }))
    expect(address()).toBe('/token-purchase?plan=premium')
  })

  it('when active shows the next charge, its amount, and what was used', async () => {
    await open(active).user
    expect(await screen.findByText('Следующее списание: 21 декабря 2026 г., 990 ₽, карта *4444.')).toBeTruthy()
    expect(await screen.findByText('С 21 ноября 2026 г.: 22 запроса, без Premium — 120 токенов')).toBeTruthy()
    expect(screen.getAllByText(/^(ChatGPT|Flux)$/).map((one) => one.textContent)).toEqual(['ChatGPT', 'Flux'])
  })

  it('shows how much of today’s fair use is left', async () => {
    await open(active).user
    expect(await screen.findByText('Честное использование сегодня: 120 из 2 000 токенов')).toBeTruthy()
  })

  it('without a saved card says that it ends, and the user can pay for another month', async () => {
    await open({ ...active, renewsAt: null, paymentMethod: null }).user
    expect(await screen.findByText(/^Действует до 21 декабря 2026 г. и сам не продлится/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Продлить на месяц' }).getAttribute('href')).toBe(
      '/token-purchase?plan=premium'
    )
    expect(screen.queryByRole('button', { name: 'Отменить подписку' })).toBeNull()
  })

  it('after a declined charge says why, when it is retried, and how to pay now', async () => {
    const retryAt = Date.UTC(2026, 11, 23, 12)
    await open({ ...active, state: 'past-due', renewsAt: retryAt, declineReason: 'insufficient_funds' }).user
    expect(await screen.findByText(/На карте недостаточно денег\.$/)).toBeTruthy()
    expect(screen.getByText(/^Попробуем ещё раз 23 декабря 2026 г\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Оплатить сейчас' })).toBeTruthy()
  })

  it('shows an error when it cannot be read, and retries on request', async () => {
    let broken = true
    signedIn({
      'GET /subscription': () => (broken ? refuse(400, { error: 'Нет' }) : succeed({ subscription: active }))
    })
    const user = await openAccount()
    await screen.findByText('Не удалось загрузить данные о подписке')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByText('Подключён')).toBeTruthy()
  })
})

describe('Premium', () => {
  it('is cancelled after a confirmation that says until when it runs', async () => {
    let state = active
    const { api, user: opened } = open(active, {
      'GET /subscription': () => succeed({ subscription: state }),
      'DELETE /subscription': () => {
        state = cancelled
        return succeed({ subscription: state })
      }
    })
    const user = await opened
    await user.click(await button('Отменить подписку'))
    await screen.findByText(/^Premium будет работать до 21 декабря 2026 г., больше ничего не спишется\./)
    await user.click(await button('Не отменять'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.calls()).not.toContain('DELETE /subscription')
    await user.click(await button('Отменить подписку'))
    await user.click(await button('Отменить Premium'))
    expect(await screen.findByText('Действует до 21 декабря 2026 г., больше ничего не спишется.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is resumed at once after a cancellation', async () => {
    let state = cancelled
    const { api, user: opened } = open(cancelled, {
      'GET /subscription': () => succeed({ subscription: state }),
      'PUT /subscription': () => {
        state = active
        return succeed({ subscription: state, payment: null })
      }
    })
    const user = await opened
    await user.click(await button('Возобновить'))
    expect(await screen.findByText(/^Следующее списание/)).toBeTruthy()
    expect(api.asked.find(({ method }) => method === 'PUT')?.body).toEqual({ planId: 'premium' })
  })

  it('opens the purchase instead of resuming when the card was removed meanwhile', async () => {
    const payment = { id: 'payment-1', confirmation_token: 'ct-1', amount: 990, status: 'pending', widget_url: '' }
    const { user: opened } = open(cancelled, {
      'PUT /subscription': () => succeed({ subscription: cancelled, payment })
    })
    await (await opened).click(await button('Возобновить'))
    await waitFor(() => expect(address()).toBe('/token-purchase?plan=premium'))
  })

  it('removes its card after a confirmation, and stays unchanged when that fails', async () => {
    const { user: opened } = open(active, {
      'DELETE /subscription/payment-method': () =>
        refuse(503, { error: 'Сервис временно недоступен', code: 'UNAVAILABLE' })
    })
    const user = await opened
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
