import { useRef, useState } from 'react'
import type { JobFile } from '#contract/jobs.ts'
import { rereadJob } from './job-calls.ts'
import { findJob } from './job-store.ts'

/** An address that fails sooner after it was asked for is not an expired one. */
const freshForMs = 60_000

/**
 * The address of a result, kept while it works: another one would start a film anew. When it fails, the job is asked
 * once for a fresh one.
 */
export function useFileSource(jobId: string, file: JobFile) {
  const [{ url, tries }, setSource] = useState({ url: file.url, tries: 0 })
  const [isBroken, setBroken] = useState(false)
  const askedAt = useRef(-Infinity)

  async function askAnew() {
    askedAt.current = performance.now()
    try {
      await rereadJob(jobId)
      const fresh = findJob(jobId)?.files.find(({ id }) => id === file.id)
      if (fresh) setSource((source) => ({ url: fresh.url, tries: source.tries + 1 }))
      setBroken(!fresh)
    } catch {
      setBroken(true)
    }
  }

  return {
    url,
    /** Another one when the same address is to be tried once more. */
    key: tries,
    isBroken,
    onError: () => {
      if (performance.now() - askedAt.current > freshForMs) void askAnew()
      else setBroken(true)
    },
    retry: () => void askAnew()
  }
}
