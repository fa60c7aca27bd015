import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { BalanceCheck, OperationChain } from '#contract/wallet.ts'
import { address, card, openAccount, panel, signedIn } from './account-page.tsx'
import { accountOf, refuse, succeed } from './fake-api.ts'
import { historyOf, usageRecord } from './usage-record.ts'

const chain: OperationChain = {
  operation: { ...usageRecord, upstream_model: 'claude-sonnet-5-5' },
  steps: [
    { kind: 'reserve', at: 1, balanceDelta: 0, reservedDelta: 2, tokensAfter: 8, reservedAfter: 2, debtAfter: 0 },
    { kind: 'settle', at: 2, balanceDelta: -2, reservedDelta: -2, tokensAfter: 8, reservedAfter: 0, debtAfter: 0 }
  ]
}

const check: BalanceCheck = {
  agrees: true,
  purchasedTokens: 0,
  grantedTokens: 10,
  correctedTokens: 0,
  takenBackTokens: 0,
  chargedTokens: 2,
  reservedTokens: 0,
  tokens: 8,
  debtTokens: 0,
  operations: 2,
  checkedAt: 1_795_000_000_000
}

const usagePage = '/subscription?tab=usage'
const withHistory = { 'GET /ai/usage': () => succeed(historyOf([usageRecord], [], 10)) }

describe('a row of the history', () => {
  it('opens and closes its details on the same page', async () => {
    signedIn({ ...withHistory, 'GET /ai/usage/operation-1': () => succeed(chain) })
    const user = await openAccount(usagePage)
    const button = await screen.findByRole('button', { name: /^Подробности: Ответ в чате, / })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    await user.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect(panel().getByText('Списали 2 токена, доступно 8 токенов')).toBeTruthy())
    expect(panel().getByText('Зарезервировали 2 токена, доступно 8 токенов')).toBeTruthy()
    expect(panel().getByText('claude-sonnet-5-5')).toBeTruthy()
    expect(address()).toBe(usagePage)
    await user.click(button)
    expect(panel().queryByText('claude-sonnet-5-5')).toBeNull()
  })

  it('shows the record when its steps cannot be read, and retries on request', async () => {
    let broken = true
    signedIn({
      ...withHistory,
      'GET /ai/usage/operation-1': () => (broken ? refuse(400, { error: 'Нет' }) : succeed(chain))
    })
    const user = await openAccount(usagePage)
    await user.click(await screen.findByRole('button', { name: /^Подробности: / }))
    await screen.findByText('Не удалось загрузить движение токенов')
    expect(panel().getByText('Цена')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByText('Списали 2 токена, доступно 8 токенов')).toBeTruthy()
  })

  it('comes first while its operation runs, and the reserved tokens count as spent', async () => {
    const running = { ...usageRecord, id: 'operation-2', outcome: 'reserved', cost_in_tokens: 0, action: 'Видео' }
    signedIn({ 'GET /ai/usage': () => succeed(historyOf([usageRecord], [running], 10)) })
    await openAccount(usagePage)
    const [first] = await panel().findAllByRole('listitem')
    expect(within(first ?? document.body).getByText('в работе')).toBeTruthy()
    const sum = within(screen.getByRole('region', { name: 'Как складывается баланс' }))
    expect(sum.getByText('Доступно сейчас').nextSibling?.textContent).toBe('6 токенов')
  })
})

describe('«Проверить баланс»', () => {
  it('shows the sum and that the balance is correct', async () => {
    const { calls } = signedIn({ ...withHistory, 'POST /user/tokens/check': () => succeed(check) })
    const user = await openAccount(usagePage)
    await user.click(await screen.findByRole('button', { name: 'Проверить баланс' }))
    expect(await screen.findByText('Баланс сходится')).toBeTruthy()
    expect(screen.getByText('Получается по журналу').nextSibling?.textContent).toBe('8 токенов')
    expect(screen.getByText(/^Сложили все операции за всё время: 2\./)).toBeTruthy()
    // The balance is read again, so that it is of the same moment as the check.
    await waitFor(() => expect(calls().filter((call) => call === 'GET /ai/usage')).toHaveLength(2))
  })

  it('says that the balance is wrong, and what happens next', async () => {
    signedIn({ ...withHistory, 'POST /user/tokens/check': () => succeed({ ...check, agrees: false, tokens: 9 }) })
    const user = await openAccount(usagePage)
    await user.click(await screen.findByRole('button', { name: 'Проверить баланс' }))
    expect(await screen.findByText('Баланс не сходится')).toBeTruthy()
    expect(screen.getByText(/новые списания приостановлены, а ваши токены никуда не денутся/)).toBeTruthy()
    expect(screen.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:/)
  })
})

it('the user downloads the whole history as CSV, with times in their time zone', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  signedIn({
    ...withHistory,
    [`GET /ai/usage.csv?${new URLSearchParams({ timeZone })}`]: () => new Response('\uFEFF"Дата"\r\n')
  })
  const user = await openAccount(usagePage)
  await user.click(await screen.findByRole('button', { name: 'Скачать CSV' }))
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1))
  expect((click.mock.contexts[0] as HTMLAnchorElement).download).toMatch(/^tokens-\d{4}-\d\d-\d\d\.csv$/)
  expect(saved).toHaveLength(1)
})

const account = (tokens: number, debtTokens = 0) => ({
  'GET /user/tokens': () => succeed({ ...accountOf(tokens), debtTokens })
})
const notice = () => screen.findByRole('link', { name: 'Пополнить' })

describe('a balance that is short', () => {
  it('shows a notice with a link to the smallest package that is enough', async () => {
    signedIn(account(3))
    await openAccount()
    expect((await notice()).getAttribute('href')).toBe('/token-purchase?tokens=2')
    expect(screen.getByText('Токенов мало: осталось 3 токена, а обычный запрос стоит 5 токенов.')).toBeTruthy()
  })

  it('is compared with the usual price of this user’s requests', async () => {
    signedIn({ ...account(3), ...withHistory })
    await openAccount()
    await screen.findByText('Ответ в чате')
    await waitFor(() => expect(card('Доступно токенов').getByText('3')).toBeTruthy())
    expect(screen.queryByRole('link', { name: 'Пополнить' })).toBeNull()
  })

  it('explains a debt, and the suggested purchase covers it', async () => {
    signedIn(account(0, 400))
    await openAccount()
    expect((await notice()).getAttribute('href')).toBe('/token-purchase?tokens=405')
    expect(
      screen.getByText(/^Мы вернули вам деньги за покупку, а 400 токенов из неё вы успели потратить\./)
    ).toBeTruthy()
    expect(screen.getByText('долг 400 токенов после возврата денег')).toBeTruthy()
  })

  it('shows no notice on Premium', async () => {
    signedIn(account(0), 'premium')
    await openAccount()
    await screen.findByText('Пока нет активности')
    expect(screen.queryByRole('link', { name: 'Пополнить' })).toBeNull()
  })
})
