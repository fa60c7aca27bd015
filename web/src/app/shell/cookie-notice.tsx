import { useSyncExternalStore } from 'react'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { contentId } from './skip-link.tsx'
import { paths } from '../../base/paths.ts'
import { IconButton } from '../../base/ui/icon-button.tsx'
import { isNoticeRead, markNoticeRead, onNoticeRead } from './cookie-notice-store.ts'

function close() {
  markNoticeRead()
  // The button goes away with the strip: whoever pressed it by the keyboard reads on with the page.
  document.getElementById(contentId)?.focus({ preventScroll: true })
}

/** A strip above the page and not a layer over it: it can hide nothing that somebody wants to press. */
export function CookieNotice() {
  const isRead = useSyncExternalStore(onNoticeRead, isNoticeRead, () => false)
  if (isRead) return null
  return (
    <aside
      aria-label="Что сайт хранит в браузере"
      className="flex items-center justify-center gap-x-2 border-b border-line bg-sunken pr-1 pl-4 text-caption text-ink-soft in-data-[cookie-notice=read]:hidden"
    >
      <p className="py-1">
        Сайт не ставит cookie и не следит: браузер хранит вход, черновики и настройки.{' '}
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
