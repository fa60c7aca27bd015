import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { clsx } from 'clsx'
import { useLocation } from 'react-router-dom'
import { CookieNotice } from './cookie-notice.tsx'
import { SiteMenu } from '../../base/page/site-menu.ts'
import { pageAt } from '../../base/pages.ts'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'
import { useSession } from '../../base/session/session.tsx'
import { Button } from '../../base/ui/button.tsx'
import { SidebarMenu } from './sidebar-menu.tsx'
import { contentId, SkipLink } from './skip-link.tsx'
import { MenuButton, TopBar } from './top-bar.tsx'
import { usePageChange } from './use-page-change.ts'

/** The layout of most pages: top bar, the page, and on wide screens the menu at the left. */
export function Shell({ children }: { children: ReactNode }) {
  const content = useRef<HTMLElement>(null)
  usePageChange(content)
  const { ownBar } = pageAt(useLocation().pathname)
  useOwnBar(ownBar ?? false)
  return (
    <div className={clsx('flex min-h-dvh flex-col', ownBar && 'max-md:[--top-bar-height:0rem]')}>
      <SkipLink />
      <TopBar className={ownBar && 'max-md:hidden'} />
      <UnreadSession />
      <CookieNotice />
      <div className="flex grow">
        <aside className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-(--sidebar-width) shrink-0 flex-col border-r border-line lg:flex">
          <div className="self-contained grow overflow-y-auto px-3 py-4">
            <SidebarMenu />
          </div>
          <div className="self-contained border-t border-line p-3">
            <ThemeSwitch />
          </div>
        </aside>
        <main ref={content} id={contentId} tabIndex={-1} data-route-focus className="flex min-w-0 grow flex-col">
          <SiteMenu value={<MenuButton />}>{children}</SiteMenu>
        </main>
      </div>
    </div>
  )
}

/** Tells the style sheet where toasts may stand. */
function useOwnBar(ownBar: boolean) {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-own-bar', ownBar)
    return () => void root.toggleAttribute('data-own-bar', false)
  }, [ownBar])
}

/** Says that the profile and the balance could not be loaded, and offers to retry. The user stays signed in. */
export function UnreadSession() {
  const session = useSession()
  const [busy, setBusy] = useState(false)
  if (session.status !== 'signed-in' || !session.unread) return null
  const retry = async () => {
    setBusy(true)
    await session.startSession()
    setBusy(false)
  }
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-danger-soft px-4 py-1 text-small text-danger sm:px-6"
    >
      <span className="py-1.5">Не удалось загрузить профиль и баланс. Вы не вышли, пробуем ещё раз</span>
      <Button variant="ghost" size="small" busy={busy} onClick={() => void retry()} className="max-sm:-ml-3">
        Повторить
      </Button>
    </div>
  )
}
