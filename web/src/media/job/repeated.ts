// What a form holds to make a work once more.
import { batchChoice } from '#contract/catalogue/batch.ts'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { jobFileRef } from '#contract/catalogue/job-file-refs.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import type { Job, JobSource } from '#contract/jobs.ts'

/**
 * Names the file of a job for the next one: the job that it came from, or the upload that is kept with it. A picture that
 * was made smaller is such an upload: the job's own file may be too large.
 */
export const refOf = ({ id }: Job, { parameter, from, derived }: JobSource): string =>
  jobFileRef(from && !derived ? from : { job: id, file: parameter })

/** How many a batch had. */
export const countOf = ({ batch }: Job): ParameterValues =>
  batch === null ? {} : { [batchChoice.name]: `${batch.size}` }

/** The settings of the order, without a seed, so that another result comes; null when one of its files is not kept. */
export function settingsOf({ parameters: known }: StudioEntry, job: Job): ParameterValues | null {
  const sources = job.sources.filter(({ parameter }) => known.some(({ name }) => name === parameter))
  if (job.uploads.some((name) => !sources.some(({ parameter }) => parameter === name))) return null
  const given = Object.entries(job.parameters).filter(([name]) =>
    known.some((one) => one.name === name && one.kind !== 'seed')
  )
  return {
    ...Object.fromEntries(given),
    ...countOf(job),
    ...Object.fromEntries(sources.map((source) => [source.parameter, refOf(job, source)]))
  }
}
