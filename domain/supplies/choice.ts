// Which accounts may be asked for an order, in their order, and why there is none. Pure.
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import type { ParameterValues } from '#contract/catalogue/parameters.ts'
import { mediaRouteOf } from '#contract/catalogue/media-route.ts'
import { findStudioEntry } from '#contract/catalogue/studio.ts'
import type { Supplier } from '../models/supplier.ts'
import { isAway, type Outages } from '../outage.ts'
import {
  type JobSupply,
  type Order,
  type Supply,
  unmetBy,
  usualSupply,
  wireFor,
  type Work,
  workKeyOf
} from './supply.ts'

/** What is known of suppliers and of who makes what. */
export interface KnownSupplies {
  suppliers: readonly Supplier[]
  /** By the ids of suppliers that have a key which opens, also of those that are off. */
  connections: { has(supplier: string): boolean }
  /** By the key of a work, where it is not as in the catalogue. */
  works: ReadonlyMap<string, readonly Supply[]>
}

/** The facts of a job that decide. */
export interface SuppliedJob {
  service: string
  provider: MediaProvider
  upstreamModel: string
  parameters: ParameterValues
  options: Readonly<Record<string, string | number>>
  uploads: readonly string[]
  supply?: JobSupply | null | undefined
}

/** A change of a picture goes to the account that has the picture, and to no other. */
export const isBound = ({ options }: Pick<SuppliedJob, 'options'>): boolean => options['taskId'] !== undefined

/** All that are named for a work, whether or not they can be asked now. */
export const namedFor = (work: Work, works: KnownSupplies['works']): readonly Supply[] =>
  works.get(workKeyOf(work)) ?? [usualSupply(work)]

/** The supplier of an account that is there and makes this work, also one that is off; undefined: it cannot be asked at all. */
function accountOf(supply: Supply, work: Work, { suppliers, connections }: KnownSupplies): Supplier | undefined {
  const supplier = connections.has(supply.supplier) && suppliers.find(({ id }) => id === supply.supplier)
  return supplier && wireFor(supplier.dialect, work.provider, supplier.id) ? supplier : undefined
}

/** Whether an account is on and has our money. */
export const mayAsk = ({ id, isOn }: Supplier, outages: Outages, now: number): boolean =>
  isOn && !isAway(outages, id, now)

/** Whether an account is there that makes this work, also one that is off: that is an outage. */
export const isWorkConnected = (work: Work, known: KnownSupplies): boolean =>
  namedFor(work, known.works).some((supply) => accountOf(supply, work, known) !== undefined)

/** Whether an account is there that honours all of an order, also one that is off. */
export function isMade(order: Order, known: KnownSupplies): boolean {
  const { provider, model } = mediaRouteOf(order.entry, order.parameters)
  const work = { provider, model }
  return namedFor(work, known.works).some((supply) => {
    const supplier = accountOf(supply, work, known)
    return supplier !== undefined && unmetBy(supply, supplier.dialect, work, order).length === 0
  })
}

/** Whether an account may be asked for this work now. */
export const isWorkReady = (work: Work, known: KnownSupplies, outages: Outages, now: number): boolean =>
  namedFor(work, known.works).some((supply) => {
    const supplier = accountOf(supply, work, known)
    return supplier !== undefined && mayAsk(supplier, outages, now)
  })

export type Choice =
  | { supplies: readonly [Supply, ...Supply[]] }
  /** `unmet`: what of the order none of the connected accounts can honour, by the labels of the form. */
  | { supplies: readonly []; why: 'unconnected' | 'away' | 'unmet'; unmet: readonly string[] }

/** @param outages of suppliers at which our account has no money */
export function choiceOf(job: SuppliedJob, known: KnownSupplies, outages: Outages, now: number): Choice {
  const work = { provider: job.provider, model: job.upstreamModel }
  const entry = findStudioEntry(job.service)
  let why: 'unconnected' | 'away' | 'unmet' = 'unconnected'
  let unmet: readonly string[] = []
  const named = isBound(job) ? [job.supply ?? usualSupply(work)] : namedFor(work, known.works)
  const supplies = named.filter((supply) => {
    const supplier = accountOf(supply, work, known)
    if (!supplier) return false
    const left = entry && !isBound(job) ? unmetBy(supply, supplier.dialect, work, { ...job, entry }) : []
    if (left.length > 0) {
      if (why === 'unconnected') {
        why = 'unmet'
        unmet = left
      }
      return false
    }
    if (mayAsk(supplier, outages, now)) return true
    why = 'away'
    return false
  })
  const [first, ...others] = supplies
  return first ? { supplies: [first, ...others] } : { supplies: [], why, unmet }
}
