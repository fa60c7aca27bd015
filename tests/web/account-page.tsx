// Opens /subscription for a user with 1,234 tokens.
import { screen, within } from '@testing-library/react'
import type { Subscription } from '#contract/subscription.ts'
import { type Answers, profileOf, signedInApi, succeed } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { historyOf } from './account-samples.ts'
import { Page as SubscriptionPage } from '#web/src/money/subscription/page.tsx'

export const noPremium: Subscription = {
  planId: 'free',
  state: 'none',
  priceRub: 990,
  periodStart: null,
  periodEnd: null,
  renewsAt: null,
  endsAt: null,
  paymentMethod: null,
  declineReason: null
}

/** @param tab the value in the address; without it the overview */
export async function openAccount(answers: Answers = {}, tab = '', plan = 'free') {
  const api = signedInApi(
    {
      'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan } }),
      'GET /ai/usage': () => succeed(historyOf([])),
      'GET /subscription': () => succeed({ subscription: noPremium }),
      ...answers
    },
    1234
  )
  const page = openPages(`/subscription${tab && `?tab=${tab}`}`, { '/subscription': <SubscriptionPage /> })
  // The session must be read before anything else.
  await screen.findByRole('tabpanel')
  return { ...api, ...page }
}

/** The card with this title among the three. */
export const card = (title: string) => within(screen.getByText(title).closest('div') ?? document.body)

export const panel = () => within(screen.getByRole('tabpanel'))
