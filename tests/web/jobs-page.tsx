// The job components on a page of a signed-in user.
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { accountOf, fakeApi, keepTokens, profileOf, succeed } from './fake-api.ts'
import { listOf } from './jobs-sample.ts'
import { renderHere } from './render-page.tsx'
import * as session from '#web/src/base/session/session-store.ts'
import * as store from '#web/src/media/job/job-store.ts'
import * as live from '#web/src/base/live/live-bus.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

type Answers = Parameters<typeof fakeApi>[0]

export const runningPath = 'GET /jobs?state=running&limit=100'

const signedInAnswers: Answers = {
  'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') }),
  'GET /user/tokens': () => succeed(accountOf(7)),
  'GET /ai/status': () => succeed({ services: [] }),
  [runningPath]: () => succeed(listOf([]))
}

export async function openJobs(answers: Answers, page: ReactNode, at = '/') {
  keepTokens('anna')
  const api = fakeApi({ ...signedInAnswers, ...answers })
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

export const address = () => screen.getByLabelText('address').textContent
