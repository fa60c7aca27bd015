// Lists of jobs: a user's jobs, newest first, and recent outcomes for the state of the services.
import { and, desc, eq, gte, inArray, isNotNull, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { StudioKind } from '#contract/catalogue/entry.ts'
import type { GalleryKind, JobState } from '#contract/jobs.ts'
import type { JobStep } from '#domain/job.ts'
import type { Outcome } from '#domain/service-health.ts'
import type { History } from '../base/database.ts'
import type { JobRow } from './job-view.ts'
import { usage } from './schema-ledger.ts'
import { jobs } from './schema.ts'

export interface JobPage {
  limit: number
  /** Operation id of the oldest job that the client has: only older ones are read. An unknown id finds no job. */
  before?: string | undefined
  service?: string | undefined
  kind?: GalleryKind | undefined
  /** `running`: everything that has not ended. */
  state?: JobState | undefined
  /** `results`: without failed and cancelled jobs; `failures`: these alone. */
  outcome?: 'results' | 'failures' | undefined
}

export const kindsOf: Record<GalleryKind, StudioKind[]> = {
  image: ['image', 'image-tool'],
  video: ['video'],
  audio: ['audio']
}
export const unsuccessfulSteps: JobStep[] = ['failed', 'cancelled']
const endedSteps: JobStep[] = ['completed', ...unsuccessfulSteps]

/** Running jobs have a small partial index, so the condition must be written exactly as in that index. */
function inState(state: JobState): SQL | undefined {
  return state === 'running' ? and(isNull(jobs.finishedAt), notInArray(jobs.step, endedSteps)) : eq(jobs.step, state)
}

const withOutcome = (outcome: 'results' | 'failures'): SQL =>
  outcome === 'failures' ? inArray(jobs.step, unsuccessfulSteps) : notInArray(jobs.step, unsuccessfulSteps)

/** Compares the id as well, because times may be equal: pages neither repeat nor skip a job. */
export const olderThan = (userId: string, before: string): SQL =>
  sql`(${jobs.createdAt}, ${jobs.id}) < (select known.created_at, known.id from jobs as known
    where known.user_id = ${userId} and known.operation_id = ${before})`

/** Jobs that the user has not deleted. */
export async function pageOfJobs(
  history: History,
  userId: string,
  { limit, before, service, kind, state, outcome }: JobPage
): Promise<{ rows: JobRow[]; hasMore: boolean }> {
  const rows = await history
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.userId, userId),
        isNull(jobs.deletedAt),
        before === undefined ? undefined : olderThan(userId, before),
        service === undefined ? undefined : eq(jobs.service, service),
        kind === undefined ? undefined : inArray(jobs.kind, kindsOf[kind]),
        state === undefined ? undefined : inState(state),
        outcome === undefined ? undefined : withOutcome(outcome)
      )
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit + 1)
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/** Outcomes read per service: enough for a median and for 15 minutes of a busy day. */
export const outcomesMax = 60

/**
 * Recent outcomes of several services, newest first, in one batch.
 * @param since outcomes before this time are not read
 */
export async function recentOutcomes(
  history: History,
  services: { text: readonly string[]; media: readonly string[] },
  since: number
): Promise<Map<string, Outcome[]>> {
  const media = services.media.map((service) =>
    history
      .select({
        outcome: sql<string>`coalesce(${jobs.failure}, ${jobs.step})`,
        startedAt: jobs.createdAt,
        finishedAt: sql<number>`${jobs.finishedAt}`
      })
      .from(jobs)
      .where(and(eq(jobs.service, service), isNotNull(jobs.finishedAt), gte(jobs.finishedAt, since)))
      .orderBy(desc(jobs.finishedAt))
      .limit(outcomesMax)
  )
  const text = services.text.map((service) =>
    history
      .select({ outcome: usage.outcome, startedAt: usage.createdAt, finishedAt: usage.finishedAt })
      .from(usage)
      .where(and(eq(usage.service, service), gte(usage.finishedAt, since)))
      .orderBy(desc(usage.finishedAt))
      .limit(outcomesMax)
  )
  const [first, ...others] = [...media, ...text]
  if (!first) return new Map()
  const found = await history.batch([first, ...others])
  return new Map([...services.media, ...services.text].map((service, index) => [service, found[index] ?? []]))
}

/** Whether a recording of the user is still to be made. */
export async function hasUnendedAudio(history: History, userId: string): Promise<boolean> {
  const found = await history
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.userId, userId), eq(jobs.kind, 'audio'), isNull(jobs.finishedAt)))
    .limit(1)
  return found.length > 0
}
