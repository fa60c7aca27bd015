import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accountOf, refuse, succeed } from './fake-api.ts'
import { openJobs, runningPath } from './jobs-page.tsx'
import { completed, jobWith, listOf, running, sampleJob } from './jobs-sample.ts'
import { pollPauseMs, useLiveJobs } from '#web/src/jobs/job-sync.tsx'
import { useKnownJobs } from '#web/src/media/job/use-jobs.ts'

const Follow = () => {
  useLiveJobs()
  return <p>known: {useKnownJobs().map(({ id, state }) => `${id} ${state}`)}</p>
}

async function follow(answers: Parameters<typeof openJobs>[0] = {}) {
  const opened = await openJobs(answers, <Follow />)
  const count = (name: string) => opened.calls().filter((call) => call === name).length
  return { ...opened, count }
}

describe('while the live channel is open', () => {
  it('messages update a job, and its end updates the balance', async () => {
    let tokens = 7
    const { hear, session, count } = await follow({ 'GET /user/tokens': () => succeed(accountOf(tokens)) })
    // The session requests the balance once before the page is shown and once with it.
    await waitFor(() => expect(count('GET /user/tokens')).toBe(2))
    hear({ type: 'job', job: running() })
    expect(screen.getByText('known: operation-1 running')).toBeTruthy()
    tokens = 3
    hear({ type: 'job', job: completed() })
    expect(screen.getByText('known: operation-1 completed')).toBeTruthy()
    await waitFor(() => expect(session.sessionState().user?.tokens).toBe(3))
  })

  it('a message that comes late changes nothing', async () => {
    const { hear } = await follow()
    hear({ type: 'job', job: completed() })
    hear({ type: 'job', job: running() })
    expect(screen.getByText('known: operation-1 completed')).toBeTruthy()
  })

  it('a job that was deleted on another device disappears', async () => {
    const { hear } = await follow()
    hear({ type: 'job', job: completed() })
    hear({ type: 'work-deleted', id: 'operation-1' })
    expect(screen.getByText('known:')).toBeTruthy()
  })

  it('every connect reads the jobs again', async () => {
    const { setLive, count } = await follow()
    await waitFor(() => expect(count(runningPath)).toBe(1))
    setLive(true)
    await waitFor(() => expect(count(runningPath)).toBe(2))
    setLive(false)
    setLive(true)
    await waitFor(() => expect(count(runningPath)).toBe(3))
  })
})

/** The testing library does not wait while the clock stands still. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

describe('while the live channel is closed', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] }))

  it('the page polls every few seconds while a job runs, and reads a job that the list no longer contains', async () => {
    const ended = completed()
    let list = listOf([running()])
    const { count } = await follow({
      [runningPath]: () => succeed(list),
      'GET /jobs/operation-1': () => succeed({ job: ended })
    })
    await soon(() => expect(screen.getByText('known: operation-1 running')).toBeTruthy())
    expect(count(runningPath)).toBe(1)
    await vi.advanceTimersByTimeAsync(3100)
    await soon(() => expect(count(runningPath)).toBe(2))
    list = listOf([])
    await vi.advanceTimersByTimeAsync(3100)
    await soon(() => expect(screen.getByText('known: operation-1 completed')).toBeTruthy())
    const asked = count(runningPath)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(count(runningPath)).toBe(asked)
  })

  it('polling begins when a job is submitted', async () => {
    const { count, learn } = await follow({
      [runningPath]: () => succeed(listOf([])),
      'GET /jobs/operation-1': () => succeed({ job: sampleJob })
    })
    await soon(() => expect(count(runningPath)).toBe(1))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(count(runningPath)).toBe(1)
    learn(jobWith({}))
    await vi.advanceTimersByTimeAsync(3100)
    await soon(() => expect(count(runningPath)).toBe(2))
    // A list that does not contain the new job yet must not remove it.
    expect(screen.getByText('known: operation-1 queued')).toBeTruthy()
  })

  it('a job that the server does not have is removed', async () => {
    const { learn } = await follow({ 'GET /jobs/operation-1': () => refuse(404, { error: 'Не найдено' }) })
    learn(running())
    await vi.advanceTimersByTimeAsync(3100)
    await soon(() => expect(screen.getByText('known:')).toBeTruthy())
  })
})

it('polls are rarer in a hidden tab, after failures, and while the live channel is open', () => {
  const watched = pollPauseMs({ live: false, hidden: false, failures: 0 })
  expect(watched).toBeLessThanOrEqual(5000)
  expect(pollPauseMs({ live: false, hidden: true, failures: 0 })).toBeGreaterThan(watched)
  expect(pollPauseMs({ live: false, hidden: false, failures: 2 })).toBeGreaterThan(watched)
  expect(pollPauseMs({ live: false, hidden: true, failures: 9 })).toBeLessThanOrEqual(60_000)
  expect(pollPauseMs({ live: true, hidden: false, failures: 0 })).toBeGreaterThan(watched)
})
