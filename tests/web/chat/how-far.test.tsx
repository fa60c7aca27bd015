// Below the composer of a new chat: how many answers of the chosen model the balance pays for.
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, startChat } from './open-chat.tsx'

const line = () =>
  screen
    .queryByText(/^\d+ токен.* = \d+ ответ|токены не списываются$/)
    ?.closest('p')
    ?.textContent.replaceAll('\u00a0', ' ')

test.each([
  [
    'a new user, with a cheaper way',
    '/chatgpt',
    'free',
    10,
    '10 токенов = 2 ответа GPT-4o mini или 10 ответов Claude 3 Haiku'
  ],
  [
    'a new user who chose the cheapest',
    '/claude?model=claude-3-haiku&prompt=%D0%9B',
    'free',
    10,
    '10 токенов = 10 ответов Claude 3 Haiku'
  ],
  ['a user with bought tokens', '/chatgpt', 'paid', 251, '251 токен = 50 ответов GPT-4o mini'],
  ['a user with Premium', '/chatgpt', 'premium', 3, 'Premium: токены не списываются']
] as const)('%s reads it', async (_, path, plan, tokens, text) => {
  await startChat(path, { plan, tokens })
  await waitFor(() => expect(line()).toBe(text))
})

test('a new user who cannot pay for the chosen model any more goes on with the cheapest', async () => {
  const { user } = await startChat('/chatgpt', { plan: 'free', tokens: 4 })
  await user.click(await screen.findByRole('button', { name: /^4 ответа Claude.3.Haiku$/ }))
  await waitFor(() => expect(address()).toBe('/claude'))
  expect(await screen.findByRole('button', { name: /^Модель.*Claude 3 Haiku/ })).toBeTruthy()
})

test('the price of a web search counts', async () => {
  const { user } = await startChat('/chatgpt', { plan: 'paid', tokens: 100 })
  await waitFor(() => expect(line()).toBe('100 токенов = 20 ответов GPT-4o mini'))
  await user.click(screen.getByRole('button', { name: /Поиск в/ }))
  await waitFor(() => expect(line()).not.toContain('20 ответов'))
})

test('a visitor reads what an account gives instead', async () => {
  await startChat('/chatgpt', { signedIn: false })
  expect([
    line(),
    screen.getByText(/^За регистрацию дарим/).parentElement?.textContent.replaceAll('\u00a0', ' ')
  ]).toEqual([undefined, 'За регистрацию дарим 10 токенов = 10 ответов Claude 3 Haiku'])
})
