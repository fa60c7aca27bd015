// The profile of Anna, who is signed in on three devices.
import { screen, within } from '@testing-library/react'
import type { Budgets } from '#contract/budgets.ts'
import type { Passkey, WaysIn } from '#contract/second-step.ts'
import { type Answers, refuse, signedInApi, succeed } from './fake-api.ts'
import { openPages } from './render-page.tsx'
import { UnreadSession } from '#web/src/app/shell/layouts.tsx'
import { Page as ProfilePage } from '#web/src/people/profile/page.tsx'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
const seen = { createdAt: 1_795_000_000_000, lastSeenAt: 1_795_000_000_000 }
export const sessions = [
  { id: 'one', userAgent: chrome, ip: '203.0.113.7', place: 'Казань, RU', current: true, ...seen },
  { id: 'two', userAgent: iphone, ip: '198.51.100.4', place: null, current: false, ...seen },
  { id: 'three', userAgent: chrome, ip: '198.51.100.5', place: null, current: false, ...seen }
]

const spent = { limitTokens: null, spentTokens: 12, liftedUntil: null, startsAt: 1_795_000_000_000, endsAt: null }
export const noLimits: Budgets = {
  budgets: [
    { ...spent, period: 'day' },
    { ...spent, period: 'month' },
    { ...spent, period: 'total', spentTokens: 0 }
  ],
  heldTokens: 0
}

/** Of a user who has registered with a password and added nothing. */
export const passwordOnly: WaysIn = {
  hasPassword: true,
  identities: [],
  passkeys: [],
  authenticatorSince: null,
  takesAuthenticators: true,
  secondStep: false,
  recoveryLeft: 0,
  freshUntil: null
}

export const passkey: Passkey = {
  id: 'key-1',
  name: 'Chrome, Windows',
  isBackedUp: false,
  createdAt: 1_795_000_000_000,
  usedAt: null
}

export function openProfile(answers: Answers = {}) {
  const api = signedInApi({
    'GET /chat/about': () => succeed({ about: '' }),
    'GET /chat/shares': () => succeed({ items: [] }),
    'GET /library/shares': () => succeed({ items: [] }),
    'GET /auth/ways': () => succeed({ providers: [] }),
    'GET /user/ways-in': () => succeed(passwordOnly),
    'GET /user/sessions': () => succeed({ sessions }),
    'GET /user/budgets': () => succeed(noLimits),
    'GET /user/ready': () => succeed({ channel: null, publicKey: 'key', devices: [] }),
    'GET /user/consents': () =>
      succeed({ consents: [{ document: 'personal-data', version: '1', givenAt: 1_795_000_000_000 }] }),
    ...answers
  })
  const profile = (
    <>
      <UnreadSession />
      <ProfilePage />
    </>
  )
  const page = openPages('/profile', { '/profile': profile })
  const sent = (call: string) =>
    api.asked.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body)
  return { ...api, ...page, sent }
}

/** A section of the profile, after the session was read. */
export async function part(name: string) {
  await screen.findByRole('region', { name: 'Персональные данные' })
  return within(await screen.findByRole('region', { name }))
}
/** An error of the server about a field. */
export const refusing = (path: string, msg: string) =>
  refuse(400, { error: 'Проверьте данные', code: 'VALIDATION_FAILED', data: { details: [{ path, msg }] } })
