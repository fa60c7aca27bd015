import { useLocation } from 'react-router-dom'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { StudioView } from './studio-view.tsx'
import { Page as NotFoundPage } from '../base/page/not-found-page.tsx'

/** All image, video and voice pages; the path selects the catalogue entry. */
export function Page() {
  const { pathname } = useLocation()
  const entry = studioEntryOfPath(pathname)
  return entry ? <StudioView key={entry.id} entry={entry} /> : <NotFoundPage />
}
