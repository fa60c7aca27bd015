// The one read of what operators have set for the shop: prices, models and suppliers, in one trip to D1.
import type { RouteState } from '#domain/models/breaker.ts'
import type { Directory } from '../base/database.ts'
import { modelChangesFrom, type ModelChangeRow } from './model-changes.ts'
import { type OverrideRow, overridesFrom } from './price-overrides.ts'
import { readRouteStates } from './route-states.ts'
import { allSuppliers, type SupplierRow } from './suppliers.ts'

export interface StoredShop {
  prices: OverrideRow[]
  /** Of a change that has begun, `firstAt` is when the first change of its model began: the place of an added model follows from it. */
  models: { row: ModelChangeRow; firstAt: number }[]
  /** Who makes works of tools: the changes that have begun last, and all later ones. */
  works: ModelChangeRow[]
  suppliers: SupplierRow[]
  routeStates: RouteState[]
}

/** What decides from now on: the newest begun change of each price, model and work, and all later ones. */
export async function readShop(directory: Directory, now: number): Promise<StoredShop> {
  const [prices, pricesToCome, models, modelsToCome, suppliers, routeStates] = await directory.batch([
    ...overridesFrom(directory, now),
    ...modelChangesFrom(directory, now),
    allSuppliers(directory),
    readRouteStates(directory)
  ])
  const changes = [...models, ...modelsToCome.map(({ row }) => ({ row, firstAt: row.startsAt }))]
  return {
    prices: [...prices, ...pricesToCome].map(({ row }) => row),
    models: changes.filter(({ row }) => row.kind === 'model'),
    works: changes.flatMap(({ row }) => (row.kind === 'work' ? [row] : [])),
    suppliers,
    routeStates
  }
}
