import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Campaign } from '#contract/operator-invitations.ts'
import { Campaigns } from '#web/console/src/codes/campaigns.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const campaign: Campaign = {
  id: 'i'.repeat(43),
  invited_tokens: 15,
  inviter_tokens: 30,
  rewards_max: 10,
  network_max: 5,
  state: 'running',
  came: 12,
  rewarded: 4,
  begun_at: Date.UTC(2026, 10, 24, 9),
  ends_at: null,
  begun_by: 'anna'
}
const over: Campaign = { ...campaign, id: 'o'.repeat(43), state: 'over', ends_at: Date.UTC(2026, 10, 25, 9) }

const listing = (campaigns: Campaign[]) => ({ 'GET /operator/invitations': () => succeed({ campaigns, next: null }) })
const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.find(({ method }) => method === 'POST')

describe('the campaigns of invitations', () => {
  it('show how many came and were rewarded, and the running one is ended with a reason', async () => {
    const path = `/operator/invitations/${campaign.id}/end`
    const api = fakeApi({ ...listing([campaign, over]), [`POST ${path}`]: () => succeed({ campaign: over }) })
    renderInConsole(<Campaigns />)
    await screen.findByRole('row', { name: /идут пока не остановят 15 токенов 30 токенов, до 10 раз 12 4 anna/ })
    expect(screen.queryByRole('button', { name: 'Начать приглашения' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Остановить приглашения' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Остановить приглашения' }))
    await userEvent.type(dialog.getByLabelText('Причина'), 'Накрутка')
    await userEvent.click(dialog.getByRole('button', { name: 'Остановить' }))
    await vi.waitFor(() => expect(sent(api)).toMatchObject({ path, body: { reason: 'Накрутка' } }), { timeout: 20_000 })
  })

  it('begin when none runs, without an end unless one is typed; a refusal is shown', async () => {
    const api = fakeApi({
      ...listing([over]),
      'POST /operator/invitations': () => refuse(409, { error: 'Приглашения уже идут', code: 'CONFLICT' })
    })
    renderInConsole(<Campaigns />)
    await userEvent.click(await screen.findByRole('button', { name: 'Начать приглашения' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Начать приглашения' }))
    const rewards = dialog.getByLabelText('Наград одному пригласившему')
    await userEvent.clear(rewards)
    await userEvent.type(rewards, 'много')
    await userEvent.type(dialog.getByLabelText('Причина'), 'Осенняя акция')
    await userEvent.click(dialog.getByRole('button', { name: 'Начать' }))
    await dialog.findByText('Целое число от 1 до 1000')
    await userEvent.clear(rewards)
    await userEvent.type(rewards, '7')
    await userEvent.click(dialog.getByRole('button', { name: 'Начать' }))
    await dialog.findByText('Приглашения уже идут')
    expect(sent(api)?.body).toMatchObject({
      invited_tokens: 10,
      inviter_tokens: 30,
      rewards_max: 7,
      network_max: 5,
      ends_at: null
    })
  })

  it('can only be looked at by finance', async () => {
    fakeApi(listing([campaign]))
    renderInConsole(<Campaigns />, 'finance')
    await screen.findByRole('row', { name: /идут/ })
    expect(screen.queryByRole('button', { name: /риглашения/ })).toBeNull()
  })
})
