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

/** The answer with a list of jobs. */
export const listOf = (jobs: readonly Job[], hasMore = false) => ({ jobs, hasMore })
