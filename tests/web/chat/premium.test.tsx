// Under Premium every price of a chat reads 0, and a badge says why.
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { messageOf } from './chat-server.ts'
import { startChat } from './open-chat.tsx'

const saved = [
  messageOf(1, 'user', { operation_id: 'first' }),
  messageOf(2, 'assistant', { parent_id: 1, operation_id: 'first' })
]
const picker = () => screen.getByRole('button', { name: /^Модель/ })

describe('the prices of a chat', () => {
  test.each([
    { plan: 'paid', price: '5 токенов', turbo: '15 токенов', search: '5 токенов', sum: 'до 10 токенов', marks: 0 },
    { plan: 'premium', price: '0 токенов', turbo: '0 токенов', search: '0 токенов', sum: '0 токенов', marks: 1 }
  ] as const)('on plan $plan', async ({ plan, price, turbo, search, sum, marks }) => {
    const { user } = await startChat('/chatgpt?chat=1', { plan, tokens: 50, saved })
    const answer = await screen.findByRole('article', { name: 'Ответ' })
    expect(picker().textContent).toContain(price)
    expect(within(picker()).queryAllByText('Premium')).toHaveLength(marks)

    await user.click(within(answer).getByRole('button', { name: 'Ответить заново' }))
    const again = await screen.findByRole('menu')
    within(again).getByRole('menuitem', { name: new RegExp(`^GPT-4 Turbo\\s*отвечает GPT-6.1 Terra\\s*${turbo}$`) })
    expect(within(again).queryAllByText('Premium')).toHaveLength(marks)
    await user.keyboard('{Escape}')

    await user.click(screen.getByRole('button', { name: `Поиск в интернете, +${search}` }))
    screen.getByText(`Ответ: ${sum}`)
  })

  test('in the list of all models, which also says who answers and is found by that', async () => {
    const { user } = await startChat('/chatgpt', { plan: 'premium', tokens: 0 })
    await user.click(picker())
    await user.click(await screen.findByRole('menuitem', { name: 'Все модели' }))
    const dialog = await screen.findByRole('dialog', { name: 'Все модели' })
    within(dialog).getByText('Premium')
    await user.type(within(dialog).getByRole('combobox'), 'terra')
    const options = within(dialog).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/GPT-4 Turbo.*отвечает GPT-6\.1 Terra.*0 токенов$/)
    ])
  })
})
