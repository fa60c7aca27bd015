import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { TokenChange } from '#contract/operator/people/tokens.ts'
import { Page } from '#web/console/src/people/requests/page.tsx'
import { fakeApi, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { write } from '../write.ts'

const asked: TokenChange = {
  id: 'x',
  kind: 'tokens',
  user_id: 'h1-user',
  subject: 'h1-user',
  tokens: -1500,
  terms: { tokens: -1500, mayOwe: true },
  reason: 'Начислили дважды',
  asked_by: 'oleg',
  asked_at: Date.UTC(2026, 10, 24, 9),
  expires_at: Date.UTC(2026, 10, 25, 9),
  state: 'asked',
  decided_by: null
}

const show = (change: Partial<TokenChange>, role?: 'support') => {
  fakeApi({ 'GET /operator/token-changes': () => succeed({ changes: [{ ...asked, ...change }], next: null }) })
  renderInConsole(<Page />, role)
}

describe('a request says what will be done, and leads to it', () => {
  it.each<[string, Partial<TokenChange>, string, string]>([
    ['tokens taken', {}, 'Списать 1 500 токенов, можно в долг', '#/people/h1-user'],
    [
      'a correction',
      { kind: 'correction', tokens: 2000, terms: { freeTokens: 2000, seq: 4 } },
      'Исправить баланс: свободно станет 2 000 токенов',
      '#/people/h1-user'
    ],
    [
      'a code',
      { kind: 'code', user_id: '', subject: 'ZIMA', tokens: 5000, terms: { tokens: 50, usesMax: 100 } },
      'Промокод ZIMA: 50 токенов, 100 аккаунтов',
      '#/codes'
    ],
    [
      'a campaign',
      { kind: 'campaign', user_id: '', tokens: 3000, terms: { invitedTokens: 10, inviterTokens: 20, peopleMax: 101 } },
      'Приглашения: 10 токенов пришедшему и 20 токенов пригласившему, всего до 101 пришедшего',
      '#/codes'
    ],
    [
      'days of Premium',
      { kind: 'premium', subject: 'premium:h1-user', tokens: 3036, terms: { days: 92 } },
      'Premium: подарить 92 дня',
      '#/premium/h1-user'
    ],
    [
      'a payment',
      { kind: 'payment', subject: 'payment-1', tokens: 550, terms: { paymentId: 'payment-1' } },
      'Зачислить заказ, за который деньги пришли не все',
      '#/payments/payment-1'
    ]
  ])('%s', async (_, change, text, href) => {
    show(change)
    const link = await screen.findByRole('link', { name: new RegExp(text.replaceAll(' ', String.raw`\s`)) })
    expect(link.getAttribute('href')).toBe(href)
  })
})

it('is agreed to by another operator, and says what was done', async () => {
  let sent: unknown
  fakeApi({
    'GET /operator/token-changes': () => succeed({ changes: [asked], next: null }),
    'POST /operator/token-changes/x/decision': ({ body }) => {
      sent = body
      return succeed({ change: { ...asked, state: 'booked', decided_by: 'anna' } })
    }
  })
  renderInConsole(<Page />)
  await userEvent.click(await screen.findByRole('button', { name: /^Подтвердить/ }))
  await write(userEvent, screen.getByLabelText('Причина'), 'Проверено по книге')
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }))
  await vi.waitFor(() => expect(sent).toMatchObject({ decision: 'agree' }), { timeout: 20_000 })
})

it('is declined by who asked, and not agreed to', async () => {
  show({ asked_by: 'anna' })
  expect(await screen.findByRole('button', { name: /^Отклонить/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Подтвердить/ })).toBeNull()
})

it('is only seen by support', async () => {
  show({}, 'support')
  expect(await screen.findByText('Начислили дважды')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Подтвердить|Отклонить)/ })).toBeNull()
})
