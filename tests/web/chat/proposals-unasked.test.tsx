// Proposed works that a chat may make without a question, within the tokens that its user has allowed.
import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AnswerEvent } from '#contract/answers.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { refuse } from '../fake-api.ts'
import { toasts } from '../toasts.ts'
import { doneEvent, startEvent } from './answer-server.ts'
import { ask, openChat, sendButton } from './open-chat.tsx'
import { answer, cards, create, one, orderServer, proposed, question } from './works-server.ts'

const cat: WorkProposal = { kind: 'picture', prompt: 'Рыжий кот на крыше' }
const night: WorkProposal = { kind: 'change', prompt: 'Теперь ночью' }

const events = (...proposals: WorkProposal[]): AnswerEvent[] => [
  startEvent,
  { type: 'delta', text: 'Вот так:' },
  ...proposals.map((proposal): AnswerEvent => ({ type: 'proposal', ...proposal })),
  doneEvent
]

/** A chat that may spend so many tokens on its proposals. */
const allowing = (limitTokens: number | null, ...proposals: WorkProposal[]) => {
  let spentTokens = 0
  const server = orderServer(
    [question, answer],
    ({ body }) => {
      if (!(body as { unasked?: true }).unasked) return null
      if (spentTokens + 5 > 10) return refuse(409, { code: 'CHAT_BUDGET_SPENT', error: 'Не хватает' })
      spentTokens += 5
      return null
    },
    [],
    {
      events: events(...proposals),
      settings: () => ({ works: limitTokens === null ? null : { limitTokens, spentTokens }, memory: true })
    }
  )
  const unasked = () => server.orders().map(({ body }) => (body as { unasked?: true }).unasked ?? false)
  return { ...server, unasked }
}

test('without a limit nothing is ordered by itself', async () => {
  const server = allowing(null, cat)
  const { user } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Нарисуй кота')
  await create()
  await waitFor(() => expect(sendButton()).toBeTruthy())
  expect(server.orders()).toEqual([])
})

test('an answer that comes here is made within the limit, and only as far as it goes', async () => {
  const server = allowing(10, cat, { kind: 'picture', prompt: 'Пёс' }, { kind: 'picture', prompt: 'Ёж' })
  const { user, leave } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Нарисуй троих')
  await waitFor(async () => expect(await cards()).toHaveLength(2))
  expect(await (await one(0)).findByText('Создаётся')).toBeTruthy()
  expect(await (await one(1)).findByText('Создаётся')).toBeTruthy()
  expect(await create(2)).toBeTruthy()
  expect(server.unasked()).toEqual([true, true])
  leave()
  // A page that is opened later orders nothing by itself.
  await openChat('/chatgpt?chat=1')
  await create(2)
  expect(server.orders()).toHaveLength(2)
})

test('a limit that another device has spent falls back to the card, quietly', async () => {
  const server = allowing(100, cat, { kind: 'picture', prompt: 'Пёс' }, { kind: 'picture', prompt: 'Ёж' })
  const { user } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Нарисуй троих')
  await waitFor(() => expect(server.orders()).toHaveLength(3))
  await waitFor(async () => expect((await create(2)).getAttribute('aria-busy')).not.toBe('true'))
  expect(within(await proposed()).queryByRole('alert')).toBeNull()
  expect(toasts.filter((text) => text.startsWith('error'))).toEqual([])
  await user.click(await create(2))
  expect(await (await one(2)).findByText('Создаётся')).toBeTruthy()
  expect(server.unasked()).toEqual([true, true, true, false])
})

test('what changes a picture of the same answer is asked for', async () => {
  const server = allowing(100, cat, night)
  const { user } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Нарисуй кота, а потом его же ночью')
  await cards()
  expect(await (await one(0)).findByText('Создаётся')).toBeTruthy()
  expect(server.orders()).toHaveLength(1)
})
