// The form for a promo code on the purchase page.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { textOf } from '#contract/errors.ts'
import { refuse, succeed } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { openAt, signedIn } from './shop-page.tsx'

it('takes nothing more into the field of a promo code while that is sent', async () => {
  const answer = Promise.withResolvers<Response>()
  signedIn({ 'POST /tokens/promo': () => answer.promise })
  const user = await openAt('/token-purchase')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Промокод' })
  await user.type(field, 'весна2027{Enter}')
  await user.type(field, '8')
  expect(field.value).toBe('весна2027')
  answer.resolve(succeed({ tokens: 20, balance: 1254 }))
  await waitFor(() => expect(field.value).toBe(''))
})

it('sends a promo code without what was pasted around it, says what it has brought or why not, and asks for one where nothing else is left', async () => {
  const answers = [
    () => succeed({ tokens: 20, balance: 1254 }),
    () => refuse(409, { code: 'PROMO_USED', error: textOf('PROMO_USED') })
  ]
  const api = signedIn({ 'POST /tokens/promo': () => answers.shift()?.() ?? refuse(500) })
  const user = await openAt('/token-purchase')
  const field = await screen.findByRole('textbox', { name: 'Промокод' })
  await user.type(field, '«\u200B».{Enter}')
  expect(screen.getByText('Введите промокод')).toBeTruthy()
  await user.clear(field)
  await user.type(field, '«весна\u200B—2027».{Enter}')
  await waitFor(() => expect(field).toHaveProperty('value', ''))
  expect(api.asked.filter(({ path }) => path === '/tokens/promo').map(({ body }) => body)).toEqual([
    { code: 'ВЕСНА2027' }
  ])
  expect(toasts).toEqual(['success: Начислено по промокоду: 20 токенов'])
  await user.type(field, 'весна2027')
  await user.click(screen.getByRole('button', { name: 'Применить' }))
  expect(await screen.findByText(textOf('PROMO_USED'))).toBeTruthy()
  expect(document.activeElement).toBe(field)
  // What is typed now was not refused.
  await user.type(field, '1')
  expect(screen.queryByText(textOf('PROMO_USED'))).toBeNull()
})
