// Tasks that a client submits and polls: queued, running, finished, at the pace of the real upstreams. The result is
// made only when a client asks for the finished task.
import { spoilt, type MediaFile, type Links } from './links.ts'
import type { Clock } from '../base/clock.ts'
import type { MediaFault } from '../base/media-faults.ts'

const KEPT_TASKS = 2000
/** How long the fault `late` takes. */
export const LATE_MS = 3_600_000
const FAILING_LOOKS = 3

interface TaskOrder {
  provider: string
  /** Default: a UUID. */
  id?: string
  /** Durations of the real upstream; divided by the speed at the start of the task. */
  queuedMs?: number
  runningMs: number
  fault: MediaFault | null
  /** How the task ends without queueing or running; null: it takes its time. */
  endsAtOnce?: MediaFault | null
  /** How long the result's address works, and its status after that. */
  lifeMs: number
  expiredStatus?: 403 | 404
  /** What status answers repeat about the task, such as its prompt. */
  facts?: Readonly<Record<string, string | number>>
  make(): Promise<MediaFile>
}

/** The address of a finished task's result, and its bytes for an upstream that serves files under its own paths. */
interface TaskResult {
  path: string
  file: MediaFile
  /** The path of one more address with the same life; once expired it answers 403, as a signed one does. */
  sign(): string
}

export type TaskStatus =
  | { state: 'queued' }
  /** `progress`: 0 to 1. */
  | { state: 'running'; progress: number }
  /** Null: finished without a result. */
  | { state: 'finished'; result: TaskResult | null }
  /** From the start with the fault `moderation`: for upstreams that never refuse at submission. */
  | { state: 'moderated' }
  | { state: 'failed' }
  | { state: 'cancelled' }
  /** The upstream does not know the task, or no longer does. */
  | { state: 'missing' }
  /** The status request fails with HTTP status 500. */
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
  /** Accepted and not ended. */
  running: number
  /** The highest number that ran at once. */
  maxRunning: number
}

export interface Tasks {
  start(order: TaskOrder): Task
  find(id: string): Task | null
  /** The status that the upstream answers now; counts as one status request. */
  look(id: string): Promise<TaskStatus>
  /** @returns false if the task is unknown or has ended */
  cancel(id: string): boolean
  /** Counts work of an upstream whose response is the result. @returns a function to call when the work ends */
  enter(provider: string): () => void
  counts(): Record<string, TaskCounts>
  /** Resets the counts; the tasks stay. */
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

function storedTask(asked: TaskOrder, now: number, speed: number): StoredTask {
  const order = asked.endsAtOnce ? { ...asked, fault: asked.endsAtOnce, queuedMs: 0, runningMs: 0 } : asked
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

/** Drops the oldest ended task, or the oldest running one if none has ended. */
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

/** The progress of a task that never ends rises towards 1 without reaching it. */
function progressOf({ runsAt, endsAt }: Task, now: number): number {
  if (endsAt === Infinity) return 1 - 1 / (1 + (now - runsAt) / 60_000)
  return (now - runsAt) / (endsAt - runsAt)
}

async function resultOf({ make, fault, lifeMs, expiredStatus = 404 }: TaskOrder, links: Links): Promise<TaskResult> {
  const file = spoilt(await make(), fault)
  const life = fault === 'expired-link' ? 0 : lifeMs
  const sign = (status: 403 | 404 = 403) => links.add(file.bytes, file.type, { lifeMs: life, expiredStatus: status })
  return { file, path: sign(expiredStatus), sign }
}
