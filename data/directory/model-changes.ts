// What operators have made of models and added, and whom they have named for the works of tools: changes in force, those that begin later,
// and their history.
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { ReadPlace } from '#contract/operator/access/planned.ts'
import type { Directory } from '../base/database.ts'
import { addPlanned, cancelPlanned, type Cancelling } from './planned.ts'
import { modelChanges } from './schema-shop.ts'

export type ModelChangeRow = typeof modelChanges.$inferSelect
export type NewModelChange = Omit<ModelChangeRow, 'cancelledAt' | 'cancelledBy' | 'kind'> &
  Partial<Pick<ModelChangeRow, 'kind'>>

/** For a batch: the newest begun change of each model, with the time of its first one, and all later ones. */
export function modelChangesFrom(directory: Directory, now: number) {
  const { modelId, startsAt, cancelledAt } = modelChanges
  const newest = directory
    .select({
      modelId,
      startsAt: sql<number>`max(${startsAt})`.as('starts'),
      firstAt: sql<number>`min(${startsAt})`.as('first')
    })
    .from(modelChanges)
    .where(and(isNull(cancelledAt), sql`${startsAt} <= ${now}`))
    .groupBy(modelId)
    .as('newest')
  return [
    directory
      .select({ row: modelChanges, firstAt: newest.firstAt })
      .from(modelChanges)
      .innerJoin(newest, and(eq(modelId, newest.modelId), eq(startsAt, newest.startsAt)))
      .where(isNull(cancelledAt)),
    directory
      .select({ row: modelChanges })
      .from(modelChanges)
      .where(and(isNull(cancelledAt), gt(startsAt, now)))
  ] as const
}

export const findModelChange = (directory: Directory, id: string): Promise<ModelChangeRow | undefined> =>
  directory.select().from(modelChanges).where(eq(modelChanges.id, id)).get()

/**
 * @returns false when another change of the same model begins at the same moment, or its neighbours are others than those that were read;
 * a repetition changes nothing
 */
export async function addModelChange(directory: Directory, row: NewModelChange, read: ReadPlace): Promise<boolean> {
  const added = { kind: 'model' as const, ...row, cancelledAt: null, cancelledBy: null }
  await addPlanned(directory, modelChanges, added, { same: eq(modelChanges.modelId, row.modelId), read })
  return (await findModelChange(directory, row.id)) !== undefined
}

/** @returns whether it is cancelled now */
export const cancelModelChange = (directory: Directory, asked: Cancelling): Promise<boolean> =>
  cancelPlanned(directory, modelChanges, asked)

/** All changes of a kind, cancelled ones included, newest first. @param modelId of one model alone */
export const modelHistory = (
  directory: Directory,
  {
    kind = 'model',
    before,
    modelId,
    limit
  }: { kind?: ModelChangeRow['kind']; before: number | undefined; modelId: string | undefined; limit: number }
): Promise<ModelChangeRow[]> =>
  directory
    .select()
    .from(modelChanges)
    .where(
      and(
        eq(modelChanges.kind, kind),
        before === undefined ? undefined : lt(modelChanges.createdAt, before),
        modelId === undefined ? undefined : eq(modelChanges.modelId, modelId)
      )
    )
    .orderBy(desc(modelChanges.createdAt))
    .limit(limit)
