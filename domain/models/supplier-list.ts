// What a supplier's list says compared with what was seen before and with the routes that use it. Pure. It proposes and never decides:
// nothing here changes a model, a route or a price.
import { rateChange } from '#contract/operator/shop/list-price.ts'
import type { ListedModel, ListedPrice, SupplierOffer } from '#contract/operator/shop/supplier-list.ts'
import type { Route } from './route.ts'

/** What is remembered of a model in a supplier's list. Times in milliseconds since the epoch. */
export interface SeenModel {
  /** As it was told last; a price stays where the newest list tells none. */
  listed: ListedModel
  firstSeenAt: number
  /** Not in the lists from then on; null: in the newest one. */
  goneAt: number | null
  /** The list price before its last change; null: it never changed. */
  priceBefore: ListedPrice | null
  priceChangedAt: number | null
}

const dayMs = 24 * 60 * 60_000

/** How long something is news. Longer than until the next reading: an operator who reads twice would miss a jump. */
export const newsMs = 14 * dayMs

/** How long a model is remembered that is in the list no more. */
const goneKeptMs = 90 * dayMs

/** Of one supplier. */
export const seenMax = 5000

function seenAgain(known: SeenModel, listed: ListedModel, now: number): SeenModel {
  const was = known.listed.price
  const change = was && listed.price && rateChange(was, listed.price)
  // A small change after a jump must not hide it: the older price stays while the jump is news.
  const older = recentPriceOf(known, now)
  const isJumpKept = older && listed.price && !change?.isJump && rateChange(older, listed.price)?.isJump
  return {
    ...known,
    listed: { ...listed, price: listed.price ?? was },
    goneAt: null,
    // It comes back after it was gone: as new as at first.
    ...(known.goneAt !== null && { firstSeenAt: now }),
    ...(change && !isJumpKept && { priceBefore: was, priceChangedAt: now })
  }
}

/**
 * What is remembered after a list was read, in its order, then what is gone, the newest first.
 * @param isCut what is not in the list may follow in the part that was not read
 */
export function seenAfter(
  before: readonly SeenModel[],
  { models: list, isCut }: { models: readonly ListedModel[]; isCut: boolean },
  now: number
): SeenModel[] {
  const known = new Map(before.map((one) => [one.listed.model, one]))
  const seen = list.map((listed): SeenModel => {
    const one = known.get(listed.model)
    known.delete(listed.model)
    if (one) return seenAgain(one, listed, now)
    return { listed, firstSeenAt: now, goneAt: null, priceBefore: null, priceChangedAt: null }
  })
  const others = [...known.values()]
    .map((one) => ({ ...one, goneAt: one.goneAt ?? (isCut ? null : now) }))
    .filter(({ goneAt }) => (goneAt ?? now) > now - goneKeptMs)
    .toSorted((one, other) => (other.goneAt ?? now) - (one.goneAt ?? now))
  return [...seen, ...others].slice(0, seenMax)
}

/** A route of a model that is on sale, or will be. */
interface UsedRoute {
  id: string
  name: string
  isComing: boolean
  route: Pick<Route, 'model' | 'listPrice'>
}

interface Reading {
  seen: readonly SeenModel[]
  /** When the first list was read. */
  firstReadAt: number
  /** The list is longer than what was read of it. */
  isCut: boolean
  /** Those to this supplier. */
  routes: readonly UsedRoute[]
  now: number
}

/** The price before a change that is still news. */
export const recentPriceOf = ({ priceBefore, priceChangedAt }: SeenModel, now: number): ListedPrice | null =>
  priceChangedAt !== null && now - priceChangedAt < newsMs ? priceBefore : null

function changeOf(one: SeenModel, now: number): SupplierOffer['change'] {
  const was = recentPriceOf(one, now)
  const { price } = one.listed
  const change = was && price && rateChange(was, price)
  return change && { ...change, was, at: one.priceChangedAt ?? now }
}

function stateOf({ goneAt, firstSeenAt }: SeenModel, firstReadAt: number, now: number): SupplierOffer['state'] {
  if (goneAt !== null) return 'gone'
  return firstSeenAt > firstReadAt && now - firstSeenAt < newsMs ? 'new' : 'known'
}

const untold: Omit<ListedModel, 'model'> = {
  name: null,
  description: null,
  price: null,
  contextTokens: null,
  outputTokensMax: null,
  seesPictures: null,
  thinks: null,
  takesTools: null,
  writesJson: null,
  retiresOn: null
}

/** One line for each model of the list; after them those that are gone, also those that only a route remembers. */
export function offersOf({ seen, firstReadAt, isCut, routes, now }: Reading): SupplierOffer[] {
  const used = Map.groupBy(routes, ({ route }) => route.model)
  const usesOf = (listed: ListedModel): SupplierOffer['used'] =>
    (used.get(listed.model) ?? []).map(({ id, name, isComing, route }) => ({
      id,
      name,
      isComing,
      change: listed.price && rateChange(route.listPrice, listed.price)
    }))
  const offers = seen.map((one) => ({
    listed: one.listed,
    state: stateOf(one, firstReadAt, now),
    change: changeOf(one, now),
    used: usesOf(one.listed)
  }))
  if (isCut) return offers
  const listed = new Set(seen.map((one) => one.listed.model))
  const lost = [...used.keys()].filter((model) => !listed.has(model)).map((model) => ({ model, ...untold }))
  return [...offers, ...lost.map((one) => ({ listed: one, state: 'gone' as const, change: null, used: usesOf(one) }))]
}
