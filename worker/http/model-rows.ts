// Rows of the table of models, read as what they define.
import { type ModelDefinition, modelDefinition } from '#contract/operator/shop/definition.ts'
import type { StoredShop } from '#data/directory/in-force.ts'
import type { DefinedChange } from '#domain/models/definition.ts'
import { log } from '#notices/report.ts'

function jsonOf(text: string): unknown {
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

/** Those that can be read. */
export const changesOf = (rows: StoredShop['models']): DefinedChange[] =>
  rows.flatMap(({ row, firstAt }) => {
    const definition = definitionIn(row.definition)
    if (definition !== undefined) return [{ id: row.modelId, startsAt: firstAt, definition }]
    log({ event: 'model-not-read', model: row.modelId })
    return []
  })
