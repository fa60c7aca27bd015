import { useEffect, useState } from 'react'
import { ownCatalogue } from '#contract/catalogue/price-list.ts'

/** The catalogue's own prices, as the page was built with, and those in force as soon as they are known. */
export function useCatalogue() {
  const [catalogue, setCatalogue] = useState(ownCatalogue)
  useEffect(() => {
    void import('./catalogue-in-force.ts').then(({ readCatalogue }) => readCatalogue(setCatalogue))
  }, [])
  return catalogue
}
