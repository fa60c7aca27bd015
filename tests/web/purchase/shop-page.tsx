// Opens /token-purchase for the tests of its parts.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router-dom'
import type { ConfirmedPayment } from '#contract/payments.ts'
import { expect } from 'vitest'
import { accountOf, fakeApi, keepTokens, profileOf, succeed } from '../fake-api.ts'
import { renderAt } from '../render-page.tsx'
import { Page as TokenPurchasePage } from '#web/src/money/shop/page.tsx'
import { Page as PaymentSuccessPage } from '#web/src/money/result/page.tsx'

export const paymentId = '0a1b2c3d-0000-4000-8000-000000000001'
export const widgetUrl = 'https://yookassa.ru/checkout-widget/v1/checkout-widget.js'

export const begun = {
  id: paymentId,
  confirmation_token: 'ct-1',
  amount: 500,
  status: 'pending',
  widget_url: widgetUrl
}

export const paymentOf = (more: Partial<ConfirmedPayment> = {}): ConfirmedPayment => ({
  id: paymentId,
  tokens_amount: 550,
  amount_rub: 500,
  package_id: 'tokens-500',
  status: 'completed',
  created_at: Date.UTC(2026, 10, 21, 11),
  completed_at: Date.UTC(2026, 10, 21, 11, 1),
  confirmation_token: null,
  decline_reason: null,
  receipt: 'pending',
  refunded_rub: 0,
  refunded_tokens: 0,
  new_balance: 1784,
  balance_after: 1784,
  ...more
})

export const pending = paymentOf({
  status: 'pending',
  completed_at: null,
  receipt: null,
  confirmation_token: 'ct-1',
  new_balance: 1234,
  balance_after: null
})
export const confirming = `POST /tokens/payment/${paymentId}/success`

export function signedIn(answers: Parameters<typeof fakeApi>[0] = {}) {
  keepTokens('anna')
  return fakeApi({
    'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') }),
    'GET /user/tokens': () => succeed(accountOf(1234)),
    'POST /tokens/purchase': () => succeed(begun),
    [confirming]: () => succeed(pending),
    ...answers
  })
}

/** Stands for the browser's back button. */
function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" hidden onClick={() => void navigate(-1)}>
      go back
    </button>
  )
}

export async function openAt(address: string) {
  renderAt(
    address,
    <>
      <Routes>
        <Route path="/token-purchase" element={<TokenPurchasePage />} />
        <Route path="/payment-success" element={<PaymentSuccessPage />} />
        <Route path="*" element={<p>another page</p>} />
      </Routes>
      <Back />
    </>
  )
  return userEvent.setup()
}

export const goBack = () => fireEvent.click(screen.getByText('go back'))
export const address = () => screen.getByLabelText('address').textContent
export const resultAddress = `/payment-success?payment_id=${paymentId}`

export const buyButton = () => screen.findByRole<HTMLButtonElement>('button', { name: /^Оплатить/ })
export const dialog = () => screen.findByRole('dialog', { name: 'Оплата' })
export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** Opens the shop with a choice, and presses the pay button. */
export async function openPaying(
  answers: Parameters<typeof signedIn>[0] = {},
  at = '/token-purchase?package=tokens-500'
) {
  const api = signedIn(answers)
  const user = await openAt(at)
  await user.click(await buyButton())
  return { api, user }
}
