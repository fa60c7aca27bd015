import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { StudioEntry } from '#contract/catalogue/entry.ts'
import { pricedEntry } from '#contract/catalogue/prices.ts'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { StudioView } from './studio-view.tsx'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'
import { usePrices } from '../base/session/prices.ts'

/** All image, video and voice pages; the path selects the catalogue entry. */
export function Page() {
  const { pathname } = useLocation()
  const entry = studioEntryOfPath(pathname)
  return entry ? <PricedView key={entry.id} entry={entry} /> : <NotFoundPage />
}

function PricedView({ entry }: { entry: StudioEntry }) {
  const prices = usePrices()
  const priced = useMemo(() => pricedEntry(entry, prices), [entry, prices])
  return <StudioView entry={priced} />
}
