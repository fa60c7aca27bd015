import { useRef, useState } from 'react'
import type { JobFile } from '#contract/jobs.ts'
import { rereadJob } from './job-calls.ts'
import { findJob } from './job-store.ts'

/** An address that fails within this time cannot have expired. */
const freshForMs = 60_000

/**
 * The address of a result. It stays the same while it works, because a new one would restart a film. When it fails, the
 * job is read again once for a fresh address.
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
    /** React key: changes when the element must load again. */
    key: tries,
    isBroken,
    onError: () => {
      if (performance.now() - askedAt.current > freshForMs) void askAnew()
      else setBroken(true)
    },
    retry: () => void askAnew()
  }
}
