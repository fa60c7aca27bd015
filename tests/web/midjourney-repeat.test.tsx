// An action on a picture is repeated as that action, never as a new sheet from the form.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { JobCard } from '#web/src/media/job/job-card.tsx'
import { useKnownJobs } from '#web/src/media/job/use-jobs.ts'
import { refuse, succeed } from './fake-api.ts'
import { openJobs } from './jobs-page.tsx'
import { completed, failed, running } from './jobs-sample.ts'
import { toasts } from './toasts.ts'

const Known = () => useKnownJobs().map((known) => <JobCard key={known.id} job={known} />)

const settings = { prompt: 'Кот на крыше', aspectRatio: '16:9', quality: 'standard', parent: 'operation-0' }
const varied = { ...settings, action: 'variation', tile: 4 }

async function show(job: Job, answers: Parameters<typeof openJobs>[0] = {}) {
  const opened = await openJobs(answers, <Known />)
  opened.learn(job)
  return opened
}

const changes = 'POST /jobs/operation-0/changes'
const again = () => {
  const job = running({ id: 'operation-9', parameters: varied })
  return succeed({ job, jobs: [job], result: null, billing: null, balance: 5 })
}

it.each([
  ['failed', failed({ parameters: varied })],
  ['made', completed({ parameters: varied })]
])('an action that has %s is done once more on its own picture, for its price', async (_, job) => {
  const { user, asked } = await show(job, { [changes]: again })
  expect(screen.queryByRole('link', { name: 'Повторить' })).toBeNull()
  // A click charges at once, so the price stands there to be read.
  await user.click(screen.getByText('Повторить · 2 токена'))
  expect(asked.filter(({ path }) => path.endsWith('/changes')).map(({ body }) => body)).toEqual([
    { action: 'variation', tile: 4 }
  ])
})

it('a failed action leads to the picture that it continued', async () => {
  await show(failed({ parameters: varied }))
  expect(screen.getByRole('button', { name: 'Исходная работа' })).toBeTruthy()
})

it('nothing is repeated when the picture is gone', async () => {
  await show(failed({ parameters: varied, error: { code: 'SOURCE_GONE', text: 'Midjourney больше не хранит её' } }))
  expect(screen.queryByRole('button', { name: /^Повторить/ })).toBeNull()
})

it('says when the picture was deleted', async () => {
  const { user } = await show(failed({ parameters: varied }), { [changes]: () => refuse(404, { code: 'NOT_FOUND' }) })
  await user.click(screen.getByRole('button', { name: /^Повторить/ }))
  expect(toasts).toEqual(['error: Исходной работы больше нет'])
})

it('an enlargement that is there is neither sold nor given again: it would be the same picture', async () => {
  await show(completed({ parameters: { ...settings, action: 'upscale', tile: 2 } }))
  expect(screen.queryByRole('button', { name: /^Повторить/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Результат испорчен?' })).toBeNull()
})

it('an enlargement that failed is tried again', async () => {
  await show(failed({ parameters: { ...settings, action: 'upscale', tile: 2 } }))
  expect(screen.getByRole('button', { name: 'Повторить · 1 токен' })).toBeTruthy()
})
