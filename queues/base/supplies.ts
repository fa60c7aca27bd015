// The accounts that may be asked for a job. Their keys come opened from the Worker and stay in memory: no row or message has one.
import type { JobRow } from '#data/history/jobs.ts'
import type { RouteState } from '#domain/models/breaker.ts'
import type { Route } from '#domain/models/route.ts'
import { isBound, type KnownSupplies } from '#domain/supplies/choice.ts'
import {
  isReworded,
  type JobSupply,
  keptSupply,
  optionsFor,
  type Supply,
  usualSupply,
  wireFor
} from '#domain/supplies/supply.ts'
import type { Connection } from '#providers/http/connection.ts'
import { ProviderFailure } from '#providers/http/failure.ts'
import type { MediaProvider } from '#providers/media/media.ts'
import { mediaProviderOf } from '#providers/media/media-providers.ts'

/** What operators and the environment say now. */
export interface SuppliesInForce extends KnownSupplies {
  connections: ReadonlyMap<string, Connection>
  /** Of models on sale, to suppliers that operators have added and not switched off. */
  chatRoutes: readonly Route[]
  /** What the breakers of routes have said last, in any isolate. */
  routeStates: readonly RouteState[]
}

export type ReadSupplies = (env: Env) => Promise<SuppliesInForce>

/** For steps that ask no supplier. */
export const noSupplies: ReadSupplies = () => Promise.reject(new Error('This step may not ask a supplier'))

const workOf = ({ provider, upstreamModel: model }: JobRow) => ({ provider, model })

/** Whom the job asks, or has asked. */
export const supplyOf = (row: JobRow): JobSupply => row.supply ?? usualSupply(workOf(row))

/** What the row notes when this one is asked. */
export const supplyToNote = (row: JobRow, supply: Supply): JobSupply =>
  isBound(row) ? supplyOf(row) : keptSupply(supply, row.parameters['voice'] ?? row.options['voice'])

const goneCode = 'no_account'

/** Whether the call was not made, because the account is gone. */
export const isAccountGone = ({ code }: ProviderFailure): boolean => code === goneCode

/**
 * An account that is gone: its key was taken away, or what it speaks was changed. Nothing can be learned of the work there, so the job
 * is asked for until its time is over, and the account may come back meanwhile.
 */
function gone(supplier: string): MediaProvider {
  const refuse = () =>
    Promise.reject(new ProviderFailure(supplier, { kind: 'unauthorized', retryable: false, code: goneCode }))
  return { startTimeoutMs: 0, start: refuse, check: refuse }
}

/** Whether what the noted account refuses may only be how the order was put for it. */
export function isRewordedFor({ connections }: SuppliesInForce, row: JobRow): boolean {
  const supply = supplyOf(row)
  const connection = connections.get(supply.supplier)
  return connection !== undefined && isReworded(connection.dialect, workOf(row), supply)
}

/** Asks as the adapter of the maker's own wire does, whatever the account speaks. */
export function providerAt({ connections }: SuppliesInForce, row: JobRow): MediaProvider {
  const supply = supplyOf(row)
  const connection = connections.get(supply.supplier)
  const wire = connection && wireFor(connection.dialect, row.provider, supply.supplier)
  if (!connection || !wire) return gone(supply.supplier)
  const provider = mediaProviderOf(wire, connection)
  return {
    ...provider,
    start: (request, signal) =>
      provider.start(
        { ...request, model: supply.model, options: optionsFor(wire, workOf(row), supply, request.options) },
        signal
      )
  }
}
