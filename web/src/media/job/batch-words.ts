// The texts about the jobs of one submission.
import type { Job } from '#contract/jobs.ts'
import { formatTokens } from '../../base/format/tokens.ts'
import { isEnded } from './job-order.ts'

/** In the order of the batch. */
export const inPlaces = (jobs: readonly Job[]): readonly Job[] =>
  jobs.toSorted((one, other) => (one.batch?.index ?? 0) - (other.batch?.index ?? 0))

const sizeOf = (jobs: readonly Job[]): number => jobs[0]?.batch?.size ?? jobs.length

const doneOf = (jobs: readonly Job[]): number => jobs.filter(({ state }) => state === 'completed').length

/** «Набор: готово 2 из 4». A deleted job counts no more. */
export const batchWords = (jobs: readonly Job[]): string =>
  `Набор: готово ${doneOf(jobs)} из ${Math.max(jobs.length, jobs.every(isEnded) ? jobs.length : sizeOf(jobs))}`

const sum = (jobs: readonly Job[], tokens: (job: Job) => number): number =>
  jobs.reduce((total, job) => total + tokens(job), 0)

/** What a batch has cost, or may cost while it runs. */
export function tokensOf(jobs: readonly Job[]): string {
  if (!jobs.every(isEnded)) return `Спишем только за готовое: не больше ${formatTokens(sum(jobs, chargeBefore))}`
  const charged = sum(jobs, chargeAfter)
  return charged > 0 ? `Списано: ${formatTokens(charged)}` : 'Токены не списаны'
}

/** The charge is booked a moment after the result arrives. */
const chargeAfter = ({ state, chargedTokens, priceTokens }: Job): number =>
  chargedTokens ?? (state === 'completed' ? priceTokens : 0)

const chargeBefore = (job: Job): number => (isEnded(job) ? chargeAfter(job) : job.priceTokens)
