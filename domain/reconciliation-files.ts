// Whether the results in R2 are those of the jobs. Pure.
import { isEnded, type JobStep, mayDeliverLate, type StoredFile } from './job.ts'
import type { Difference } from './reconciliation.ts'

export interface FileJob {
  id: string
  step: JobStep
  failure: string | null
  files: readonly Pick<StoredFile, 'index' | 'sizeBytes'>[]
  finishedAt: number | null
  deletedAt: number | null
}

/** A result in R2. */
export interface ResultFile {
  key: string
  jobId: string
  index: number
  sizeBytes: number
  uploadedAt: number
}

/** Longer than a delivery, a late check or a deletion takes. */
const settlingMs = 4 * 60 * 60 * 1000

/** The results of one job. @param job undefined: it has no row */
export function fileDifferences(job: FileJob | undefined, files: readonly ResultFile[], now: number): Difference[] {
  const lastAt = Math.max(job?.finishedAt ?? 0, job?.deletedAt ?? 0, ...files.map(({ uploadedAt }) => uploadedAt))
  if (lastAt > now - settlingMs || (job && !isEnded(job.step))) return []
  const expected = job?.step === 'completed' && job.deletedAt === null ? job.files : []
  const missing = expected.flatMap(({ index, sizeBytes }): Difference[] => {
    const file = files.find((one) => one.index === index)
    const subject = `${job?.id ?? ''}/${index}`
    if (!file) return [{ kind: 'result-missing', subject, detail: `${sizeBytes} bytes` }]
    if (file.sizeBytes === sizeBytes) return []
    return [{ kind: 'result-size-differs', subject, detail: `R2 ${file.sizeBytes}, job ${sizeBytes}` }]
  })
  // Files of a job that was given up are not its results, but may have been on their way.
  if (job && job.deletedAt === null && mayDeliverLate(job)) return missing
  const stray = files.filter(({ index }) => !expected.some((file) => file.index === index))
  return [
    ...missing,
    ...stray.map(({ key, sizeBytes }): Difference => ({
      kind: 'file-without-job',
      subject: key,
      detail: `${sizeBytes} bytes`
    }))
  ]
}

/**
 * Two lists in the order of the ids, each up to where its page ended: they are compared up to the shorter one.
 * @param ends the last id of each page; null: the page was the last one
 * @returns the ids to compare, and up to where; null: to the end
 */
export function comparable(
  ids: readonly string[],
  ends: readonly (string | null)[]
): { ids: string[]; upTo: string | null } {
  const limits = ends.filter((end) => end !== null).toSorted()
  const [upTo = null] = limits
  const unique = [...new Set(ids)].toSorted()
  return { ids: upTo === null ? unique : unique.filter((id) => id <= upTo), upTo }
}
