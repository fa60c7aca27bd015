// The job components on a page of a signed-in user.
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Job } from '#contract/jobs.ts'
import type { LiveMessage } from '#contract/live.ts'
import { type Answers, signedInApi, succeed } from './fake-api.ts'
import { listOf } from './jobs-sample.ts'
import { renderHere } from './render-page.tsx'
import * as session from '#web/src/base/session/session-store.ts'
import { JobCard } from '#web/src/media/job/job-card.tsx'
import * as store from '#web/src/media/job/job-store.ts'
import { useKnownJobs } from '#web/src/media/job/use-jobs.ts'
import * as live from '#web/src/base/live/live-bus.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

export const runningPath = 'GET /jobs?state=running&limit=100'

const noJobs: Answers = {
  'GET /ai/status': () => succeed({ services: [] }),
  [runningPath]: () => succeed(listOf([]))
}

export async function openJobs(answers: Answers, page: ReactNode, at = '/') {
  const api = signedInApi({ ...noJobs, ...answers })
  beginNewPage()
  await session.startSession()
  renderHere(at, page)
  return {
    ...api,
    session,
    store,
    user: userEvent.setup(),
    hear: (message: LiveMessage) => act(() => live.announceMessage(message)),
    setLive: (open: boolean) => act(() => live.announceState(open)),
    learn: (...jobs: Parameters<typeof store.learnJobs>[0]) => act(() => store.learnJobs(jobs))
  }
}

const Cards = () => useKnownJobs().map((known) => <JobCard key={known.id} job={known} />)

/** The card of a job, and of each that is learnt later. */
export async function showJob(job: Job, answers: Answers = {}) {
  const opened = await openJobs(answers, <Cards />)
  opened.learn(job)
  return opened
}
