// The jobs of the user that this page has received: in answers, over the live channel, after submitting. An older
// version never replaces a newer one, and a deleted job does not come back with a list that was requested earlier.
import { replaceEqualDeep } from '@tanstack/react-query'
import type { Job } from '#contract/jobs.ts'
import { onSessionChange, sessionState } from '../../base/session/session-store.ts'
import { onNewPage, pageEvent, pageStore } from '../../base/storage/page-store.ts'
import { isEnded, newerJob } from './job-order.ts'

interface Known {
  /** Null when it was deleted. */
  job: Job | null
  /** The value of `changes` after its last change. */
  changed: number
}

const known = new Map<string, Known>()
const newestFirst = pageStore<readonly Job[]>(() => [])
const ends = pageEvent<Job>()
let changes = 0
let ownerId: string | null = null
let forgotten = 0

onNewPage(() => {
  known.clear()
  ownerId = null
})

/** All jobs of the store, newest first. The array and each job keep their identity until they change. */
export const knownJobs = newestFirst.getState

export const onJobsChange = newestFirst.subscribe

export const findJob = (id: string): Job | undefined => known.get(id)?.job ?? undefined

/** Whether the job was deleted: it need not be requested. */
export const isForgotten = (id: string): boolean => known.get(id)?.job === null

/** The number of changes so far. `learnList` needs the number at the time of its request. */
export const knowledge = (): number => changes

/** Changes when jobs are deleted, and not when others are learned: `onJobsChange` tells of both. */
export const forgettings = (): number => forgotten

/** Calls back when a job of the store ends, and when one that had failed or was cancelled is completed after all. */
export const onJobEnd = ends.on

export function learnJobs(told: readonly Job[]): void {
  // The user has signed out since the request.
  if (sessionState().status === 'signed-out') return
  const ended: Job[] = []
  const before = changes
  for (const job of told) {
    const old = known.get(job.id)
    // The job was deleted after this list was requested.
    if (old?.job === null) continue
    const next = old ? replaceEqualDeep(old.job, newerJob(old.job, job)) : job
    if (next === old?.job) continue
    put(job.id, next)
    if (old && isEnded(next) && next.state !== old.job.state) ended.push(next)
  }
  if (changes !== before) publish()
  for (const job of ended) ends.tell(job)
}

/** Removes deleted jobs for good: later answers that still contain them are ignored. */
export function forgetJobs(ids: readonly string[]): void {
  for (const id of ids) put(id, null)
  forgotten += ids.length
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
  /** `knowledge()` when the list was requested. */
  asked: number
  /** Whether the list would contain this job if it still existed. */
  covers: (job: Job) => boolean
}

/** Stores a list from the server. Ended jobs that it leaves out were deleted, unless they changed after the request. */
export function learnList({ jobs, asked, covers }: Told): void {
  const named = new Set(jobs.map(({ id }) => id))
  const gone = [...known].filter(
    ([id, { job, changed }]) => job && changed <= asked && isEnded(job) && !named.has(id) && covers(job)
  )
  learnJobs(jobs)
  forgetJobs(gone.map(([id]) => id))
}

// The next user of this browser must not see the jobs of the previous one.
onSessionChange(() => {
  const { status, user } = sessionState()
  const left = status === 'signed-out' || (user !== null && ownerId !== null && user.id !== ownerId)
  if (!left) return
  ownerId = null
  if (known.size === 0) return
  known.clear()
  publish()
})
