// What the breakers of routes have said last, for isolates that know less.
import { desc, lt } from 'drizzle-orm'
import type { RouteState } from '#domain/models/breaker.ts'
import type { Directory } from '../base/database.ts'
import { routeStates } from './schema-outages.ts'

/** More routes than are ever open at once. */
const statesMax = 200

/** Stores a change, unless a later one is known. */
export async function noteRouteState(directory: Directory, state: RouteState): Promise<void> {
  const { supplier: _supplier, model: _model, ...change } = state
  await directory
    .insert(routeStates)
    .values(state)
    .onConflictDoUpdate({
      target: [routeStates.supplier, routeStates.model],
      set: change,
      setWhere: lt(routeStates.changedAt, state.changedAt)
    })
}

/** A statement for a batch: the states that changed last, open or closed. */
export const readRouteStates = (directory: Directory) =>
  directory.select().from(routeStates).orderBy(desc(routeStates.changedAt)).limit(statesMax)
