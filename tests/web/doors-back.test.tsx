// Ways back from the page of a return: nothing that the person brought along is lost.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { tripTo } from '#web/src/people/sign-in/trip.ts'
import { keepTokens, refuse } from './fake-api.ts'
import { address } from './render-page.tsx'
import { comeBack, finish } from './return-page.tsx'

const from = '/auth?mode=register&invite=FRIEND&return=%2Fgpt5'
const leave = () => sessionStorage.setItem('left-for-provider', JSON.stringify({ from, email: 'anna@example.ru' }))
const expired = () => refuse(400, { error: 'Вход не завершён вовремя', code: 'IDENTITY_EXPIRED' })
const again = async () => (await screen.findByRole('link', { name: 'Начать заново' })).getAttribute('href')

it('an expired return leads back to the form with the invitation', async () => {
  leave()
  comeBack({}, { [finish]: expired })
  expect(await again()).toBe(from)
})

it('a consent that comes too late leads back to where the person was going', async () => {
  const { user } = comeBack(
    { state: 'new', ticket: 'ticket-1', email: 'anna@yandex.ru', returnTo: '/gpt5?invite=FRIEND' },
    { 'POST /auth/identities/create': expired }
  )
  await user.click(await screen.findByRole('button', { name: 'Даю согласие' }))
  expect(await again()).toBe('/auth?return=%2Fgpt5%3Finvite%3DFRIEND')
})

it('a second step that is left goes back to the form with the invitation', async () => {
  leave()
  const needed = { state: 'second-step', ticket: 'ticket-1', ways: ['code'], returnTo: '/gpt5' }
  const { user } = comeBack(needed)
  await user.click(await screen.findByRole('button', { name: 'Войти иначе' }))
  await waitFor(() => expect(address()).toBe(from))
})

it('a link that is refused is not called a sign-in', async () => {
  keepTokens('anna')
  comeBack(
    { state: 'link', ticket: 'ticket-1', returnTo: '/profile' },
    { 'POST /user/identities': () => refuse(409, { error: 'Этот вход уже привязан к другому аккаунту' }) }
  )
  await screen.findByRole('heading', { name: 'Привязка не завершена' })
})

it('an address that is too long goes on without its query, and with the invitation', () => {
  expect(tripTo(`/claude?prompt=${'ы'.repeat(700)}`, { invite: 'FRIEND' })).toBe('/claude?invite=FRIEND')
  expect(tripTo('/claude?prompt=fox', { asks: 1 })).toBe('/claude?prompt=fox&asks=1')
})

it.each([
  ['/profile#limits', '/profile?invite=FRIEND#limits'],
  ['/chatgpt?model=o3#content', '/chatgpt?model=o3&invite=FRIEND#content']
])('the place on the page %s stays at the end of its address', (path, trip) => {
  expect(tripTo(path, { invite: 'FRIEND' })).toBe(trip)
})
