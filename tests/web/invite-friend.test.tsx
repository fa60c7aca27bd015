// Invitations as users see them: the link in the profile, and the form on which the friend registers.
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Invitation } from '#contract/invitation.ts'
import { InviteFriend } from '#web/src/people/profile/invite-friend.tsx'
import { refuse, signedInApi, succeed } from './fake-api.ts'
import { renderAt } from './render-page.tsx'
import { fillRegistration, openSignIn } from './sign-in-pages.tsx'
import { toasts } from './toasts.ts'

const invitation: Invitation = {
  code: 'abcdefghjk',
  invitedTokens: 15,
  inviterTokens: 31,
  purchaseMinRub: 100,
  rewardsMax: 10,
  endsAt: null,
  came: 3,
  rewarded: 1,
  takenBack: 0
}

async function open(found: Partial<Invitation> = {}) {
  signedInApi({ 'GET /user/invitation': () => succeed({ invitation: { ...invitation, ...found } }) })
  renderAt('/profile', <InviteFriend />)
  return within(await screen.findByRole('region', { name: 'Пригласить друга' }))
}

describe('the link for friends', () => {
  it('says what both get and when, how many came, and is copied', async () => {
    const part = await open()
    const link = `${window.location.origin}/auth?invite=abcdefghjk`
    expect(part.getByLabelText<HTMLInputElement>('Ваша ссылка').value).toBe(link)
    expect(part.getByText(/^Другу — 15 токенов, когда он зарегистрируется/)).toBeTruthy()
    expect(
      part.getByText(/^Вам — 31 токен после его первой покупки от 100\s₽\. Если деньги за неё вернутся/)
    ).toBeTruthy()
    expect(part.getByText('Пришли по ссылке: 3. Получено наград: 1 из 10.')).toBeTruthy()
    const user = userEvent.setup()
    await user.click(part.getByRole('button', { name: 'Копировать' }))
    await part.findByRole('button', { name: 'Скопировано' })
    expect(await navigator.clipboard.readText()).toBe(link)
    expect(toasts).toEqual(['success: Текст скопирован в буфер обмена'])
  })

  it('says how many of the rewards were taken back', async () => {
    const part = await open({ purchaseMinRub: 199.5, rewarded: 3, takenBack: 2 })
    expect(part.getByText(/ после его первой покупки от 199,50\s₽\./)).toBeTruthy()
    expect(
      part.getByText('Пришли по ссылке: 3. Получено наград: 3 из 10. Отменено из-за возврата покупки: 2.')
    ).toBeTruthy()
  })

  it('says until when it holds', async () => {
    const part = await open({ endsAt: Date.UTC(2026, 11, 31, 9) })
    expect(part.getByText(/^До 31 дек/)).toBeTruthy()
  })

  it.each([
    ['no campaign runs', () => succeed({ invitation: null })],
    ['it cannot be read', () => refuse(404)]
  ])('is not there when %s', async (_, answer) => {
    const { calls } = signedInApi({ 'GET /user/invitation': answer })
    const { container } = renderAt('/profile', <InviteFriend />)
    await waitFor(() => expect(calls()).toContain('GET /user/invitation'))
    expect(container.querySelector('section')).toBeNull()
  })
})

it('who comes by a link finds the registration, which sends the code with it', async () => {
  const { asked, user } = openSignIn('/auth?invite=abcdefghjk', { 'POST /auth/register': () => succeed() })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Создать аккаунт')
  expect(screen.getByText(/Друг пригласил вас: пока идёт акция/)).toBeTruthy()
  await fillRegistration(user)
  await user.click(screen.getByRole('button', { name: 'Создать аккаунт' }))
  await waitFor(() => expect(asked.map(({ path }) => path)).toEqual(['/auth/register']))
  expect(asked[0]?.body).toMatchObject({ email: 'anna@example.ru', invite: 'abcdefghjk' })
})
