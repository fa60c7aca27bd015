// The catalogue at the prices that are charged now. A file of its own: the page is complete without it, and loads it when it
// runs; what asks the server comes after it, so that the page does not name all of its files.
import type { PricedCatalogue } from '#contract/catalogue/price-list.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'

/** Changes the catalogue's own prices and models to those in force; where they cannot be read, they stay. */
export async function readCatalogue(set: (change: (own: PricedCatalogue) => PricedCatalogue) => void): Promise<void> {
  const [{ readKnown, shownPrices }, { modelsOf }] = await Promise.all([
    import('../../base/session/prices.ts'),
    import('../../base/session/models.ts')
  ])
  const known = await readKnown().catch(() => null)
  if (!known) return
  const prices = shownPrices()
  set(({ entries }) => ({
    models: modelsOf(known, Date.now()).filter(({ isOnSale }) => isOnSale),
    entries: entries.map((entry) => pricedEntry(entry, prices))
  }))
}
