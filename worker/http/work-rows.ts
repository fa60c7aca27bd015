// Rows of changes of who makes the works of tools, read as what they say.
import { type WorkDefinition, workDefinition } from '#contract/operator/shop/work-definition.ts'
import type { ModelChangeRow } from '#data/directory/model-changes.ts'
import type { Supply } from '#domain/supplies/supply.ts'
import { log } from '#notices/report.ts'
import { jsonOf } from './model-rows.ts'

export interface WorkChange {
  /** The key of the work. */
  work: string
  startsAt: number
  /** Null: as in the catalogue again. */
  definition: WorkDefinition | null
}

/** Undefined where it cannot be read: rows outlive versions of the product. */
export const workDefinitionIn = (text: string | null): WorkDefinition | null | undefined =>
  text === null ? null : workDefinition.safeParse(jsonOf(text)).data

/** Those that can be read. */
export const workChangesOf = (rows: readonly ModelChangeRow[]): WorkChange[] =>
  rows.flatMap(({ modelId, startsAt, definition: text }) => {
    const definition = workDefinitionIn(text)
    if (definition !== undefined) return [{ work: modelId, startsAt, definition }]
    log({ event: 'model-not-read', model: modelId })
    return []
  })

/** Who makes what at this moment, where it is not as in the catalogue. */
export function suppliesAt(changes: readonly WorkChange[], now: number): Map<string, readonly Supply[]> {
  const found = new Map<string, readonly Supply[]>()
  const begun = changes.filter(({ startsAt }) => startsAt <= now)
  for (const { work, definition } of begun.toSorted((one, other) => one.startsAt - other.startsAt))
    if (definition) found.set(work, definition.supplies)
    else found.delete(work)
  return found
}
