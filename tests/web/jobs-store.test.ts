import { describe, expect, it, vi } from 'vitest'
import { signedInApi } from './fake-api.ts'
import { completed, failed, jobWith, running } from './jobs-sample.ts'
import * as session from '#web/src/base/session/session-store.ts'
import * as store from '#web/src/media/job/job-store.ts'
import { beginNewPage } from '#web/src/base/storage/page-store.ts'

/** The store on a page of a signed-in user. */
async function opened() {
  signedInApi()
  beginNewPage()
  await session.startSession()
  return store
}

const at = (createdAt: number, id = `job-at-${createdAt}`) => ({ id, createdAt })
const all = () => true

describe('the job store', () => {
  it('is sorted newest first, whatever the source of a job', async () => {
    const { learnJobs, knownJobs } = await opened()
    learnJobs([jobWith(at(2))])
    learnJobs([jobWith(at(3)), jobWith(at(1))])
    expect(knownJobs().map(({ createdAt }) => createdAt)).toEqual([3, 2, 1])
  })

  it('keeps the identity of unchanged jobs, so that React does not render them again', async () => {
    const { learnJobs, knownJobs, onJobsChange } = await opened()
    learnJobs([completed(at(1)), running(at(2))])
    const changed = vi.fn()
    onJobsChange(changed)
    const before = knownJobs()
    learnJobs([completed(at(1)), running(at(2))])
    expect(knownJobs()).toBe(before)
    expect(changed).not.toHaveBeenCalled()
    learnJobs([running({ ...at(2), progress: 0.5 })])
    expect(knownJobs()[1]).toBe(before[1])
    expect(changed).toHaveBeenCalledOnce()
  })

  it('announces an end once, and only of jobs that it had as running', async () => {
    const { learnJobs, onJobEnd } = await opened()
    const ends = vi.fn()
    onJobEnd(ends)
    learnJobs([completed(at(1))])
    learnJobs([running(at(2))])
    expect(ends).not.toHaveBeenCalled()
    learnJobs([failed(at(2))])
    learnJobs([running(at(2)), failed(at(2))])
    expect(ends).toHaveBeenCalledOnce()
    learnJobs([completed(at(2))])
    expect(ends.mock.calls.map(([{ state }]) => state)).toEqual(['failed', 'completed'])
  })

  it('removes a job that a list no longer contains, but none that is outside the range of the list', async () => {
    const { learnJobs, learnList, knowledge, knownJobs } = await opened()
    learnJobs([completed(at(1)), completed(at(2)), running(at(3))])
    const asked = knowledge()
    learnJobs([completed(at(4))])
    learnList({ jobs: [completed(at(5))], asked, covers: ({ createdAt }) => createdAt > 1 })
    expect(knownJobs().map(({ createdAt }) => createdAt)).toEqual([5, 4, 3, 1])
  })

  it('does not restore a deleted job from a list that was requested earlier', async () => {
    const { learnJobs, forgetJobs, learnList, knowledge, knownJobs } = await opened()
    learnJobs([completed(at(1))])
    const asked = knowledge()
    forgetJobs(['job-at-1'])
    learnList({ jobs: [completed(at(1))], asked, covers: all })
    expect(knownJobs()).toEqual([])
  })

  it('is emptied when the user signs out, and late answers change nothing', async () => {
    const { learnJobs, knownJobs } = await opened()
    learnJobs([completed(at(1))])
    session.signOutHere()
    expect(knownJobs()).toEqual([])
    learnJobs([completed(at(1))])
    expect(knownJobs()).toEqual([])
  })
})
