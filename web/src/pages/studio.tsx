import { useLocation } from 'react-router-dom'
import { studioEntryOfPath } from '#contract/catalogue/studio.ts'
import { StudioView } from '../studio/studio-view.tsx'
import { NotFoundPage } from './not-found.tsx'

/** All image, video and voice pages: which one it is, the address says. */
export function StudioPage() {
  const { pathname } = useLocation()
  const entry = studioEntryOfPath(pathname)
  return entry ? <StudioView key={entry.id} entry={entry} /> : <NotFoundPage />
}
