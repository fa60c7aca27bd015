import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { address, openAccount, panel, signedIn } from './account-page.tsx'
import { refuse, succeed } from './fake-api.ts'

const paymentOf = (id: string, more: Partial<Payment> = {}): Payment => ({
  id,
  tokens_amount: 550,
  amount_rub: 500,
  package_id: 'tokens-500',
  status: 'completed',
  created_at: 1_795_000_000_000,
  completed_at: 1_795_000_060_000,
  confirmation_token: null,
  decline_reason: null,
  receipt: 'sent',
  refunded_rub: 0,
  refunded_tokens: 0,
  ...more
})

const page = (payments: Payment[], hasMore = false) => succeed({ payments, hasMore })
const open = () => openAccount('/subscription?tab=payments')

describe('the list of payments', () => {
  it('shows status, receipt and amount; the user can continue a pending payment', async () => {
    signedIn({
      'GET /tokens/payments?limit=20': () =>
        page([
          paymentOf('payment-2', { status: 'pending', receipt: null, completed_at: null, confirmation_token: 'ct-1' }),
          paymentOf('payment-1')
        ])
    })
    const user = await open()
    const [waiting, paid] = await panel().findAllByRole('listitem')
    expect(paid?.textContent).toMatch(/Завершен.*Чек отправлен на почту.*500\s₽550 токенов/)
    expect(within(paid ?? document.body).queryByRole('link')).toBeNull()
    await user.click(within(waiting ?? document.body).getByRole('link', { name: 'Продолжить оплату' }))
    expect(address()).toBe('/token-purchase?package=tokens-500&pay=payment-2')
  })

  it('loads older payments page by page, and the user can retry a page that failed', async () => {
    let broken = true
    signedIn({
      'GET /tokens/payments?limit=20': () => page([paymentOf('payment-2')], true),
      'GET /tokens/payments?limit=20&before=payment-2': () =>
        broken ? refuse(400, { error: 'Нет' }) : page([paymentOf('payment-1')])
    })
    const user = await open()
    await user.click(await screen.findByRole('button', { name: 'Показать ещё' }))
    await screen.findByText('Не удалось загрузить более ранние платежи')
    broken = false
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByText('Номер платежа: payment-1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it('links to the shop when there are no payments', async () => {
    signedIn({ 'GET /tokens/payments?limit=20': () => page([]) })
    await open()
    expect(await screen.findByText('Покупок пока не было')).toBeTruthy()
  })

  it('shows an error when it cannot be read', async () => {
    signedIn({ 'GET /tokens/payments?limit=20': () => refuse(400, { error: 'Нет' }) })
    await open()
    expect(await screen.findByText('Не удалось загрузить платежи')).toBeTruthy()
  })
})
