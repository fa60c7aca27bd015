// Work that is asked for now and fetched later: queued, running, finished, at the pace of the real upstreams. A task
// costs nothing until somebody asks for its result.
import { spoilt } from './spoil.ts'
import type { Clock } from '../clock.ts'
import type { MediaFault } from './faults.ts'
import type { MediaFile, Links } from './links.ts'

const KEPT_TASKS = 2000
/** How long the fault `late` takes. */
export const LATE_MS = 3_600_000
const FAILING_LOOKS = 3

interface TaskOrder {
  provider: string
  /** Default: a UUID. */
  id?: string
  /** Real times of the upstream; the speed in force at the start divides them. */
  queuedMs?: number
  runningMs: number
  fault: MediaFault | null
  /** How long the result's address is good for, and what it answers then. */
  lifeMs: number
  expiredStatus?: 403 | 404
  /** What the upstream tells about the task later: its prompt, its seed. */
  facts?: Readonly<Record<string, string | number>>
  make(): Promise<MediaFile>
}

/** Where a finished task's result is, and the same bytes for an upstream that hands them out itself. */
interface TaskResult {
  path: string
  file: MediaFile
}

export type TaskStatus =
  | { state: 'queued' }
  /** `progress`: 0 to 1. */
  | { state: 'running'; progress: number }
  /** Null: a success without a result. */
  | { state: 'finished'; result: TaskResult | null }
  /** At once by the fault `moderation`, which is for upstreams that refuse nothing at the submission itself. */
  | { state: 'moderated' }
  | { state: 'failed' }
  | { state: 'cancelled' }
  /** The upstream does not know it (any more). */
  | { state: 'missing' }
  /** The question itself fails with status 500. */
  | { state: 'unanswered' }

export interface Task {
  id: string
  provider: string
  fault: MediaFault | null
  facts: Readonly<Record<string, string | number>>
  /** Milliseconds since the epoch; `endsAt` is Infinity for a task that never ends. */
  createdAt: number
  runsAt: number
  endsAt: number
}

interface TaskCounts {
  started: number
  /** Accepted and not at its end. */
  running: number
  /** The most that ever ran at once. */
  maxRunning: number
}

export interface Tasks {
  start(order: TaskOrder): Task
  find(id: string): Task | null
  /** What the upstream says when it is asked now; counts as one question. */
  look(id: string): Promise<TaskStatus>
  /** False when it is unknown or has ended. */
  cancel(id: string): boolean
  /** Work of an upstream that answers with the result itself; call what it returns when the work is over. */
  enter(provider: string): () => void
  counts(): Record<string, TaskCounts>
  /** Forgets the counts so far, not the tasks. */
  resetCounts(): void
}

interface StoredTask extends Task {
  order: TaskOrder
  looks: number
  isCancelled: boolean
  result: Promise<TaskResult> | null
}

export function createTasks(clock: Clock, speed: () => number, links: Links): Tasks {
  const tasks = new Map<string, StoredTask>()
  const meters = new Map<string, { started: number; maxRunning: number; entered: number }>()
  const running = (provider: string) => {
    const now = clock.now()
    const unfinished = [...tasks.values()].filter((task) => task.provider === provider && now < task.endsAt)
    return unfinished.length + (meters.get(provider)?.entered ?? 0)
  }
  const meterOf = (provider: string) => {
    const meter = meters.get(provider) ?? { started: 0, maxRunning: 0, entered: 0 }
    meters.set(provider, meter)
    return meter
  }
  const count = (provider: string) => {
    const meter = meterOf(provider)
    meter.started += 1
    meter.maxRunning = Math.max(meter.maxRunning, running(provider))
  }
  return {
    start(order) {
      const task = storedTask(order, clock.now(), speed())
      tasks.set(task.id, task)
      forgetOldest(tasks, clock.now())
      count(task.provider)
      return task
    },
    find: (id) => tasks.get(id) ?? null,
    async look(id) {
      const task = tasks.get(id)
      return task ? await statusOf(task, clock.now(), links) : { state: 'missing' }
    },
    cancel(id) {
      const task = tasks.get(id)
      if (!task || clock.now() >= task.endsAt) return false
      Object.assign(task, { isCancelled: true, endsAt: clock.now() })
      return true
    },
    enter(provider) {
      const meter = meterOf(provider)
      meter.entered += 1
      count(provider)
      return () => {
        meter.entered -= 1
      }
    },
    counts: () =>
      Object.fromEntries(
        [...meters].map(([provider, { started, maxRunning }]) => [
          provider,
          { started, running: running(provider), maxRunning }
        ])
      ),
    resetCounts() {
      for (const [provider, meter] of meters) Object.assign(meter, { started: 0, maxRunning: running(provider) })
    }
  }
}

function storedTask(order: TaskOrder, now: number, speed: number): StoredTask {
  const { provider, fault, id = crypto.randomUUID(), queuedMs = 0, facts = {} } = order
  const runsAt = now + queuedMs / speed
  const endsAt = runsAt + runningMsOf(order) / speed
  const times = { createdAt: now, runsAt, endsAt }
  return { id, provider, fault, facts, ...times, order, looks: 0, isCancelled: false, result: null }
}

function runningMsOf({ fault, runningMs }: TaskOrder): number {
  if (fault === 'endless') return Infinity
  return fault === 'late' ? LATE_MS : runningMs
}

/** The oldest that ended; of running ones only when nothing else is left. */
function forgetOldest(tasks: Map<string, StoredTask>, now: number): void {
  if (tasks.size <= KEPT_TASKS) return
  const oldest = [...tasks.values()].find(({ endsAt }) => endsAt <= now) ?? tasks.values().next().value
  if (oldest) tasks.delete(oldest.id)
}

async function statusOf(task: StoredTask, now: number, links: Links): Promise<TaskStatus> {
  const { fault } = task.order
  task.looks += 1
  if (fault === 'lost') return { state: 'missing' }
  if (fault === 'status-errors' && task.looks <= FAILING_LOOKS) return { state: 'unanswered' }
  if (task.isCancelled) return { state: 'cancelled' }
  if (fault === 'moderation') return { state: 'moderated' }
  if (now < task.runsAt) return { state: 'queued' }
  if (now < task.endsAt) return { state: 'running', progress: progressOf(task, now) }
  if (fault === 'task-failed') return { state: 'failed' }
  if (fault === 'moderation-later') return { state: 'moderated' }
  if (fault === 'no-result') return { state: 'finished', result: null }
  task.result ??= resultOf(task.order, links)
  return { state: 'finished', result: await task.result }
}

/** A task that never ends comes closer to its end with every minute. */
function progressOf({ runsAt, endsAt }: Task, now: number): number {
  if (endsAt === Infinity) return 1 - 1 / (1 + (now - runsAt) / 60_000)
  return (now - runsAt) / (endsAt - runsAt)
}

async function resultOf({ make, fault, lifeMs, expiredStatus = 404 }: TaskOrder, links: Links): Promise<TaskResult> {
  const file = spoilt(await make(), fault)
  const life = fault === 'expired-link' ? 0 : lifeMs
  return { file, path: links.add(file.bytes, file.type, { lifeMs: life, expiredStatus }) }
}
