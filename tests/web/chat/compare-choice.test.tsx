// Which models are compared next.
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Page as ComparePage } from '#web/src/chat/compare/compare-page.tsx'
import { renderAt } from '../render-page.tsx'
import { chatServer } from './chat-server.ts'

const models = async () => {
  await screen.findByRole('textbox', { name: 'Вопрос всем моделям' })
  const pressed = screen.getAllByRole('button', { pressed: true })
  return pressed.map((button) => /^\D+\S+/.exec(button.textContent ?? '')?.[0])
}

test('keeps the chosen models over a reload, and begins with its own where too few are left', async () => {
  chatServer({ plan: 'paid', tokens: 100 })
  const user = userEvent.setup()
  const toggle = (name: RegExp) => user.click(screen.getByRole('button', { name }))
  const first = renderAt('/compare', <ComparePage />)
  const before = await models()
  await toggle(/^Grok-2/)
  const chosen = await models()
  expect(chosen).toEqual(before.slice(0, 2))
  first.unmount()
  const second = renderAt('/compare', <ComparePage />)
  expect(await models()).toEqual(chosen)
  await toggle(/^Claude 3 Sonnet/)
  second.unmount()
  renderAt('/compare', <ComparePage />)
  expect(await models()).toEqual(before)
})

test.each([
  ['whose models have left the catalogue', { owner: null, ids: ['gone-1', 'gone-2', 'grok-2'] }],
  ['of somebody else', { owner: 'id-of-boris@example.ru', ids: ['gpt-4o-mini', 'grok-2'] }]
])('begins with its own instead of a choice %s', async (_what, kept) => {
  chatServer({ plan: 'paid', tokens: 100 })
  const { unmount } = renderAt('/compare', <ComparePage />)
  const own = await models()
  unmount()
  localStorage.setItem('kept:compare', JSON.stringify(kept))
  renderAt('/compare', <ComparePage />)
  expect(await models()).toEqual(own)
  // Only what is chosen here may be one.
  const user = userEvent.setup()
  for (const name of [/^Grok-2/, /^Claude 3 Sonnet/]) await user.click(screen.getByRole('button', { name }))
  expect(await models()).toEqual(own.slice(0, 1))
})

test('says of a closed model when it opens, in the one line that others have', async () => {
  chatServer({ plan: 'free', tokens: 100 })
  renderAt('/compare', <ComparePage />)
  await screen.findAllByLabelText('закрыта')
  expect(screen.getByRole('button', { name: /GPT-4 Turbo/ }).textContent).toMatch(/токеновПосле первой покупки$/)
})
