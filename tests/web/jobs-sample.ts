import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job, JobFile } from '#contract/jobs.ts'

/** A queued Midjourney job. */
export const sampleJob: Job = {
  id: 'operation-1',
  state: 'queued',
  kind: 'image',
  service: 'midjourney',
  model: null,
  upstreamModel: null,
  parameters: { prompt: 'Кот на крыше', aspectRatio: '16:9', quality: 'high' },
  uploads: [],
  sources: [],
  seed: null,
  batch: null,
  revisedPrompt: null,
  priceTokens: 4,
  chargedTokens: null,
  progress: null,
  cancelling: false,
  waiting: null,
  files: [],
  error: null,
  revision: 0,
  redoOf: null,
  redo: null,
  createdAt: 1_795_000_000_000,
  startedAt: null,
  finishedAt: null
}

export const sampleFile: JobFile = {
  id: 'operation-1.0',
  url: 'https://site.test/api/files/a/0?expires=1&signature=first',
  downloadUrl: 'https://site.test/api/files/a/0?expires=1&signature=first&download=1',
  type: 'image/png',
  sizeBytes: 1_258_291,
  width: 1456,
  height: 816,
  durationSeconds: null
}

export const jobWith = (changes: Partial<Job>): Job => ({ ...sampleJob, ...changes })

export const running = (changes: Partial<Job> = {}): Job =>
  jobWith({ state: 'running', startedAt: sampleJob.createdAt + 1000, ...changes })

export const completed = (changes: Partial<Job> = {}): Job =>
  jobWith({
    state: 'completed',
    startedAt: sampleJob.createdAt + 1000,
    finishedAt: sampleJob.createdAt + 30_000,
    chargedTokens: 4,
    upstreamModel: 'imagine',
    files: [{ ...sampleFile, id: `${changes.id ?? sampleJob.id}.0` }],
    ...changes
  })

export const failed = (changes: Partial<Job> = {}): Job =>
  jobWith({
    state: 'failed',
    finishedAt: sampleJob.createdAt + 30_000,
    chargedTokens: 0,
    error: { code: 'PROVIDER_BUSY', text: 'Модель перегружена. Попробуйте немного позже. Токены не списаны' },
    ...changes
  })

let made = 0

/** A running job of a service, with an id of its own. */
export function jobOf(service: string, part: Partial<Job> = {}): Job {
  made += 1
  return jobWith({
    id: `job-of-test-${made}`,
    state: 'running',
    kind: findStudioEntry(service)?.kind ?? 'image',
    service,
    parameters: { prompt: 'Лиса в лесу' },
    priceTokens: 2,
    createdAt: sampleJob.createdAt + made,
    ...part
  })
}

const types = { image: 'image/png', 'image-tool': 'image/png', video: 'video/mp4', audio: 'audio/mpeg' }

/** The job when it is completed: charged and with a file. */
export function finished(job: Job): Job {
  const url = `/api/files/${job.id}`
  const file = { ...sampleFile, id: `file-of-${job.id}`, url, downloadUrl: `${url}?download=1`, type: types[job.kind] }
  return {
    ...job,
    state: 'completed',
    chargedTokens: job.priceTokens,
    finishedAt: job.createdAt + 1,
    files: [file]
  }
}

/** The answer with a list of jobs. */
export const listOf = (jobs: readonly Job[], hasMore = false) => ({ jobs, hasMore })
