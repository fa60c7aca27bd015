// Rows of the table of models, read as what they define.
import { type ModelDefinition, modelDefinition } from '#contract/operator/shop/definition.ts'
import type { StoredShop } from '#data/directory/in-force.ts'
import type { DefinedChange } from '#domain/models/definition.ts'
import { log } from '#notices/report.ts'

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined where it cannot be read: rows outlive versions of the product. */
export function definitionIn(text: string | null): ModelDefinition | null | undefined {
  return text === null ? null : modelDefinition.safeParse(jsonOf(text)).data
}

export interface ReadChange extends DefinedChange {
  /** The id of the row. */
  row: string
}

/** Those that can be read. @param before what an earlier read has made of the rows: what a row defines never changes, and 200 take 20 ms */
export function changesOf(rows: StoredShop['models'], before: readonly ReadChange[] = []): ReadChange[] {
  const known = new Map(before.map(({ row, definition }) => [row, definition]))
  return rows.flatMap(({ row, firstAt }) => {
    const definition = known.get(row.id) ?? definitionIn(row.definition)
    if (definition !== undefined) return [{ row: row.id, id: row.modelId, startsAt: firstAt, definition }]
    log({ event: 'model-not-read', model: row.modelId })
    return []
  })
}
