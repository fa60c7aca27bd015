// Opens /subscription for a user with 1,234 tokens.
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import type { Subscription } from '#contract/subscription.ts'
import { accountOf, fakeApi, keepTokens, profileOf, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { historyOf } from './usage-record.ts'
import { Page as SubscriptionPage } from '#web/src/money/subscription/page.tsx'

export const noPremium: Subscription = {
  planId: 'free',
  state: 'none',
  priceRub: 990,
  periodStart: null,
  periodEnd: null,
  renewsAt: null,
  paymentMethod: null,
  declineReason: null
}

export async function openAccount(address = '/subscription') {
  renderAt(
    address,
    <Routes>
      <Route path="/subscription" element={<SubscriptionPage />} />
      <Route path="*" element={<p>another page</p>} />
    </Routes>
  )
  // The session must be read before anything else.
  if (localStorage.length > 0) await screen.findByRole('tabpanel')
  return userEvent.setup()
}

export function signedIn(answers: Parameters<typeof fakeApi>[0] = {}, plan = 'free') {
  keepTokens('anna')
  return fakeApi({
    'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan } }),
    'GET /user/tokens': () => succeed(accountOf(1234)),
    'GET /ai/usage': () => succeed(historyOf([])),
    'GET /subscription': () => succeed({ subscription: noPremium }),
    ...answers
  })
}

export const address = () => screen.getByLabelText('address').textContent

/** The card with this title among the three. */
export const card = (title: string) => within(screen.getByText(title).closest('div') ?? document.body)

export const panel = () => within(screen.getByRole('tabpanel'))
