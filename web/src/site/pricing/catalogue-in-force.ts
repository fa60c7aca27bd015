// The catalogue at the prices that are charged now. A file of its own: the page is complete without it, and loads it when it
// runs; what asks the server comes after it, so that the page does not name all of its files.
import type { PricedCatalogue } from '#contract/catalogue/price-list.ts'
import { pricedEntry, pricedModel } from '#contract/catalogue/prices.ts'

/** Changes the catalogue's own prices to those in force; where they cannot be read, they stay. */
export async function readCatalogue(set: (change: (own: PricedCatalogue) => PricedCatalogue) => void): Promise<void> {
  const { readPrices } = await import('../../base/session/prices.ts')
  const prices = await readPrices().catch(() => null)
  if (!prices || prices.size === 0) return
  set(({ models, entries }) => ({
    models: models.map((model) => pricedModel(model, prices)),
    entries: entries.map((entry) => pricedEntry(entry, prices))
  }))
}
