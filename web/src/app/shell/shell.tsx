import { useRef, type ReactNode } from 'react'
import { CookieNotice } from './cookie-notice.tsx'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'
import { SidebarMenu } from './sidebar-menu.tsx'
import { contentId, SkipLink } from './skip-link.tsx'
import { TopBar } from './top-bar.tsx'
import { UnreadSession } from './unread-session.tsx'
import { usePageChange } from './use-page-change.ts'

/** The frame of most pages: top bar, menu at the left where there is room, the page. */
export function Shell({ children }: { children: ReactNode }) {
  const content = useRef<HTMLElement>(null)
  usePageChange(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <TopBar />
      <UnreadSession />
      <CookieNotice />
      <div className="flex grow">
        <aside className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-(--sidebar-width) shrink-0 flex-col border-r border-line lg:flex">
          <div className="grow overflow-y-auto px-3 py-4">
            <SidebarMenu />
          </div>
          <div className="border-t border-line p-3">
            <ThemeSwitch />
          </div>
        </aside>
        <main ref={content} id={contentId} tabIndex={-1} data-route-focus className="flex min-w-0 grow flex-col">
          {children}
        </main>
      </div>
    </div>
  )
}
