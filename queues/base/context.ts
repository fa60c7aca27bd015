// The context of every step of a job, and the type in which a step says when to continue.
import { type Directory, type History, openDirectory, openHistory } from '#data/base/database.ts'
import type { JobRow } from '#data/history/jobs.ts'
import { type Environment, parseEnvironment } from '#domain/environment.ts'
import { retried } from '#durable-objects/base/retry.ts'
import type { MediaProvider } from '#providers/media/media.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'

/** Timeout of calls that only check or cancel a job; the adapters' own timeouts are shorter. */
export const quickCallMs = 25_000

export interface JobContext {
  env: Env
  environment: Environment
  directory: Directory
  /** With the row of the job. */
  history: History
}

/** @param id of the job, or of its user: it leads to the history with the row */
export const jobContext = (env: Env, id: string): JobContext => ({
  env,
  environment: parseEnvironment(env),
  directory: openDirectory(env),
  history: openHistory(env, id)
})

/** @throws Error for a provider that only an older or newer deploy knows */
export function providerOf({ environment }: JobContext, { provider: name }: JobRow): MediaProvider {
  const provider = mediaProviderOf(name, environment)
  if (typeof provider !== 'object') throw new Error('A job of an unknown provider')
  return provider
}

/** When the job's message must be delivered again; null when it is done. */
export type NextStep = { id: string; kind: JobRow['kind']; dueAt: number } | null

/**
 * The next step according to a row that was just read or written. Undefined means that another worker changed the row:
 * the next step is its task.
 */
export const nextStepOf = (row: JobRow | undefined): NextStep =>
  row === undefined || row.dueAt === null ? null : { id: row.id, kind: row.kind, dueAt: row.dueAt }

/** Retries a write that must survive a short outage. The write must be idempotent. */
export const persist = <Result>(write: () => Promise<Result>, attemptsMax = 4): Promise<Result> =>
  retried(write, { attemptsMax, firstPauseMs: 100, pauseMaxMs: 2_000 })
