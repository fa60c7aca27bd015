import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { OperationChain } from '#contract/wallet.ts'
import { card, openAccount, panel } from './account-page.tsx'
import { address } from './render-page.tsx'
import { accountOf, type Answers, refuse, refusedOnce, succeed } from './fake-api.ts'
import { balanceCheck, historyOf, usageRecord } from './account-samples.ts'

const chain: OperationChain = {
  operation: { ...usageRecord, upstream_model: 'claude-sonnet-5-5' },
  steps: [
    { kind: 'reserve', at: 1, balanceDelta: 0, reservedDelta: 2, tokensAfter: 8, reservedAfter: 2, debtAfter: 0 },
    { kind: 'settle', at: 2, balanceDelta: -2, reservedDelta: -2, tokensAfter: 8, reservedAfter: 0, debtAfter: 0 }
  ]
}

const withHistory = { 'GET /ai/usage': () => succeed(historyOf([usageRecord], [], 10)) }
const openHistory = (answers: Answers) => openAccount({ ...withHistory, ...answers }, 'usage')

describe('a row of the history', () => {
  it('opens and closes its details on the same page', async () => {
    const { user } = await openHistory({ 'GET /ai/usage/operation-1': () => succeed(chain) })
    const button = await screen.findByRole('button', { name: /^Подробности: Ответ в чате, / })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    // On a phone the time has a line of its own, which begins with no dot.
    const time = panel().getByText(/^\d+ \S+ \d+\sг\., \d+:\d+$/)
    expect([time.className, time.previousElementSibling?.className]).toEqual([
      'whitespace-nowrap max-sm:block',
      'max-sm:hidden'
    ])
    await user.click(button)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect(panel().getByText('Списали 2 токена, доступно 8 токенов')).toBeTruthy())
    expect(panel().getByText('Зарезервировали 2 токена, доступно 8 токенов')).toBeTruthy()
    expect(panel().getByText('claude-sonnet-5-5')).toBeTruthy()
    expect(address()).toBe('/subscription?tab=usage')
    await user.click(button)
    expect(panel().queryByText('claude-sonnet-5-5')).toBeNull()
  })

  it('shows the record when its steps cannot be read, and retries on request', async () => {
    const { user } = await openHistory({ 'GET /ai/usage/operation-1': refusedOnce(() => succeed(chain)) })
    await user.click(await screen.findByRole('button', { name: /^Подробности: / }))
    await screen.findByText('Не удалось загрузить движение токенов')
    expect(panel().getByText('Цена')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByText('Списали 2 токена, доступно 8 токенов')).toBeTruthy()
  })

  it('comes first while its operation runs, and the reserved tokens count as spent', async () => {
    const running = { ...usageRecord, id: 'operation-2', outcome: 'reserved', cost_in_tokens: 0, action: 'Видео' }
    await openHistory({ 'GET /ai/usage': () => succeed(historyOf([usageRecord], [running], 10)) })
    const [first] = await panel().findAllByRole('listitem')
    expect(within(first ?? document.body).getByText('в работе')).toBeTruthy()
    const sum = within(screen.getByRole('region', { name: 'Как складывается баланс' }))
    expect(sum.getByText('Доступно сейчас').nextSibling?.textContent).toBe('6 токенов')
  })
})

describe('«Проверить баланс»', () => {
  it('shows the sum and that the balance is correct', async () => {
    const { calls, user } = await openHistory({ 'POST /user/tokens/check': () => succeed(balanceCheck) })
    await user.click(await screen.findByRole('button', { name: 'Проверить баланс' }))
    expect(await screen.findByText('Баланс сходится')).toBeTruthy()
    expect(screen.getByText('Получается по журналу').nextSibling?.textContent).toBe('532 токена')
    expect(screen.getByText(/^Сложили все операции за всё время: 9\./)).toBeTruthy()
    // The balance is read again, so that it is of the same moment as the check.
    await waitFor(() => expect(calls().filter((call) => call === 'GET /ai/usage')).toHaveLength(2))
  })

  it('says that the balance is wrong, and what happens next', async () => {
    const { user } = await openHistory({
      'POST /user/tokens/check': () => succeed({ ...balanceCheck, agrees: false, tokens: 600 })
    })
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
  const { user } = await openHistory({
    [`GET /ai/usage.csv?${new URLSearchParams({ timeZone })}`]: () => new Response('\uFEFF"Дата"\r\n')
  })
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
    await openAccount(account(3))
    expect((await notice()).getAttribute('href')).toBe('/token-purchase?tokens=2')
    expect(screen.getByText('Токенов мало: осталось 3 токена, а обычный запрос стоит 5 токенов.')).toBeTruthy()
  })

  it('of one token is told in the singular', async () => {
    await openAccount(account(1))
    await notice()
    expect(screen.getByText('Токенов мало: остался 1 токен, а обычный запрос стоит 5 токенов.')).toBeTruthy()
  })

  it('is compared with the usual price of this user’s requests', async () => {
    await openAccount({ ...account(3), ...withHistory })
    await screen.findByText('Ответ в чате')
    await waitFor(() => expect(card('Доступно токенов').getByText('3')).toBeTruthy())
    expect(screen.queryByRole('link', { name: 'Пополнить' })).toBeNull()
  })

  it('explains a debt, and the suggested purchase covers it', async () => {
    await openAccount(account(0, 400))
    expect((await notice()).getAttribute('href')).toBe('/token-purchase?tokens=405')
    expect(
      screen.getByText(/^Мы вернули вам деньги за покупку, а 400 токенов из неё вы успели потратить\./)
    ).toBeTruthy()
    expect(screen.getByText('долг 400 токенов после возврата денег')).toBeTruthy()
  })

  it('that is frozen says so before a request does, on Premium too, and leads to the support', async () => {
    const frozen = { 'GET /user/tokens': () => succeed({ ...accountOf(0), debtTokens: 400, frozen: true }) }
    await openAccount(frozen, '', 'premium')
    const told = await screen.findByText(/^Операции по счёту приостановлены: новый запрос пока не начать\./)
    // It looks as the way to the shop would.
    expect(within(told.parentElement!).getByRole('button', { name: 'Помощь' }).className).toContain('bg-ink')
    expect(screen.queryByRole('link', { name: 'Пополнить' })).toBeNull()
  })

  it('shows no notice on Premium', async () => {
    await openAccount(account(0), '', 'premium')
    await screen.findByText('Пока нет активности')
    expect(screen.queryByRole('link', { name: 'Пополнить' })).toBeNull()
  })
})

describe('the subscription page', () => {
  it('shows balance, usage, date of registration, and a link to the shop', async () => {
    const { user } = await openAccount()
    await screen.findByText('Доступно токенов')
    await waitFor(() => expect(card('Доступно токенов').getByText('1 234')).toBeTruthy())
    expect(card('Использовано токенов').getByText('3')).toBeTruthy()
    expect(card('Дата регистрации').getByText(/^18 ноября 2026/)).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Купить токены' }))
    expect(address()).toBe('/token-purchase')
  })

  it('lists the operations, and each row links to its conversation', async () => {
    const usage = [usageRecord, { ...usageRecord, id: '2', service: 'bonus', action: 'Подарок', cost_in_tokens: -10 }]
    const { user } = await openHistory({ 'GET /ai/usage': () => succeed(historyOf(usage)) })
    expect(screen.getByText('Последние 50 операций')).toBeTruthy()
    const rows = await panel().findAllByRole('listitem')
    expect(rows).toHaveLength(2)
    expect(within(rows[1] ?? document.body).queryByRole('link')).toBeNull()
    await user.click(within(rows[0] ?? document.body).getByRole('link'))
    expect(address()).toBe('/claude?open=1&model=claude-3-sonnet&ts=1795000000000&operation=operation-1')
  })

  it('shows no balance and an empty history when loading fails, and the user can retry', async () => {
    let broken = true
    const { user } = await openAccount({
      'GET /user/tokens': () => (broken ? refuse(400, { error: 'Нет' }) : succeed(accountOf(7))),
      'GET /ai/usage': () => (broken ? refuse(400, { error: 'Нет' }) : succeed(historyOf([usageRecord])))
    })
    await screen.findByText('Не удалось загрузить баланс')
    expect(screen.queryByText('Доступно токенов')).toBeNull()
    expect(screen.queryByText('0')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'История токенов' }))
    await screen.findByText('Не удалось загрузить историю')
    expect(screen.getByText('Пока нет активности')).toBeTruthy()
    broken = false
    for (const button of screen.getAllByRole('button', { name: 'Повторить' })) await user.click(button)
    expect(await screen.findByText('Ответ в чате')).toBeTruthy()
    expect(card('Доступно токенов').getByText('7')).toBeTruthy()
  })
})
