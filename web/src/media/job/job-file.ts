// The files of a job: the address of a result, and a file that a form names in place of an upload.
import { useRef, useState } from 'react'
import { namedJobFile } from '#contract/catalogue/job-file-refs.ts'
import type { Job, JobFile } from '#contract/jobs.ts'
import { rereadJob } from './job-calls.ts'
import { findJob, isForgotten } from './job-store.ts'
import { useJob } from './use-jobs.ts'

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

export interface KnownFile {
  url: string
  /** Null for a file that a job was made from: only its bytes tell. */
  facts: { sizeBytes: number; width: number | null; height: number | null } | null
}

function fileIn(job: Job | undefined, ref: string): KnownFile | null {
  const named = namedJobFile(ref)
  if (!job || !named) return null
  const result = job.files.find(({ id }) => id === `${named.job}.${named.file}`)
  if (result) return { url: result.url, facts: result }
  const source = job.sources.find(({ parameter }) => parameter === named.file)
  return source ? { url: source.url, facts: null } : null
}

/** The file that a form names; null when the user has no such file any more, undefined while that is unknown. */
export function useJobFile(ref: string): KnownFile | null | undefined {
  const id = namedJobFile(ref)?.job ?? null
  const { job, isGone } = useJob(id)
  if (job) return fileIn(job, ref)
  return id === null || isGone || isForgotten(id) ? null : undefined
}

/** The same outside of components. */
export async function findJobFile(ref: string): Promise<KnownFile | null> {
  const id = namedJobFile(ref)?.job
  if (id === undefined) return null
  if (!findJob(id)) await rereadJob(id)
  return fileIn(findJob(id), ref)
}

/** The bytes of the file; null when they cannot be read. The browser has usually kept them since it showed them. */
export async function readJobFile(ref: string): Promise<Blob | null> {
  const file = await findJobFile(ref).catch(() => null)
  if (!file) return null
  try {
    const response = await fetch(file.url)
    return response.ok ? await response.blob() : null
  } catch {
    return null
  }
}
