// What has to do with jobs, on the page of somebody who is signed in.
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { LiveMessage } from '#contract/live.ts'
import { accountOf, fakeApi, keepTokens, profileOf, succeed } from './fake-api.ts'
import { listOf } from './jobs-sample.ts'
import { freshSession, renderAt } from './render-page.tsx'

type Answers = Parameters<typeof fakeApi>[0]

export const runningPath = 'GET /jobs?state=running&limit=100'

const signedInAnswers: Answers = {
  'GET /auth/profile': () => succeed({ user: profileOf('anna@example.ru') }),
  'GET /user/tokens': () => succeed(accountOf(7)),
  'GET /ai/status': () => succeed({ services: [] }),
  [runningPath]: () => succeed(listOf([]))
}

/** `load` imports after the modules were made new. */
export async function openJobs(answers: Answers, load: () => Promise<ReactNode>, address = '/') {
  keepTokens('anna')
  const api = fakeApi({ ...signedInAnswers, ...answers })
  const { SessionProvider, store: session } = await freshSession()
  const [store, live] = await Promise.all([
    import('#web/src/media/job/job-store.ts'),
    import('#web/src/base/live/live-bus.ts')
  ])
  await session.startSession()
  renderAt(address, SessionProvider, await load())
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
