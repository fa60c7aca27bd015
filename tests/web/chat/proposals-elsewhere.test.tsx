// Proposals that another device has ordered, or another chat.
import { expect, test } from 'vitest'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { refuse } from '../fake-api.ts'
import { completed } from '../jobs-sample.ts'
import { openChat } from './open-chat.tsx'
import { answer, cards, create, one, orderServer, question, workOf } from './works-server.ts'

const cat: WorkProposal = { kind: 'picture', prompt: 'Рыжий кот на крыше' }
const picture = completed({
  id: 'first-p0',
  service: 'flux',
  parameters: { prompt: cat.prompt, model: 'flux-schnell', aspectRatio: '1:1' }
})

test('what another device has ordered with other settings is shown', async () => {
  const saved = [question, { ...answer, proposals: [cat] }]
  const server = orderServer(saved, () => {
    saved.push(...workOf(picture))
    return refuse(409, { code: 'IDEMPOTENCY_MISMATCH', error: 'Другой запрос' })
  })
  const { user } = await openChat('/chatgpt?chat=1')
  await user.click(await create())
  expect(await (await one()).findByText('Создано')).toBeTruthy()
  expect((await one()).queryByRole('alert')).toBeNull()
  expect([server.orders(), await cards()].map(({ length }) => length)).toEqual([1, 1])
})

test('in a copy of the chat a made proposal is marked, and another one is ordered', async () => {
  const copies = [{ ...answer, proposals: [cat, { kind: 'picture', prompt: 'Пёс' } as const] }, ...workOf(picture)]
  const server = orderServer([question, ...copies].map((message) => ({ ...message, operation_id: null })))
  const { user } = await openChat('/chatgpt?chat=1')
  expect(await (await one(0)).findByText('Создано')).toBeTruthy()
  await user.click(await create(1))
  expect(await (await one(1)).findByText('Создаётся')).toBeTruthy()
  expect(server.orders().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['message-2-p1'])
})
