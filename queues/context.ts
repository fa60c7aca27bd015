// What every step of a job works with, and the words in which steps answer.
import { type Database, openDatabase } from '#data/database.ts'
import type { JobRow } from '#data/jobs.ts'
import { type Environment, parseEnvironment } from '#domain/environment.ts'
import { retried } from '#durable-objects/retry.ts'
import type { MediaProvider } from '#providers/media/media.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'

/** For calls that only ask about a job or end it; the adapters' own limit is shorter. */
export const quickCallMs = 25_000

export interface JobContext {
  env: Env
  environment: Environment
  database: Database
}

export const jobContext = (env: Env): JobContext => ({
  env,
  environment: parseEnvironment(env),
  database: openDatabase(env.DB)
})

/** @throws Error for a provider that only an older or newer deploy knows */
export function providerOf({ environment }: JobContext, { provider: name }: JobRow): MediaProvider {
  const provider = mediaProviderOf(name, environment)
  if (typeof provider !== 'object') throw new Error('A job of an unknown provider')
  return provider
}

/** When the job's message is to come again; null when it has nothing more to do. */
export type NextStep = { id: string; kind: JobRow['kind']; dueAt: number } | null

/** What a row that was just read or written says about its next step. A row that somebody else changed is theirs. */
export const nextStepOf = (row: JobRow | undefined): NextStep =>
  row === undefined || row.dueAt === null ? null : { id: row.id, kind: row.kind, dueAt: row.dueAt }

/** Repeats a write that must not be lost to a moment's trouble. It must be one that may be repeated. */
export const persist = <Result>(write: () => Promise<Result>, attemptsMax = 4): Promise<Result> =>
  retried(write, { attemptsMax, firstPauseMs: 100, pauseMaxMs: 2_000 })
