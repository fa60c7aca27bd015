// The context of every step of a job, and the type in which a step says when to continue.
import { type Directory, type History, openDirectory, openHistory } from '#data/base/database.ts'
import type { JobRow } from '#data/history/jobs.ts'
import type { Environment } from '#domain/environment.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { retried } from '#durable-objects/base/retry.ts'
import type { MediaProvider } from '#providers/media/media.ts'
import { noSupplies, providerAt, type ReadSupplies, type SuppliesInForce } from './supplies.ts'

/** Timeout of calls that only check or cancel a job; the adapters' own timeouts are shorter. */
export const quickCallMs = 25_000

export interface JobContext {
  env: Env
  environment: Environment
  directory: Directory
  /** With the row of the job. */
  history: History
  /** The suppliers that may be asked now. @throws Error in a step that asks none */
  supplies: () => Promise<SuppliesInForce>
}

/** @param id of the job, or of its user: it leads to the history with the row */
export const jobContext = (env: Env, id: string, read: ReadSupplies = noSupplies): JobContext => ({
  env,
  environment: environmentOf(env),
  directory: openDirectory(env),
  history: openHistory(env, id),
  supplies: () => read(env)
})

/** The account that the job asks, or has asked. */
export const providerOf = async ({ supplies }: JobContext, row: JobRow): Promise<MediaProvider> =>
  providerAt(await supplies(), row)

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
