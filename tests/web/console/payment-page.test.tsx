// A payment in the console: the second receipts of one that was an advance.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PaymentPage } from '#web/console/src/money/payments/payment-page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

const payment = {
  id: 'order-1',
  user_id: 'h1-buyer',
  status: 'succeeded',
  mismatch: null,
  decision: null,
  package_id: 'tokens-500',
  total_tokens: 550,
  amount_kopecks: 50_000,
  refunded_kopecks: 0,
  taking_back: false,
  currency: 'RUB',
  provider_payment_id: null,
  receipt_status: 'succeeded',
  created_at: 1
}
const receipt = { amount_kopecks: 12_345, status: 'refused', failure: 'invalid_request', created_at: 1 }

async function open(receipts: object[] | null) {
  const opened = {
    payment,
    provider: null,
    provider_silent: false,
    wallet_frozen: false,
    refunds: [],
    second_receipts: receipts,
    actions: []
  }
  fakeApi({ 'GET /operator/payments/order-1': () => succeed(opened) })
  renderInConsole(<PaymentPage id="order-1" />, 'finance')
  await screen.findByRole('heading', { name: 'Возвраты' })
}

it('lists the second receipts of an advance', async () => {
  await open([receipt])
  const row = await screen.findByRole('row', { name: /отклонён/ })
  expect(row.textContent).toMatch(/123,45\s₽.*invalid_request/)
})

it('says that an advance has none yet', async () => {
  await open([])
  expect(screen.getByText('Пока нет: ничего не потрачено, или месяц не кончился')).toBeTruthy()
})

it('says nothing of them where the purchase was no advance', async () => {
  await open(null)
  expect(screen.queryByRole('heading', { name: 'Вторые чеки' })).toBeNull()
})
