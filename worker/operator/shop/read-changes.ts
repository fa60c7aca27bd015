import { isChatDialect } from '#contract/supplier-dialects.ts'
import { readShop } from '#data/directory/in-force.ts'
import { findModelChange, type ModelChangeRow } from '#data/directory/model-changes.ts'
import type { AppContext } from '../../http/context.ts'
import { expectFound } from '../../http/errors.ts'
import { changesOf } from '../../http/model-rows.ts'
import { suppliersInForce } from '../../http/suppliers-in-force.ts'

/** Of one model or work. */
export const changesOfOne = (rows: readonly ModelChangeRow[], id: string): ModelChangeRow[] =>
  rows.filter(({ modelId }) => modelId === id)

/** @throws AppError NOT_FOUND */
export async function findOfKind(c: AppContext, id: string, kind: ModelChangeRow['kind']): Promise<ModelChangeRow> {
  const row = await findModelChange(c.var.directory, id)
  return expectFound(row?.kind === kind ? row : undefined)
}

/** The changes of models and the suppliers of chats as they are stored now, and not as this isolate remembers them. */
export async function readChanges(c: AppContext) {
  const { models, suppliers } = await readShop(c.var.directory, Date.now())
  const { suppliers: known } = await suppliersInForce(suppliers, c.var.environment, new Map())
  const ofChats = known.filter(({ dialect }) => isChatDialect(dialect))
  return { changes: changesOf(models), rows: models.map(({ row }) => row), suppliers: ofChats }
}
