// Makes the pictures that are missing, says what it does, and goes on when one fails.
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import type { Asking } from './ask.ts'
import { draw } from './draw.ts'
import { type Bounds, Refused, usualBounds } from './fetch-picture.ts'
import { keep, type Places, reconcile } from './lists.ts'
import { type Order, orderOf, sourceOrder } from './makers.ts'
import type { GallerySettings } from './settings.ts'
import { allWorks, type Work } from './works.ts'

export interface Making extends Pick<Asking, 'signal' | 'pause'> {
  settings: GallerySettings
  places: Places
  /** The supplier that makes everything; null: each tool its own. */
  all: MediaProvider | null
  /** The ids of the tools whose pictures are wanted; empty: all. */
  tools: readonly string[]
  /** Without it only the plan is said. */
  isAgreed: boolean
  print: (line: string) => void
  /** Default: all that the pages have a place for. */
  works?: readonly Work[]
  bounds?: Bounds
}

interface Plan {
  orders: { work: Work; order: Order }[]
  /** How many pictures cannot be made, by the reason. */
  reasons: Map<string, number>
}

/** What a supplier must have for an order and for what is made before it: its key, and that of the translator. */
function missing({ provider, needsEnglish, sources }: Order, { present }: GallerySettings): string | null {
  if (!present.has(provider)) return `${provider.toUpperCase()}_API_KEY is not set`
  const before = Object.values(sources).map((shown) => sourceOrder(shown, provider))
  const isTranslated = needsEnglish || before.some((order) => typeof order !== 'string' && order.needsEnglish)
  return isTranslated && !present.has('openai')
    ? `${provider} reads English only, and OPENAI_API_KEY, which translates, is not set`
    : null
}

function planFor(works: readonly Work[], { all, settings }: Making): Plan {
  const plan: Plan = { orders: [], reasons: new Map() }
  for (const work of works) {
    const order = orderOf(work, all)
    const reason = typeof order === 'string' ? order : missing(order, settings)
    if (reason !== null) plan.reasons.set(reason, (plan.reasons.get(reason) ?? 0) + 1)
    else if (typeof order !== 'string') plan.orders.push({ work, order })
  }
  return plan
}

const counted = (items: readonly string[]): [string, number][] => [
  ...items.reduce((counts, item) => counts.set(item, (counts.get(item) ?? 0) + 1), new Map<string, number>())
]

const makerOf = ({ provider, model }: Order) => `${provider} ${model}`

function sayPlan({ orders, reasons }: Plan, kept: number, print: Making['print']): void {
  print(`${kept} pictures are there and stay, ${orders.length} will be made.`)
  for (const [maker, count] of counted(orders.map(({ order }) => makerOf(order)))) print(`  ${count} by ${maker}`)
  const sources = new Set(
    orders.flatMap(({ order }) => Object.values(order.sources).map((one) => `${order.provider} ${one}`))
  )
  if (sources.size > 0) print(`  and before them ${sources.size} pictures that others are made from`)
  for (const [reason, count] of reasons) print(`  ${count} are left out: ${reason}`)
}

/** @returns how many failed. @throws the signal's reason */
async function carryOut(orders: Plan['orders'], making: Making): Promise<number> {
  const { settings, places, print, signal, pause, bounds = usualBounds } = making
  const drawing = { media: settings.media, signal, pause, bounds, sources: new Map<string, Promise<Buffer>>() }
  let failed = 0
  for (const [index, { work, order }] of orders.entries()) {
    const place = `${index + 1}/${orders.length} ${work.file}`
    try {
      keep(places, work, await draw(work, order, drawing), makerOf(order))
      print(`${place}: ${makerOf(order)}`)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      failed += 1
      print(`${place}: not made, ${error.message}`)
    }
  }
  return failed
}

/**
 * @returns whether all that was planned is there, or nothing was agreed
 * @throws the signal's reason
 */
export async function makeGallery(making: Making): Promise<boolean> {
  const { places, tools, isAgreed, print, works = allWorks() } = making
  const there = await reconcile(places, works)
  const wanted = works.filter((work) => tools.length === 0 || tools.includes(work.service))
  const plan = planFor(
    wanted.filter((work) => !there.has(work)),
    making
  )
  sayPlan(plan, wanted.filter((work) => there.has(work)).length, print)
  if (plan.orders.length === 0) return plan.reasons.size === 0
  if (!isAgreed) {
    print('The suppliers charge for them. Nothing was made: add --yes.')
    return true
  }
  const failed = await carryOut(plan.orders, making)
  print(`${plan.orders.length - failed} were made, ${failed} failed.`)
  return failed === 0
}
