import { describe, expect, it } from 'vitest'
import { newerJob } from '#web/src/media/job/job-order.ts'
import { shownJobs } from '#web/src/media/job/use-jobs.ts'
import { completed, failed, jobWith, running } from './jobs-sample.ts'

describe('a message about a job', () => {
  it('never makes an ended job run again', () => {
    for (const ended of [completed(), failed(), jobWith({ state: 'cancelled' })])
      for (const late of [jobWith({}), running(), jobWith({ state: 'checking' })])
        expect(newerJob(ended, late)).toBe(ended)
  })

  it('may bring a result after the job failed or was cancelled, and no later message removes it', () => {
    const late = completed({ chargedTokens: 0 })
    expect(newerJob(failed(), late)).toBe(late)
    expect(newerJob(late, failed())).toBe(late)
  })

  it('may move a running job back into the queue', () => {
    expect(newerJob(running(), jobWith({})).state).toBe('queued')
    expect(newerJob(jobWith({ state: 'checking' }), running()).state).toBe('running')
  })

  it('is outdated when its number is lower, as the answer to a submission that comes after the start', () => {
    const begun = running({ revision: 3 })
    expect(newerJob(begun, jobWith({ revision: 1 }))).toBe(begun)
    expect(newerJob(begun, running({ revision: 3, progress: 0.2 })).progress).toBe(0.2)
    expect(newerJob(begun, jobWith({ revision: 4 })).state).toBe('queued')
  })

  it('neither moves progress backwards nor drops the request to cancel', () => {
    const known = running({ progress: 0.6, cancelling: true })
    expect(newerJob(known, running({ progress: 0.4 }))).toEqual(known)
    expect(newerJob(known, running({ progress: null }))).toEqual(known)
    expect(newerJob(known, running({ progress: 0.7 })).progress).toBe(0.7)
  })

  it('without a charge keeps the known one', () => {
    expect(newerJob(completed(), completed({ chargedTokens: null })).chargedTokens).toBe(4)
  })
})

const at = (createdAt: number) => ({ id: `job-at-${createdAt}`, createdAt })

describe('a studio page', () => {
  it('shows all running jobs and its number of newest results', () => {
    const jobs = [running(at(9)), completed(at(8)), jobWith(at(7)), completed(at(6)), completed(at(5))]
    expect(shownJobs(jobs, 2)).toEqual(jobs.slice(0, 4))
    expect(shownJobs(jobs, 1)).toEqual([jobs[0], jobs[1], jobs[2]])
  })

  it('shows a failed job until there is a newer result', () => {
    const jobs = [failed(at(9)), completed(at(8)), failed(at(7))]
    expect(shownJobs(jobs, 1)).toEqual([jobs[0], jobs[1]])
    expect(shownJobs([failed(at(9)), jobWith({ ...at(8), state: 'cancelled' })], 1)).toEqual([failed(at(9))])
  })
})
