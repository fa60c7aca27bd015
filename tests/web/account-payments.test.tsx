import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Payment } from '#contract/payments.ts'
import { openAccount, panel } from './account-page.tsx'
import { payment } from './account-samples.ts'
import { type Answers, refuse, refusedOnce, succeed } from './fake-api.ts'
import { address } from './render-page.tsx'

const firstPage = 'GET /tokens/payments?limit=20'
const page = (payments: Payment[], hasMore = false) => succeed({ payments, hasMore })
const newest = { ...payment, id: 'payment-2' }
const open = (answers: Answers) => openAccount(answers, 'payments')

describe('the list of payments', () => {
  it('shows status, receipt and amount; the user can continue a pending payment', async () => {
    const { user } = await open({
      [firstPage]: () =>
        page([{ ...newest, status: 'pending', receipt: null, completed_at: null, confirmation_token: 'ct-1' }, payment])
    })
    const [waiting, paid] = await panel().findAllByRole('listitem')
    expect(paid?.textContent).toMatch(/Завершен.*Чек отправлен на почту.*500\s₽550 токенов/)
    expect(within(paid ?? document.body).queryByRole('link')).toBeNull()
    await user.click(within(waiting ?? document.body).getByRole('link', { name: 'Продолжить оплату' }))
    expect(address()).toBe('/token-purchase?package=tokens-500&pay=payment-2')
  })

  it('loads older payments page by page, and the user can retry a page that failed', async () => {
    const { user } = await open({
      [firstPage]: () => page([newest], true),
      'GET /tokens/payments?limit=20&before=payment-2': refusedOnce(() => page([payment]))
    })
    await user.click(await screen.findByRole('button', { name: 'Показать ещё' }))
    await screen.findByText('Не удалось загрузить более ранние платежи')
    await user.click(screen.getByRole('button', { name: 'Повторить' }))
    expect(await screen.findByText('Номер платежа: payment-1')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  })

  it.each([
    ['there are none', page([]), 'Покупок пока не было'],
    ['it cannot be read', refuse(400, { error: 'Нет' }), 'Не удалось загрузить платежи']
  ])('says when %s', async (_, answer, text) => {
    await open({ [firstPage]: () => answer })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryAllByText(/^(Покупок пока не было|Не удалось загрузить платежи)$/)).toHaveLength(1)
  })
})
