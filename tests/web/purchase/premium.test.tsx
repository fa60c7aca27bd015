// The purchase page for who has Premium already.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { profileOf, succeed } from '../fake-api.ts'
import { address, buyButton, openAt, signedIn } from './shop-page.tsx'

const premium = {
  planId: 'premium',
  state: 'active',
  priceRub: 990,
  periodStart: 1,
  periodEnd: 9,
  renewsAt: null,
  paymentMethod: { title: 'Карта *4444' },
  declineReason: null
}

it.each([
  ['renews itself', { renewsAt: 9 }, '/subscription'],
  ['is cancelled and keeps its card', { state: 'cancelled' }, '/subscription'],
  ['has a declined renewal', { state: 'past-due' }, null],
  ['has no card', { paymentMethod: null }, null]
])('asks who has Premium for money only where there is something to pay: it %s', async (_, part, place) => {
  const asked = Promise.withResolvers<Response>()
  signedIn({
    'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan: 'premium' } }),
    'GET /subscription': () => asked.promise
  })
  await openAt('/token-purchase?plan=premium')
  const button = await buyButton()
  expect(button.getAttribute('aria-busy')).toBe('true')
  asked.resolve(succeed({ subscription: { ...premium, ...part } }))
  if (place) return waitFor(() => expect(address()).toBe(place))
  await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
  screen.getByRole('heading', { name: 'Продление Premium' })
})
