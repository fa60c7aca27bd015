// What operators see of who makes the works of tools.
import type { MediaRoute, StudioEntry } from '#contract/catalogue/entry.ts'
import type { OperatorWork, OperatorWorkChange, WorkAccount } from '#contract/operator/shop/works.ts'
import type { ModelChangeRow } from '#data/directory/model-changes.ts'
import { isWorkConnected, type KnownSupplies } from '#domain/supplies/choice.ts'
import { entriesOf, lacksOf, type Supply, wireFor, type Work, workKeyOf, works } from '#domain/supplies/supply.ts'
import type { Supplier } from '#domain/models/supplier.ts'
import { workDefinitionIn } from '../../http/work-rows.ts'
import { inForceIdOf, plannedView } from '../planned.ts'
import { changesOfOne } from './read-changes.ts'

/** Undefined for a key that the catalogue does not have. */
export const findWork = (key: string): Work | undefined => works.find((work) => workKeyOf(work) === key)

/** What selects a route, by the label of the form: «Увеличение». */
function labelOf({ parameters }: StudioEntry, { when = {} }: MediaRoute): string | undefined {
  const choice = parameters.find((parameter) => parameter.kind === 'choice' && parameter.name in when)
  const wanted = choice && when[choice.name]
  return choice?.kind === 'choice' && wanted && !('max' in wanted)
    ? choice.options.find(({ value }) => value === wanted[0])?.label
    : undefined
}

/** The tools, and the model or what it does in words where there are several. */
export function workTitle(work: Work): string {
  const entries = entriesOf(work)
  const tools = entries.map(({ title }) => title).join(', ')
  const [name] = entries.flatMap((entry) => {
    const route = entry.upstream.find(({ provider, model }) => provider === work.provider && model === work.model)
    return (route && (route.modelName ?? labelOf(entry, route))) ?? (entry.upstream.length > 1 ? work.model : [])
  })
  return name === undefined ? tools : name.startsWith(tools) ? name : `${tools}: ${name}`
}

/** @param named with its model, where it is among those of the work */
function accountOf(
  work: Work,
  { id, name, isOn, dialect }: Supplier,
  known: KnownSupplies,
  named?: Supply
): WorkAccount {
  const supply = named ?? { supplier: id, model: work.model }
  const lacks = lacksOf({ ...supply, voices: {} }, dialect, work)
  return {
    supplier: id,
    name,
    is_on: isOn,
    has_key: known.connections.has(id),
    needs_voices: wireFor(dialect, work.provider, id) === 'openai-speech',
    lacks
  }
}

/** @param rows of all works: those in force, and those that begin later */
export const workViews = (known: KnownSupplies, rows: readonly ModelChangeRow[], now: number): OperatorWork[] =>
  works.map((work) => {
    const key = workKeyOf(work)
    const supplies = known.works.get(key)
    const able = known.suppliers.filter(({ id, dialect }) => wireFor(dialect, work.provider, id) !== null)
    const isUsual = (supplier: Supplier) => (supplier.id === work.provider ? 0 : 1)
    return {
      work: key,
      title: workTitle(work),
      model: work.model,
      definition: supplies ? { supplies: [...supplies] } : null,
      in_force: inForceIdOf(changesOfOne(rows, key), now),
      accounts: able
        .toSorted((one, other) => isUsual(one) - isUsual(other))
        .map((supplier) =>
          accountOf(
            work,
            supplier,
            known,
            supplies?.find((one) => one.supplier === supplier.id)
          )
        ),
      is_connected: isWorkConnected(work, known)
    }
  })

export function workChangeView(row: ModelChangeRow, now: number): OperatorWorkChange {
  const work = findWork(row.modelId)
  return {
    ...plannedView(row, now),
    work: row.modelId,
    title: work ? workTitle(work) : row.modelId,
    definition: workDefinitionIn(row.definition) ?? null
  }
}
