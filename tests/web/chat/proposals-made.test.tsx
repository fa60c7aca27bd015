// What a card of a proposal says after its order, by the state of the work.
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { WorkProposal } from '#contract/work-proposal.ts'
import { learnJobs } from '#web/src/media/job/job-store.ts'
import { refuse } from '../fake-api.ts'
import { completed, failed, running } from '../jobs-sample.ts'
import { openStream, startEvent } from './answer-server.ts'
import { messageOf } from './chat-server.ts'
import { ask, openChat } from './open-chat.tsx'
import { answer, create, one, orderServer, question } from './works-server.ts'

const cat: WorkProposal = { kind: 'picture', prompt: 'Рыжий кот на крыше' }

const cancelled = (part: Partial<Job>) => failed({ ...part, state: 'cancelled', error: null })

/** The card of a work that the proposal became. */
const cardOf = (job: Job, id = 11) => [
  messageOf(id, 'user', { content: cat.prompt, operation_id: job.id }),
  messageOf(id + 1, 'assistant', { content: 'Картинка', operation_id: job.id, parent_id: id, works: [job] })
]

const openMade = (...jobs: Job[]) => {
  const server = orderServer([
    question,
    { ...answer, proposals: [cat] },
    ...jobs.flatMap((job, index) => cardOf(job, 11 + index * 2))
  ])
  return openChat('/chatgpt?chat=1').then((opened) => ({ server, ...opened }))
}

test('an order is made when its work is', async () => {
  await openMade(running({ id: 'first-p0' }))
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect((await one()).queryByRole('button')).toBeNull()
  act(() => learnJobs([completed({ id: 'first-p0', revision: 9 })]))
  expect(await (await one()).findByText('Создано')).toBeTruthy()
})

test.each([
  ['failed', failed],
  ['cancelled', cancelled]
])('a work that is %s is ordered again, under the next id', async (_, jobOf) => {
  const { server, user } = await openMade(jobOf({ id: 'first-p0' }))
  expect(await (await one()).findByText('Не получилось')).toBeTruthy()
  await user.click(await create())
  expect(await (await one()).findByText('Создаётся')).toBeTruthy()
  expect(server.orders().map(({ headers }) => headers.get('idempotency-key'))).toEqual(['first-p0-r2'])
})

test('the latest order counts', async () => {
  await openMade(failed({ id: 'first-p0' }), completed({ id: 'first-p0-r2' }))
  expect(await (await one()).findByText('Создано')).toBeTruthy()
})

test('the focus goes from the button to what takes its place', async () => {
  const { user } = await openMade()
  await user.click(await create())
  const made = await (await one()).findByText('Создаётся')
  await waitFor(() => expect(document.activeElement).toBe(made.parentElement))
})

test('a click waits no more for an answer that is lost', async () => {
  const { response, send, close } = openStream()
  const server = orderServer([question, answer], undefined, [], {
    answers: {
      'POST /ai/text': () => {
        send(startEvent)
        send({ type: 'delta', text: 'Вот так:' })
        send({ type: 'proposal', ...cat })
        return response()
      },
      'GET /ai/text/answers/:id': () => refuse(404, { error: 'Не найдено', code: 'NOT_FOUND' })
    }
  })
  const { user } = await openChat('/chatgpt?chat=1')
  await ask(user, 'Нарисуй кота')
  await user.click(await create())
  expect((await create()).getAttribute('aria-busy')).toBe('true')
  close()
  await waitFor(async () => expect((await create()).getAttribute('aria-busy')).not.toBe('true'), { timeout: 8000 })
  expect((await create()).hasAttribute('disabled')).toBe(true)
  expect(server.orders()).toEqual([])
})
