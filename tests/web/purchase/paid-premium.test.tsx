// What the shop asks of who has Premium already.
import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { succeed } from '../fake-api.ts'
import { address } from '../render-page.tsx'
import { buyButton, openAt, signedIn } from './shop-page.tsx'

const premium = {
  planId: 'premium',
  priceRub: 990,
  periodStart: 1,
  periodEnd: 2,
  renewsAt: null,
  declineReason: null,
  paymentMethod: { title: 'Карта *4444' }
}

it.each([
  ['the card will be charged', { state: 'active' }, false],
  ['a cancelled plan can go on', { state: 'cancelled' }, false],
  ['the bank has declined', { state: 'past-due' }, true],
  ['no card is saved', { state: 'active', paymentMethod: null }, true]
])('asks for money for a running Premium only when the server takes it: %s', async (_, plan, isSold) => {
  const { calls } = signedIn({ 'GET /subscription': () => succeed({ subscription: { ...premium, ...plan } }) })
  await openAt('/token-purchase?plan=premium')
  await waitFor(() => expect(calls()).toContain('GET /subscription'))
  await waitFor(() => expect(address()).toBe(isSold ? '/token-purchase?plan=premium' : '/subscription'))
  if (isSold) expect(await buyButton()).toBeTruthy()
})
