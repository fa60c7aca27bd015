import { describe, expect, it } from 'vitest'
import { newerJob } from '#web/src/media/job/job-order.ts'
import { shownJobs } from '#web/src/media/job/use-jobs.ts'
import { completed, failed, jobWith, running } from './jobs-sample.ts'

describe('news of a job', () => {
  it('never set an ended job going again', () => {
    for (const ended of [completed(), failed(), jobWith({ state: 'cancelled' })])
      for (const late of [jobWith({}), running(), jobWith({ state: 'checking' })])
        expect(newerJob(ended, late)).toBe(ended)
  })

  it('may bring a result after the job was given up, and nothing takes it back', () => {
    const late = completed({ chargedTokens: 0 })
    expect(newerJob(failed(), late)).toBe(late)
    expect(newerJob(late, failed())).toBe(late)
  })

  it('may put a job back into the queue while it has not ended', () => {
    expect(newerJob(running(), jobWith({})).state).toBe('queued')
    expect(newerJob(jobWith({ state: 'checking' }), running()).state).toBe('running')
  })

  it('do not move progress backwards, nor forget the wish to cancel', () => {
    const known = running({ progress: 0.6, cancelling: true })
    expect(newerJob(known, running({ progress: 0.4 }))).toEqual(known)
    expect(newerJob(known, running({ progress: null }))).toEqual(known)
    expect(newerJob(known, running({ progress: 0.7 })).progress).toBe(0.7)
  })

  it('keep the charge that was known', () => {
    expect(newerJob(completed(), completed({ chargedTokens: null })).chargedTokens).toBe(4)
  })
})

const at = (createdAt: number) => ({ id: `job-at-${createdAt}`, createdAt })

describe('what a page shows of its jobs', () => {
  it('is what runs and the newest results, as many as the page has room for', () => {
    const jobs = [running(at(9)), completed(at(8)), jobWith(at(7)), completed(at(6)), completed(at(5))]
    expect(shownJobs(jobs, 2)).toEqual(jobs.slice(0, 4))
    expect(shownJobs(jobs, 1)).toEqual([jobs[0], jobs[1], jobs[2]])
  })

  it('is a failure too, until a newer result', () => {
    const jobs = [failed(at(9)), completed(at(8)), failed(at(7))]
    expect(shownJobs(jobs, 1)).toEqual([jobs[0], jobs[1]])
    expect(shownJobs([failed(at(9)), jobWith({ ...at(8), state: 'cancelled' })], 1)).toEqual([failed(at(9))])
  })
})
