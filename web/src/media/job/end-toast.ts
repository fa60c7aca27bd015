// The toast that is shown when a job ends.
import { findStudioEntry, studioEntryOfPath } from '#contract/catalogue/studio.ts'
import type { Job } from '#contract/jobs.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { batchWords, cancelledText, tokensOf } from './job-words.ts'
import { isEnded } from './job-order.ts'
import { knownJobs } from './job-store.ts'

interface EndToast {
  kind: 'success' | 'error' | 'info'
  text: string
}

/** The last words of every success text in the catalogue. */
const cost = 'Использовано {tokens}'

/**
 * The toast in the words of the job's own page; null for a job that still runs. Of a batch the last job to end speaks for
 * all, unless they all ended alike without a result.
 */
export function endToast(job: Job): EndToast | null {
  const { batch } = job
  if (!batch) return ownToast(job)
  const jobs = knownJobs().filter((known) => known.batch?.id === batch.id)
  if (!jobs.every(isEnded)) return null
  if (!jobs.some(({ state }) => state === 'completed')) return ownToast(job)
  return { kind: 'success', text: `${batchWords(jobs)}. ${tokensOf(jobs)}` }
}

function ownToast({ state, service, error, chargedTokens, priceTokens }: Job): EndToast | null {
  const texts = findStudioEntry(service)?.texts
  if (state === 'cancelled') return { kind: 'info', text: cancelledText }
  if (state === 'failed') {
    const failed = texts?.failed ?? 'Работа не удалась'
    return { kind: 'error', text: error ? `${failed}: ${error.text}` : failed }
  }
  if (state !== 'completed') return null
  const done = texts?.done ?? `Работа готова! ${cost}`
  // Free because the job was late, or included in Premium.
  if (chargedTokens === 0) return { kind: 'success', text: done.replace(cost, 'Бесплатно') }
  return { kind: 'success', text: done.replace('{tokens}', formatTokens(chargedTokens ?? priceTokens)) }
}

/** Whether the page at this address shows the job itself. */
export const isPageOf = ({ service }: Pick<Job, 'service'>, pathname: string): boolean =>
  studioEntryOfPath(pathname)?.id === service
