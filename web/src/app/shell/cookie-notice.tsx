import { useSyncExternalStore } from 'react'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { contentId } from './skip-link.tsx'
import { paths } from '../../base/paths.ts'
import { pageStore } from '../../base/storage/page-store.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'

/** public/before-paint.js reads it too. */
const storageKey = 'cookie-notice'
/** For a browser that blocks storage: hidden until a reload. */
const readHere = pageStore(() => false)

function isNoticeRead(): boolean {
  try {
    return readHere.getState() || localStorage.getItem(storageKey) !== null
  } catch {
    return readHere.getState()
  }
}

function markNoticeRead(): void {
  // As public/before-paint.js does for a notice that was read before: toasts move up to where it was.
  document.documentElement.dataset.cookieNotice = 'read'
  try {
    localStorage.setItem(storageKey, 'read')
  } catch {
    // Storage is blocked or full: the notice comes back after a reload.
  }
  readHere.setState(true, true)
}

function onNoticeRead(listener: () => void): () => void {
  const stop = readHere.subscribe(listener)
  // The user hid it in another tab.
  window.addEventListener('storage', listener)
  return () => {
    stop()
    window.removeEventListener('storage', listener)
  }
}

function close() {
  markNoticeRead()
  // The button disappears with the strip: without this, a keyboard user would lose the focus.
  document.getElementById(contentId)?.focus({ preventScroll: true })
}

/** What the site stores in the browser. A strip above the page and not a layer over it, so that it covers no button. */
export function CookieNotice() {
  const isRead = useSyncExternalStore(onNoticeRead, isNoticeRead, () => false)
  if (isRead) return null
  return (
    <aside
      data-cookie-notice=""
      aria-label="Что сайт хранит в браузере"
      className="flex items-center justify-between gap-x-2 border-b border-line bg-sunken pr-1 pl-4 sm:pl-6 text-caption text-ink-soft in-data-[cookie-notice=read]:hidden"
    >
      <p className="py-1">
        Сайт не следит: браузер хранит вход, черновики, настройки и две cookie.{' '}
        <Link
          to={paths.cookiePolicy}
          className="whitespace-nowrap underline decoration-line-strong underline-offset-4 transition hover:decoration-accent"
        >
          Подробнее
        </Link>
      </p>
      <IconButton label="Понятно, скрыть" icon={<X size={18} />} onClick={close} />
    </aside>
  )
}
