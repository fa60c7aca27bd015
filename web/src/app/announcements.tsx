import { useState, useSyncExternalStore } from 'react'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Megaphone, TriangleAlert, X } from 'lucide-react'
import { type Announcement, readAnnouncements } from '#contract/announcements.ts'
import { contentId } from './shell/skip-link.tsx'
import { announcementsKey } from '../base/http/query-keys.ts'
import { call } from '../base/session/client.ts'
import { IconButton } from '../base/ui/icon-button.tsx'

const refreshMs = 5 * 60_000

/** The newest that was hidden: an older one is not shown after it. */
const storageKey = 'announcement-read'

function readId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Another tab has hidden it. */
function onRead(listener: () => void): () => void {
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** What the site tells everybody who is signed in. A strip above the page and not a layer over it, so that it covers no button. */
export function Announcements() {
  const { data: announcement = null } = useQuery({
    queryKey: announcementsKey,
    queryFn: async ({ signal }) => (await call(readAnnouncements, {}, { signal })).announcements[0] ?? null,
    staleTime: refreshMs,
    refetchInterval: refreshMs
  })
  const readElsewhere = useSyncExternalStore(onRead, readId)
  const [readHere, setReadHere] = useState<string | null>(null)
  if (!announcement || announcement.id === readHere || announcement.id === readElsewhere) return null
  const hide = () => {
    setReadHere(announcement.id)
    try {
      localStorage.setItem(storageKey, announcement.id)
    } catch {
      // Storage is blocked or full: the announcement comes back after a reload.
    }
    // The button disappears with the strip: without this, a keyboard user would lose the focus.
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }
  return <Strip announcement={announcement} onHide={hide} />
}

interface StripProps {
  announcement: Announcement
  onHide: () => void
}

const Strip = ({ announcement: { text, severity }, onHide }: StripProps) => (
  <aside
    aria-label="Объявление"
    className={clsx(
      'flex items-center gap-x-3 border-b border-line pr-1 pl-4 text-small sm:pl-6',
      severity === 'warning' ? 'bg-accent-soft' : 'bg-sunken'
    )}
  >
    {severity === 'warning' ? (
      <TriangleAlert size={18} aria-hidden className="shrink-0" />
    ) : (
      <Megaphone size={18} aria-hidden className="shrink-0 text-ink-soft" />
    )}
    {/* Read aloud when it comes, not before what the reader is at. */}
    <output className="min-w-0 grow py-2 break-words">{text}</output>
    <IconButton label="Скрыть объявление" icon={<X size={18} />} onClick={onHide} />
  </aside>
)
