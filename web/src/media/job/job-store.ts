// What this page knows of the user's jobs, from wherever it came: answers, the live channel, a submission. Older news
// never replace newer ones, and a deleted work does not come back with a list that was read before.
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Job } from '#contract/jobs.ts'
import { onSessionChange, sessionState } from '../../base/session/session-store.ts'
import { onNewPage, pageEvent, pageStore } from '../../base/storage/page-store.ts'
import { isEnded, newerJob } from './job-order.ts'

interface Known {
  /** Null: deleted. */
  job: Job | null
  /** When it changed last, counted in changes. */
  changed: number
}

const known = new Map<string, Known>()
const newestFirst = pageStore<readonly Job[]>(() => [])
const ends = pageEvent<Job>()
let changes = 0
let ownerId: string | null = null

onNewPage(() => {
  known.clear()
  ownerId = null
})

/** All jobs that are known, newest first. The same array until something changes, the same job until it does. */
export const knownJobs = newestFirst.getState

export const onJobsChange = newestFirst.subscribe

export const findJob = (id: string): Job | undefined => known.get(id)?.job ?? undefined

/** Whether it is known that the job is no more: there is nothing to ask for. */
export const isForgotten = (id: string): boolean => known.get(id)?.job === null

/** How much has been learnt so far: what a list that is asked for now may overrule. */
export const knowledge = (): number => changes

/** Calls back for jobs that end before this page's eyes, and for those that deliver after they had been given up. */
export const onJobEnd = ends.on

export function learnJobs(told: readonly Job[]): void {
  // Asked for by somebody who has left meanwhile.
  if (sessionState().status === 'signed-out') return
  const ended: Job[] = []
  const before = changes
  for (const job of told) {
    const old = known.get(job.id)
    // Deleted here, told by a list that was read before.
    if (old?.job === null) continue
    const next = old ? replaceEqualDeep(old.job, newerJob(old.job, job)) : job
    if (next === old?.job) continue
    put(job.id, next)
    if (old && isEnded(next) && next.state !== old.job.state) ended.push(next)
  }
  if (changes !== before) publish()
  for (const job of ended) ends.tell(job)
}

/** Deleted works stay away, whatever is still told of them. */
export function forgetJobs(ids: readonly string[]): void {
  for (const id of ids) put(id, null)
  if (ids.length > 0) publish()
}

function put(id: string, job: Job | null) {
  ownerId = sessionState().user?.id ?? ownerId
  changes += 1
  known.set(id, { job, changed: changes })
}

function publish() {
  const jobs = [...known.values()].flatMap(({ job }) => job ?? [])
  newestFirst.setState(
    jobs.toSorted((a, b) => b.createdAt - a.createdAt),
    true
  )
}

interface Told {
  jobs: readonly Job[]
  /** `knowledge()` when the list was asked for. */
  asked: number
  /** Whether the list would name this job if it still existed. */
  covers: (job: Job) => boolean
}

/** Learns a list from the server: what it leaves out was deleted, unless it was learnt after the list was asked for. */
export function learnList({ jobs, asked, covers }: Told): void {
  const named = new Set(jobs.map(({ id }) => id))
  const gone = [...known].filter(
    ([id, { job, changed }]) => job && changed <= asked && isEnded(job) && !named.has(id) && covers(job)
  )
  learnJobs(jobs)
  forgetJobs(gone.map(([id]) => id))
}

// Jobs belong to one person: the next at this browser must not see them.
onSessionChange(() => {
  const { status, user } = sessionState()
  const left = status === 'signed-out' || (user !== null && ownerId !== null && user.id !== ownerId)
  if (!left) return
  ownerId = null
  if (known.size === 0) return
  known.clear()
  publish()
})
