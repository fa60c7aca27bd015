// One portion of the nightly check: some jobs, whose results are compared with R2. Both are read in the order of the job
// ids, which R2's keys begin with.
import { resultsPrefix } from '#data/files/job-files.ts'
import type { FoundDifference } from '#data/directory/reconciliation-bookmark.ts'
import { jobsWithFilesAfter } from '#data/both/reconciliation.ts'
import { confirmed } from '#domain/reconciliation.ts'
import { comparable, fileDifferences, type ResultFile } from '#domain/reconciliation-files.ts'

const runMaxMs = 20_000

function fileOf({ key, size: sizeBytes, uploaded }: R2Object): ResultFile {
  const [jobId = '', index = ''] = key.slice(resultsPrefix.length).split('/')
  return { key, jobId, index: Number(index), sizeBytes, uploadedAt: uploaded.getTime() }
}

/** The results of whole jobs. @returns also the last job that is certainly whole; null at the end of the store */
async function resultsAfter(
  media: R2Bucket,
  after: string,
  limit: number
): Promise<{ files: ResultFile[]; end: string | null }> {
  // `~` comes after every index of the job that was checked last.
  const startAfter = after === '' ? {} : { startAfter: `${resultsPrefix}${after}/~` }
  const { objects, truncated } = await media.list({ prefix: resultsPrefix, limit, ...startAfter })
  const files = objects.map(fileOf)
  if (!truncated) return { files, end: null }
  const lastId = files.at(-1)?.jobId ?? after
  const whole = files.filter(({ jobId }) => jobId !== lastId)
  return { files: whole, end: whole.at(-1)?.jobId ?? after }
}

export interface FilePortion {
  /** Jobs, and files in R2, read at a time. */
  jobs: number
  files: number
  /** How often, in one run. */
  pages: number
}

interface Run {
  env: Env
  now: number
}

interface Page {
  cursor: string
  jobs: number
  isLast: boolean
  found: FoundDifference[]
}

async function comparePage({ env, now }: Run, after: string, sizes: FilePortion): Promise<Page> {
  const [jobs, { files, end }] = await Promise.all([
    jobsWithFilesAfter(env, after, sizes.jobs),
    resultsAfter(env.MEDIA, after, sizes.files)
  ])
  const lastJob = jobs.length < sizes.jobs ? null : (jobs.at(-1)?.id ?? null)
  const { ids, upTo } = comparable([...jobs.map(({ id }) => id), ...files.map(({ jobId }) => jobId)], [end, lastJob])
  const jobsById = new Map(jobs.map((job) => [job.id, job]))
  const filesById = Map.groupBy(files, ({ jobId }) => jobId)
  const found = ids.flatMap((id) => {
    const job = jobsById.get(id)
    return fileDifferences(job, filesById.get(id) ?? [], now).map((one) => ({ ...one, userId: job?.userId ?? '' }))
  })
  return { cursor: upTo ?? ids.at(-1) ?? after, jobs: ids.length, isLast: upTo === null, found }
}

/** Looks again before it reports, because a work may be deleted between the two reads. */
async function checkPage(run: Run, after: string, sizes: FilePortion): Promise<Page> {
  const page = await comparePage(run, after, sizes)
  if (page.found.length === 0) return page
  const again = await comparePage(run, after, sizes)
  return { ...page, found: confirmed(page.found, again.found) }
}

export async function checkFiles(run: Run, after: string, sizes: FilePortion): Promise<Page> {
  const startedAt = Date.now()
  const checked: Page = { cursor: after, jobs: 0, isLast: false, found: [] }
  for (let pages = 0; pages < sizes.pages && Date.now() - startedAt < runMaxMs && !checked.isLast; pages++) {
    const page = await checkPage(run, checked.cursor, sizes)
    checked.found.push(...page.found)
    Object.assign(checked, { cursor: page.cursor, jobs: checked.jobs + page.jobs, isLast: page.isLast })
  }
  return checked
}
