// The catalogue at the prices that are charged now. A file of its own: the page is complete without it, and loads it when it
// runs; what asks the server comes after it, so that the page does not name all of its files.
import type { PricedCatalogue } from '#contract/catalogue/price-list.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'

/** Changes the catalogue's own prices and upstream models to those in force; where they cannot be read, they stay. */
export async function readCatalogue(set: (change: (own: PricedCatalogue) => PricedCatalogue) => void): Promise<void> {
  const { inForce, readPrices } = await import('../../base/session/prices.ts')
  const known = await readPrices().catch(() => null)
  if (!known) return
  const { prices, upstreams } = known
  set(({ models, entries }) => ({
    models: models.map((model) => inForce(model, prices, upstreams)),
    entries: entries.map((entry) => pricedEntry(entry, prices))
  }))
}
