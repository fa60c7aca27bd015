// The library of a signed-in user, with a server that has three works.
import { screen } from '@testing-library/react'
import type { Job } from '#contract/jobs.ts'
import type { LibraryItem } from '#contract/library.ts'
import { Page as LibraryPage } from '#web/src/jobs/gallery/page.tsx'
import { succeed } from './fake-api.ts'
import { openJobs } from './jobs-page.tsx'
import { completed, listOf } from './jobs-sample.ts'

const noJobs = () => succeed(listOf([]))
export const library = (answers: Parameters<typeof openJobs>[0], at = '/library') =>
  openJobs(
    {
      'GET /jobs?state=failed&limit=20': noJobs,
      'GET /jobs?state=cancelled&limit=20': noJobs,
      'GET /library/folders': () => succeed({ folders: [{ id: 5, name: 'Реклама', created_at: 1, total: 1 }] }),
      ...answers
    },
    <LibraryPage />,
    at
  )

export const endedJob = (number: number, changes: Parameters<typeof completed>[0] = {}) =>
  completed({
    id: `operation-${number}`,
    createdAt: 1000 + number,
    parameters: { prompt: `Работа ${number}` },
    ...changes
  })

export const workOf = ({ id, createdAt }: Job, changes: Partial<LibraryItem> = {}): LibraryItem => ({
  id,
  created_at: createdAt,
  ratio: 1.784,
  favourite: false,
  folder_id: null,
  size_bytes: 1_258_291,
  ...changes
})
export const pageOf = (jobs: Job[], more: object = {}) =>
  succeed({
    works: jobs.map((job) => workOf(job)),
    jobs,
    hasMore: false,
    total: jobs.length,
    indexing: false,
    cut: false,
    ...more
  })
const placeOf = (number: number, changes?: Partial<LibraryItem>) => () =>
  succeed({ works: [workOf(endedJob(number), changes)], jobs: [endedJob(number)] })

export const listPath = 'GET /library/works?whole=40'
export const places = Object.fromEntries(
  Array.from({ length: 9 }, (_, index) => [`GET /library/jobs?ids=operation-${index + 1}`, placeOf(index + 1)])
)
export const three = { ...places, [listPath]: () => pageOf([endedJob(3), endedJob(2), endedJob(1)]) }
export const tile = (number: number) => screen.findByRole('option', { name: new RegExp(`Работа ${number}`) })
export const selected = () =>
  screen
    .getAllByRole('option')
    .filter((one) => one.getAttribute('aria-selected') === 'true')
    .map(({ id }) => id)
export const listing = (query: string, ...jobs: Job[]) => ({ [`GET /library/works?${query}`]: () => pageOf(jobs) })
export const dialogOf = (number: number) => screen.findByRole('dialog', { name: `Работа ${number}` })
