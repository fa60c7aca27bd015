// Prices and upstream models that operators have set: those in force and those that begin later, and their history.
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ReadPlace } from '#contract/operator/access/planned.ts'
import type { Directory } from '../base/database.ts'
import { addPlanned, cancelPlanned, type Cancelling } from './planned.ts'
import { priceOverrides } from './schema-prices.ts'

export type OverrideRow = typeof priceOverrides.$inferSelect
export type NewOverride = Omit<OverrideRow, 'cancelledAt' | 'cancelledBy'>

/** For a batch: the newest begun change of each price and upstream, and all later ones. */
export function overridesFrom(directory: Directory, now: number) {
  const { kind, service, item, startsAt, cancelledAt } = priceOverrides
  const newest = directory
    .select({ kind, service, item, startsAt: sql<number>`max(${startsAt})`.as('starts') })
    .from(priceOverrides)
    .where(and(isNull(cancelledAt), sql`${startsAt} <= ${now}`))
    .groupBy(kind, service, item)
    .as('newest')
  return [
    directory
      .select({ row: priceOverrides })
      .from(priceOverrides)
      .innerJoin(
        newest,
        and(eq(kind, newest.kind), eq(service, newest.service), eq(item, newest.item), eq(startsAt, newest.startsAt))
      )
      .where(isNull(cancelledAt)),
    directory
      .select({ row: priceOverrides })
      .from(priceOverrides)
      .where(and(isNull(cancelledAt), gt(startsAt, now)))
  ] as const
}

export const findOverride = (directory: Directory, id: string): Promise<OverrideRow | undefined> =>
  directory.select().from(priceOverrides).where(eq(priceOverrides.id, id)).get()

const samePrice = ({ kind, service, item }: NewOverride) =>
  and(eq(priceOverrides.kind, kind), eq(priceOverrides.service, service), eq(priceOverrides.item, item))

/**
 * @returns false when another change of the same price begins at the same moment, or its neighbours are others than those that were read;
 * a repetition changes nothing
 */
export async function addOverride(directory: Directory, row: NewOverride, read: ReadPlace): Promise<boolean> {
  const added = { ...row, cancelledAt: null, cancelledBy: null }
  await addPlanned(directory, priceOverrides, added, { same: samePrice(row), read })
  return (await findOverride(directory, row.id)) !== undefined
}

/** @returns whether it is cancelled now */
export const cancelOverride = (directory: Directory, asked: Cancelling): Promise<boolean> =>
  cancelPlanned(directory, priceOverrides, asked)

/** All changes, cancelled ones included, newest first. */
export const overrideHistory = (
  directory: Directory,
  { before, limit }: { before: number | undefined; limit: number }
): Promise<OverrideRow[]> =>
  directory
    .select()
    .from(priceOverrides)
    .where(before === undefined ? undefined : lt(priceOverrides.createdAt, before))
    .orderBy(desc(priceOverrides.createdAt))
    .limit(limit)
