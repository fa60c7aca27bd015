import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'

let made = 0

/** A running job of a service. */
export function jobOf(service: string, part: Partial<Job> = {}): Job {
  made += 1
  return {
    id: `job-of-test-${made}`,
    state: 'running',
    kind: findStudioEntry(service)?.kind ?? 'image',
    service,
    model: null,
    upstreamModel: null,
    parameters: { prompt: 'Лиса в лесу' },
    uploads: [],
    sources: [],
    seed: null,
    batch: null,
    revisedPrompt: null,
    priceTokens: 2,
    chargedTokens: null,
    progress: null,
    cancelling: false,
    waiting: null,
    files: [],
    error: null,
    revision: 0,
    redoOf: null,
    redo: null,
    createdAt: 1_795_000_000_000 + made,
    startedAt: null,
    finishedAt: null,
    ...part
  }
}

const types = { image: 'image/png', 'image-tool': 'image/png', video: 'video/mp4', audio: 'audio/mpeg' }

/** The completed job: charged and with a file. */
export const completed = (job: Job): Job => ({
  ...job,
  state: 'completed',
  chargedTokens: job.priceTokens,
  finishedAt: job.createdAt + 1,
  files: [
    {
      id: `file-of-${job.id}`,
      url: `/api/files/${job.id}`,
      downloadUrl: `/api/files/${job.id}?download=1`,
      type: types[job.kind],
      sizeBytes: 1000,
      width: 1024,
      height: 1024,
      durationSeconds: null
    }
  ]
})
