// The limits on spending, in the profile.
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BudgetPeriod } from '#contract/budget-words.ts'
import type { Budget } from '#contract/budgets.ts'
import { refuse, succeed } from './fake-api.ts'
import { noLimits, openProfile, part, refusing } from './open-profile.tsx'
import { toasts } from './toasts.ts'

const withLimit = (of: BudgetPeriod, more: Partial<Budget>, heldTokens = 0) => ({
  budgets: noLimits.budgets.map((budget) => (budget.period === of ? { ...budget, ...more } : budget)),
  heldTokens
})

const formOf = async (name: string) => {
  const section = await part('Лимиты расходов')
  return within(await section.findByRole('form', { name }))
}

afterEach(() => history.replaceState(null, '', '/'))

describe('limits on spending', () => {
  it('are set by keyboard, say what is spent, and are removed by an empty field', async () => {
    const saved = [withLimit('day', { limitTokens: 100 }, 5), noLimits]
    const { sent, user } = openProfile({ 'PUT /user/budgets/day': () => succeed(saved.shift()) })
    let day = await formOf('В день')
    expect(day.getByText('Сегодня потрачено 12 токенов')).toBeTruthy()
    expect(day.getByRole('button', { name: /Сохранить/ }).ariaDisabled).toBe('true')
    await user.type(day.getByLabelText('В день'), '1 00{Enter}')
    day = await formOf('В день')
    await day.findByText('Сегодня потрачено 12 токенов из 100, ещё 5 токенов в начатых работах')
    expect(document.activeElement).toBe(day.getByRole('textbox'))
    expect(day.getByRole<HTMLInputElement>('textbox').value).toBe('100')
    await user.clear(day.getByLabelText('В день'))
    await user.click(day.getByRole('button', { name: 'Сохранить лимит: в день' }))
    await waitFor(() => expect(toasts).toEqual(['success: Лимит сохранён', 'success: Лимит снят']))
    expect(document.activeElement).toBe(day.getByRole('button', { name: /Сохранить/ }))
    expect(sent('PUT /user/budgets/day')).toEqual([{ limitTokens: 100 }, { limitTokens: null }])
  })

  it('leave what is typed while one is being saved', async () => {
    const saving = Promise.withResolvers<Response>()
    const { user } = openProfile({ 'PUT /user/budgets/day': () => saving.promise })
    const day = await formOf('В день')
    await user.type(day.getByRole('textbox'), '10{Enter}')
    await user.type(day.getByRole('textbox'), '5')
    saving.resolve(succeed(withLimit('day', { limitTokens: 10 })))
    await day.findByText('Сегодня потрачено 12 токенов из 10')
    await waitFor(() => expect(toasts).toEqual(['success: Лимит сохранён']))
    expect(day.getByRole<HTMLInputElement>('textbox').value).toBe('105')
  })

  it('that are no whole number are refused at the field; so is what the server refuses', async () => {
    const { sent, user } = openProfile({
      'PUT /user/budgets/month': () => refusing('limitTokens', 'Укажите не меньше одного токена')
    })
    const month = await formOf('В месяц')
    const field = month.getByLabelText('В месяц')
    await user.type(field, '1e3{Enter}')
    expect((await month.findByRole('alert')).textContent).toBe('Укажите целое число токенов')
    await user.clear(field)
    await user.type(field, '1,5{Enter}')
    expect((await month.findByRole('alert')).textContent).toBe('Укажите целое число токенов')
    expect([sent('PUT /user/budgets/month'), document.activeElement]).toEqual([[], field])
    await user.clear(field)
    await user.type(field, '0{Enter}')
    await month.findByText('Укажите не меньше одного токена')
    expect(toasts).toEqual([])
  })

  it('of a day are lifted until midnight and put back; a limit of everything has no such end', async () => {
    const limited = withLimit('day', { limitTokens: 10 })
    const lifted = withLimit('day', { limitTokens: 10, liftedUntil: 1_795_000_000_000 })
    const { sent, user } = openProfile({
      'GET /user/budgets': () => succeed(limited),
      'POST /user/budgets/day/lift': () => succeed(lifted),
      'PUT /user/budgets/day': () => succeed(limited)
    })
    const day = await formOf('В день')
    await user.click(day.getByRole('button', { name: 'Снять до полуночи' }))
    await day.findByText('Снят до полуночи по московскому времени.')
    await user.click(day.getByRole('button', { name: 'Вернуть лимит' }))
    await day.findByRole('button', { name: 'Снять до полуночи' })
    expect(sent('PUT /user/budgets/day')).toEqual([{ limitTokens: 10 }])
    expect((await formOf('Всего')).queryByRole('button', { name: /Снять/ })).toBeNull()
  })

  it('are read again when their period ends, and leave what is being typed', async () => {
    // The clock of the device is hours behind, and the server tells its own late.
    const now = Date.now() + 3 * 3_600_000
    const soon = now + 100
    const told = Promise.withResolvers<Response>()
    const answers = [
      succeed(withLimit('day', { limitTokens: 10, liftedUntil: soon, endsAt: soon })),
      succeed(withLimit('day', { limitTokens: 10, spentTokens: 0 }))
    ]
    const { user } = openProfile({
      'GET /prices': () => told.promise,
      'GET /user/budgets': () => answers.shift() ?? succeed(noLimits)
    })
    const day = await formOf('В день')
    await day.findByText('Снят до полуночи по московскому времени.')
    await user.type(day.getByRole('textbox'), '5')
    told.resolve(succeed({ now, changes: [], models: [] }))
    await day.findByRole('button', { name: 'Снять до полуночи' }, { timeout: 10_000 })
    await day.findByText('Сегодня потрачено 0 токенов из 10')
    expect(day.getByRole<HTMLInputElement>('textbox').value).toBe('105')
  })

  it('are asked for again where they could not be read', async () => {
    const answers = [refuse(503, { error: 'Сервис временно недоступен' }), succeed(noLimits)]
    const { user } = openProfile({ 'GET /user/budgets': () => answers.shift()! })
    const section = await part('Лимиты расходов')
    await user.click(await section.findByRole('button', { name: /Повторить|ещё раз/i }))
    await formOf('В день')
  })

  it('are in sight for who comes from a refusal', async () => {
    history.replaceState(null, '', '/profile#limits')
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined)
    openProfile()
    await formOf('В день')
    expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Лимиты расходов' })])
    scrolled.mockRestore()
  })
})
