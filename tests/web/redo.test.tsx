// «Результат испорчен?»: what the page offers, and what it shows of the server's decision.
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { refuse, succeed } from './fake-api.ts'
import { showJob } from './jobs-page.tsx'
import { completed, failed, jobWith, running } from './jobs-sample.ts'
import { toasts } from './toasts.ts'

const question = 'Результат испорчен?'
const confirm = 'Повторить бесплатно'
const redo = jobWith({ id: 'redo-1', priceTokens: 0, redoOf: 'operation-1' })

it('a broken work is made once more, and both are on the page', async () => {
  const { user } = await showJob(completed(), {
    'POST /jobs/operation-1/redo': () => succeed({ job: redo }),
    'GET /jobs/operation-1': () => succeed({ job: completed({ redo: 'redo-1' }) })
  })
  await user.click(screen.getByRole('button', { name: question }))
  expect(await screen.findByText(/за сутки — не больше 2 работ/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: confirm }))
  expect(await screen.findByText('Эту работу повторили бесплатно')).toBeTruthy()
  expect(screen.getByText('В очереди')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: question })).toBeNull()
  expect(toasts).toEqual(['success: Повторяем бесплатно. Новый результат появится рядом с прежним'])
})

it('a work above the limit of the day is declined in words, and not asked about twice', async () => {
  const text = 'Бесплатных повторов за сутки больше нет'
  const { user } = await showJob(completed(), {
    'POST /jobs/operation-1/redo': () => refuse(429, { code: 'REDO_LIMIT', error: text })
  })
  await user.click(screen.getByRole('button', { name: question }))
  await user.click(await screen.findByRole('button', { name: confirm }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  expect(screen.queryByRole('button', { name: confirm })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: question })))
})

it.each([
  ['runs', running()],
  ['has failed', failed()],
  ['was made for nothing itself', completed({ redoOf: 'operation-0', chargedTokens: 0 })],
  ['was made once more already', completed({ redo: 'redo-1' })]
])('a work that %s is not asked about', async (_, job) => {
  await showJob(job)
  expect(screen.queryByRole('button', { name: question })).toBeNull()
})

it('the second result says why it was free, and that cancelling costs nothing', async () => {
  const { learn } = await showJob(completed({ redoOf: 'operation-0', chargedTokens: 0 }))
  expect(screen.getByText('Бесплатно: повтор испорченной работы')).toBeTruthy()
  learn(running({ id: 'redo-2', priceTokens: 0, redoOf: 'operation-1' }))
  expect(await screen.findByText('Если работа всё же завершится, она будет сохранена')).toBeTruthy()
})
