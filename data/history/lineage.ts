// Which jobs a job was made from, and which were made from it.
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { lineageMax, type Relative } from '#contract/lineage.ts'
import type { History } from '../base/database.ts'
import type { LinkSettings } from '../files/signed-link.ts'
import { type JobRow, jobView } from './job-view.ts'
import { jobs } from './schema.ts'

export interface Lineage {
  /** Oldest first. */
  ancestors: { row: JobRow; file: number }[]
  /** Oldest first; deleted ones are left out. */
  descendants: JobRow[]
}

const rowsOf = (history: History, userId: string, operationIds: string[]): Promise<JobRow[]> =>
  history
    .select()
    .from(jobs)
    .where(and(eq(jobs.userId, userId), inArray(jobs.operationId, operationIds)))

/** Walks back from the nearest jobs to the first ones. A deleted job still says what it was made from. */
async function ancestorsOf(history: History, { userId, operationId, madeFrom }: JobRow): Promise<Lineage['ancestors']> {
  const found: Lineage['ancestors'] = []
  const seen = new Set([operationId])
  for (let wanted = madeFrom ?? []; wanted.length > 0 && found.length < lineageMax;) {
    const files = new Map(wanted.filter(({ job }) => !seen.has(job)).map(({ job, file }) => [job, file]))
    for (const id of files.keys()) seen.add(id)
    const rows = files.size === 0 ? [] : await rowsOf(history, userId, [...files.keys()])
    found.push(...rows.map((row) => ({ row, file: files.get(row.operationId) ?? 0 })))
    wanted = rows.flatMap((row) => row.madeFrom ?? [])
  }
  return found.slice(0, lineageMax).toSorted((one, other) => one.row.createdAt - other.row.createdAt)
}

/**
 * Only jobs of the same user that are not older can have been made from a job. The index alone finds those that were, so only
 * their rows are read.
 */
const descendantsOf = (history: History, { userId, operationId, createdAt }: JobRow): Promise<JobRow[]> =>
  history
    .select()
    .from(jobs)
    .where(
      and(
        isNull(jobs.deletedAt),
        sql`jobs.rowid in (select made.rowid from jobs as made
          where made.user_id = ${userId} and made.created_at >= ${createdAt} and made.made_from is not null
            and exists (select 1 from json_each(made.made_from) as source
              where json_extract(source.value, '$.job') = ${operationId}))`
      )
    )
    .orderBy(asc(jobs.createdAt))
    .limit(lineageMax)

/** The family of a job; the caller has checked its owner. */
export async function lineageOf(history: History, row: JobRow): Promise<Lineage> {
  const [ancestors, descendants] = await Promise.all([ancestorsOf(history, row), descendantsOf(history, row)])
  return { ancestors, descendants }
}

/** @param file the number of the result to show */
export function relativeView(row: JobRow, file: number, settings: LinkSettings, now: number): Relative {
  const { id, kind, service, createdAt, files } = jobView(row, settings, now)
  return {
    id,
    kind,
    service,
    createdAt,
    deleted: row.deletedAt !== null,
    file: files.find((one) => one.id === `${id}.${file}`) ?? null
  }
}
