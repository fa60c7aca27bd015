import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Campaign } from '#contract/operator/prices/invitations.ts'
import { Campaigns } from '#web/console/src/prices/codes/campaigns.tsx'
import { fakeApi, refuse, succeed } from '../fake-api.ts'
import { renderInConsole } from './render-console.tsx'
import { write } from '../write.ts'

const campaign: Campaign = {
  id: 'i'.repeat(43),
  invited_tokens: 15,
  inviter_tokens: 30,
  rewards_max: 10,
  network_max: 5,
  people_max: 500,
  purchase_min_kopecks: 10_000,
  state: 'running',
  came: 12,
  rewarded: 4,
  taken_back: 0,
  begun_at: Date.UTC(2026, 10, 24, 9),
  ends_at: null,
  begun_by: 'anna'
}
const over: Campaign = {
  ...campaign,
  id: 'o'.repeat(43),
  state: 'over',
  ends_at: Date.UTC(2026, 10, 25, 9),
  taken_back: 2
}

const listing = (campaigns: Campaign[]) => ({ 'GET /operator/invitations': () => succeed({ campaigns, next: null }) })
/** Opens the dialog to begin a campaign while none runs. */
async function openBeginning(answer: () => Response) {
  const api = fakeApi({ ...listing([over]), 'POST /operator/invitations': answer })
  renderInConsole(<Campaigns />)
  await userEvent.click(await screen.findByRole('button', { name: 'Начать приглашения' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Начать приглашения' }))
  const type = async (label: string, text: string) => {
    await userEvent.clear(dialog.getByLabelText(label))
    if (text !== '') await write(userEvent, dialog.getByLabelText(label), text)
  }
  return { api, dialog, type, begin: () => userEvent.click(dialog.getByRole('button', { name: 'Начать' })) }
}
const sent = ({ asked }: ReturnType<typeof fakeApi>) => asked.find(({ method }) => method === 'POST')

describe('the campaigns of invitations', () => {
  it('show how many came and were rewarded, and the running one is ended with a reason', async () => {
    const path = `/operator/invitations/${campaign.id}/end`
    const api = fakeApi({ ...listing([campaign, over]), [`POST ${path}`]: () => succeed({ campaign: over }) })
    renderInConsole(<Campaigns />)
    await screen.findByRole('row', {
      name: /идут пока не остановят 15 токенов 30 токенов, до 10 раз за покупку от 100\s₽ 12 из 500 4 anna/
    })
    expect(screen.getByRole('row', { name: /закончились .* 12 из 500 4, отменено 2 anna/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Начать приглашения' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Остановить приглашения' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Остановить приглашения' }))
    await write(userEvent, dialog.getByLabelText('Причина'), 'Накрутка')
    await userEvent.click(dialog.getByRole('button', { name: 'Остановить' }))
    await vi.waitFor(() => expect(sent(api)).toMatchObject({ path, body: { reason: 'Накрутка' } }), { timeout: 20_000 })
  })

  it('begin when none runs, without an end unless one is typed; a refusal is shown', async () => {
    const { api, dialog, type, begin } = await openBeginning(() =>
      refuse(409, { error: 'Приглашения уже идут', code: 'CONFLICT' })
    )
    await type('Наград одному пригласившему', 'много')
    await write(userEvent, dialog.getByLabelText('Причина'), 'Осенняя акция')
    await begin()
    await dialog.findByText('Целое число от 1 до 1000')
    await type('Наград одному пригласившему', '7')
    await begin()
    await dialog.findByText('Приглашения уже идут')
    expect(sent(api)?.body).toMatchObject({
      invited_tokens: 10,
      inviter_tokens: 30,
      rewards_max: 7,
      network_max: 5,
      people_max: 25,
      purchase_min_kopecks: 10_000,
      ends_at: null
    })
  })

  it('are not begun for a purchase that costs less than the tokens for both, and say what they can cost at most', async () => {
    const { api, dialog, type, begin } = await openBeginning(() => succeed({ campaign }))
    expect(dialog.getByText(/^Акция раздаст не больше 1\s000 токенов: 25 × 40\./)).toBeTruthy()
    await type('Токенов тому, кто пригласил', '140')
    await type('Пришедших всего', '2000')
    expect(dialog.getByText(/^Акция раздаст не больше 300\s000 токенов: 2\s000 × 150\./)).toBeTruthy()
    await type('Награда за покупку от, ₽', '')
    await write(userEvent, dialog.getByLabelText('Причина'), 'Осенняя акция')
    await begin()
    await dialog.findByText(/^Сумма от 10 до 10\s000 ₽$/)
    await type('Награда за покупку от, ₽', '149,99')
    await begin()
    await dialog.findByText('Не меньше 150 ₽: столько стоят токены обоим')
    await type('Пришедших всего', '')
    expect(dialog.queryByText(/^Акция раздаст/)).toBeNull()
    await type('Награда за покупку от, ₽', '150')
    await begin()
    await dialog.findByText('Целое число от 1 до 100000')
    expect(sent(api)).toBeUndefined()
    await type('Пришедших всего', '50')
    await begin()
    await vi.waitFor(() => expect(sent(api)?.body).toMatchObject({ purchase_min_kopecks: 15_000, people_max: 50 }), {
      timeout: 20_000
    })
  })

  it('can only be looked at by finance', async () => {
    fakeApi(listing([campaign]))
    renderInConsole(<Campaigns />, 'finance')
    await screen.findByRole('row', { name: /идут/ })
    expect(screen.queryByRole('button', { name: /риглашения/ })).toBeNull()
  })
})
