// How planned changes are added and cancelled: in one statement with the look at what stands around them, because two operators may plan
// at the same time.
import { and, eq, gt, isNull, type SQL, type SQLChunk, sql } from 'drizzle-orm'
import type { ReadPlace } from '#contract/operator/access/planned.ts'
import type { Directory } from '../base/database.ts'
import type { modelChanges } from './schema-shop.ts'
import type { priceOverrides } from './schema-prices.ts'

const listed = (parts: SQLChunk[]) => sql.join(parts, sql`, `)

type Planned = typeof modelChanges | typeof priceOverrides

/**
 * Adds the row unless another change of the same thing begins at the same moment, or stands between it and what the operator has read
 * (`placeAt` of contract/operator/access/planned.ts).
 * @param same which rows are changes of the same thing
 */
export async function addPlanned<Table extends Planned>(
  directory: Directory,
  table: Table,
  row: Table['$inferSelect'],
  { same, read: { base, next } }: { same: SQL | undefined; read: ReadPlace }
): Promise<void> {
  const { id, startsAt, cancelledAt } = table
  // Entries of a row have its columns' names.
  const names = Object.keys(row) as (keyof typeof row)[]
  const columns = listed(names.map((name) => sql.identifier(table[name as 'id'].name)))
  const nearest = (when: SQL, order: SQL) =>
    sql`(select ${id} from ${table} where ${and(same, isNull(cancelledAt), when)} order by ${order} limit 1)`
  const before = nearest(sql`${startsAt} < ${row.startsAt}`, sql`${startsAt} desc`)
  const after = nearest(sql`${startsAt} > ${row.startsAt}`, sql`${startsAt}`)
  await directory.run(
    sql`insert into ${table} (${columns}) select ${listed(names.map((name) => sql`${row[name]}`))} where ${before} is ${base} and ${after} is ${next} on conflict do nothing`
  )
}

export interface Cancelling {
  id: string
  by: string
  now: number
  /** Only a change that begins later can be cancelled. */
  before: number
}

/** @returns whether it is cancelled now */
export async function cancelPlanned(
  directory: Directory,
  planned: Planned,
  { id, by, now, before }: Cancelling
): Promise<boolean> {
  // What both have is all that is used.
  const table = planned as typeof modelChanges
  const own = eq(table.id, id)
  await directory
    .update(table)
    .set({ cancelledAt: now, cancelledBy: by })
    .where(and(own, isNull(table.cancelledAt), gt(table.startsAt, before)))
  const row = await directory.select({ at: table.cancelledAt }).from(table).where(own).get()
  return typeof row?.at === 'number'
}
