// Works of a long chat: finished pictures, as the API shows them.
import { createHash } from 'node:crypto'
import type { Job } from '#contract/jobs.ts'

/** A picture of the site's own, which every round reads from the same address. */
const file = { url: '/preview.png', type: 'image/png', sizeBytes: 40_000, width: 1200, height: 630 }

/** The work of a card. @param index tells it from the others */
export function givenWork(index: number): Job {
  const id = `work-${createHash('sha256').update(String(index)).digest('hex').slice(0, 16)}`
  return {
    id,
    state: 'completed',
    kind: 'image',
    service: 'flux',
    model: 'flux-schnell',
    upstreamModel: 'flux-schnell',
    parameters: { prompt: `Маяк на скале, вид ${index}`, model: 'flux-schnell', aspectRatio: '1:1' },
    uploads: [],
    sources: [],
    seed: index,
    batch: null,
    revisedPrompt: null,
    priceTokens: 1,
    chargedTokens: 1,
    progress: null,
    cancelling: false,
    waiting: null,
    files: [{ id: `${id}.0`, ...file, downloadUrl: file.url, durationSeconds: null }],
    error: null,
    revision: 5,
    redoOf: null,
    redo: null,
    createdAt: 1_795_000_000_000 + index,
    startedAt: 1_795_000_000_500 + index,
    finishedAt: 1_795_000_004_000 + index
  }
}
