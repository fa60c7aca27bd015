// The purchase page for who has Premium already.
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { startSession, sessionState } from '#web/src/base/session/session-store.ts'
import { profileOf, succeed } from '../fake-api.ts'
import { fakeWidget } from './fake-widget.ts'
import { address, begun, buyButton, dialog, openAt, openPaying, signedIn } from './shop-page.tsx'

const premium = {
  planId: 'premium',
  state: 'active',
  priceRub: 990,
  periodStart: 1,
  periodEnd: 9,
  renewsAt: null,
  endsAt: null,
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

it('a first purchase that is paid is no renewal while its dialog is still open', async () => {
  fakeWidget()
  let plan = 'free'
  await openPaying(
    {
      'GET /auth/profile': () => succeed({ user: { ...profileOf('anna@example.ru'), plan } }),
      'GET /subscription': () => succeed({ subscription: premium }),
      'PUT /subscription': () => succeed({ subscription: premium, payment: { ...begun, amount: 990 } })
    },
    '/token-purchase?plan=premium'
  )
  await dialog()
  plan = 'premium'
  await act(() => startSession())
  await waitFor(() => expect(sessionState().user?.plan).toBe('premium'))
  screen.getByText('Подключение Premium')
})
