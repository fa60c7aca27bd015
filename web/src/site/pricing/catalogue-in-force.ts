// The catalogue at the prices that are charged now. A file of its own: the page is complete without it, and loads it when it
// runs; what asks the server comes after it, so that the page does not name all of its files.
import type { PricedCatalogue } from '#contract/catalogue/price-list.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'

/** Changes the catalogue's own prices and models to those in force; where they cannot be read, they stay. */
export async function readCatalogue(set: (change: (own: PricedCatalogue) => PricedCatalogue) => void): Promise<void> {
  const { readInForce } = await import('../../base/session/models.ts')
  const inForce = await readInForce().catch(() => null)
  if (!inForce) return
  set(({ entries }) => ({
    models: inForce.models.filter(({ isOnSale }) => isOnSale),
    entries: entries.map((entry) => pricedEntry(entry, inForce.prices))
  }))
}
