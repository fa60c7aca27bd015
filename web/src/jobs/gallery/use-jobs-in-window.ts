import { useEffect, useState } from 'react'
import { worksReadMax } from '#contract/library.ts'
import { findJob, isForgotten } from '../../media/job/job-store.ts'
import { isFresh } from './fresh-jobs.ts'
import { readJobs } from './library-calls.ts'

/** Who scrolls fast passes by many works: they are read once the window rests this long. */
const restMs = 80
/** Addresses of files run out: what is on the screen is looked at this often. */
const lookAgainMs = 60_000

const isMissing = (id: string): boolean => !isForgotten(id) && (!findJob(id) || !isFresh(id))

/** Reads the jobs of these works, as far as they are unknown or old. @returns whether that failed, and a way to try again */
export function useJobsInWindow(ids: readonly string[]): { failed: boolean; retry: () => void } {
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const wanted = ids.join(',')
  useEffect(() => {
    const over = new AbortController()
    const read = async () => {
      const missing = wanted.split(',').filter((id) => id !== '' && isMissing(id))
      for (let at = 0; at < missing.length && !over.signal.aborted; at += worksReadMax)
        await readJobs(missing.slice(at, at + worksReadMax))
      if (!over.signal.aborted) setFailed(false)
    }
    const start = () =>
      void read().catch(() => {
        if (!over.signal.aborted) setFailed(true)
      })
    const timer = setTimeout(start, tries === 0 ? restMs : 0)
    const again = setInterval(start, lookAgainMs)
    return () => {
      over.abort()
      clearTimeout(timer)
      clearInterval(again)
    }
  }, [wanted, tries])
  return { failed, retry: () => setTries(tries + 1) }
}
