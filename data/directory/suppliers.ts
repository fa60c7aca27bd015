// Suppliers of answers that operators have added, and the switches of those of the environment.
import { and, asc, eq, or } from 'drizzle-orm'
import type { Directory } from '../base/database.ts'
import { suppliers } from './schema-shop.ts'

export type SupplierRow = typeof suppliers.$inferSelect

/** A statement for a batch. */
export const allSuppliers = (directory: Directory) =>
  directory.select().from(suppliers).orderBy(asc(suppliers.createdAt), asc(suppliers.id))

export const findSupplier = (directory: Directory, id: string): Promise<SupplierRow | undefined> =>
  directory.select().from(suppliers).where(eq(suppliers.id, id)).get()

/** A repetition changes nothing. */
export async function addSupplier(directory: Directory, row: SupplierRow): Promise<void> {
  await directory.insert(suppliers).values(row).onConflictDoNothing()
}

/**
 * A supplier that does not exist is not added.
 * @param since only one that has not been changed since then, but for changes `by` one; absent: any
 * @returns whether one was changed
 */
export async function changeSupplier(
  directory: Directory,
  id: string,
  changed: Partial<Omit<SupplierRow, 'id' | 'createdAt' | 'createdBy'>>,
  since?: { at: number; by: string | null }
): Promise<boolean> {
  const isKnown =
    since && or(eq(suppliers.changedAt, since.at), since.by === null ? undefined : eq(suppliers.changedBy, since.by))
  const made = directory
    .update(suppliers)
    .set(changed)
    .where(and(eq(suppliers.id, id), isKnown))
  return (await made.returning({ id: suppliers.id })).length > 0
}

/** Switches a maker of the environment, of which there is a row from its first switch on. */
export async function switchMaker(
  directory: Directory,
  { id, isOn, at, by }: { id: string; isOn: boolean; at: number; by: string }
): Promise<void> {
  const set = { isOn, changedAt: at, changedBy: by }
  const nothing = { name: null, dialect: null, baseUrl: null, sealedKey: null, keySetAt: null, perMinuteMax: null }
  await directory
    .insert(suppliers)
    .values({ id, ...nothing, ...set, createdAt: at, createdBy: by })
    .onConflictDoUpdate({ target: suppliers.id, set })
}
