import { clsx } from 'clsx'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState
} from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { BackButton } from '../../base/page/back-button.tsx'
import { SidebarMenu } from '../../base/page/sidebar-menu.tsx'
import { SiteMenu, type SiteParts } from '../../base/page/site-menu.ts'
import { ThemeSwitch } from '../../base/page/theme-switch.tsx'
import { pageAt, windowTitle } from '../../base/pages.ts'
import { paths } from '../../base/paths.ts'
import { useSession } from '../../base/session/session.tsx'
import { pageStore } from '../../base/storage/page-store.ts'
import { Button } from '../../base/ui/button.tsx'
import { FailureBoundary } from '../../base/ui/failure-boundary.tsx'
import { HelpButton } from '../../base/ui/help-button.tsx'
import { Account, Brand, MenuButton, TopBar } from './top-bar.tsx'
import { CookieNotice } from './cookie-notice.tsx'
import { contentId, SkipLink } from './skip-link.tsx'

/** Search engines read the head, users do not: it is updated after the page is shown, and may fail. */
async function tellSearchEngines(pathname: string) {
  try {
    const { showHead } = await import('../head/show-head.ts')
    showHead(pathname)
  } catch {
    // The network is down; the user misses nothing.
  }
}

/** The page shown last. A store, because each layout is unmounted when the user moves to a page with the other one. */
const shownPathname = pageStore<string | null>(() => null)

/**
 * Does after a client-side navigation what the browser does after a load: sets the window's title, scrolls to the top,
 * and moves the focus of keyboards and screen readers to the page's heading.
 */
function usePageChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()

  useEffect(() => {
    document.title = windowTitle(pageAt(pathname).title)
    void tellSearchEngines(pathname)
    const before = shownPathname.getState()
    shownPathname.setState(pathname, true)
    // The browser has done this for the first page itself.
    if (before === null || before === pathname) return
    const place = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (place) place.scrollIntoView()
    else if (navigation !== NavigationType.Pop) window.scrollTo(0, 0)
    // A page that begins with a field has taken the focus itself.
    if (document.activeElement?.closest('[data-page-focus]')) return
    const target = content.current?.querySelector('h1') ?? content.current
    target?.setAttribute('tabindex', '-1')
    target?.setAttribute('data-route-focus', '')
    target?.focus({ preventScroll: true })
  }, [pathname, hash, navigation, content])
}

interface LayoutProps {
  /** Stands beside a page with its own bar. */
  side: ComponentType
  children: ReactNode
}

/** The layout of pages for a single task: signing in, confirming an email address. Who cannot get in has nowhere else to ask for help. */
export function PlainLayout({ children }: LayoutProps) {
  const content = useRef<HTMLElement>(null)
  usePageChange(content)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex h-15 items-center gap-1 px-2 sm:px-4">
        <BackButton />
        <Brand />
      </header>
      <CookieNotice />
      <main
        ref={content}
        id={contentId}
        tabIndex={-1}
        data-route-focus
        className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 py-8"
      >
        {children}
      </main>
      <footer className="mx-auto flex w-full max-w-60 flex-col gap-2 px-4 pb-6">
        <HelpButton />
        <ThemeSwitch />
      </footer>
    </div>
  )
}

const ownBarParts: SiteParts = {
  menu: <MenuButton />,
  mark: <Brand nameClass="sr-only" />,
  brand: <Brand />,
  account: <Account />
}

/** The layout of most pages: top bar, the page, and on wide screens the menu at the left, or what the page puts there. */
export function Shell({ side: Side, children }: LayoutProps) {
  const content = useRef<HTMLElement>(null)
  usePageChange(content)
  const { pathname } = useLocation()
  const { ownBar, barBelow } = pageAt(pathname)
  useOwnBar(ownBar ?? false)
  return (
    <SiteMenu value={ownBarParts}>
      <div
        data-bar-below={barBelow}
        className={clsx('flex min-h-dvh flex-col', ownBar && '[--bars-height:5rem] [--top-bar-height:0rem]')}
      >
        <SkipLink />
        {!ownBar && <TopBar />}
        {pathname !== paths.offline && <UnreadSession />}
        <CookieNotice />
        <div className="flex grow">
          <FailureBoundary drawn={pathname} failure={null}>
            <Suspense>{ownBar ? <Side /> : <Tools />}</Suspense>
          </FailureBoundary>
          <main ref={content} id={contentId} tabIndex={-1} data-route-focus className="flex min-w-0 grow flex-col">
            {children}
          </main>
        </div>
      </div>
    </SiteMenu>
  )
}

const Tools = () => (
  <aside className="sticky top-(--top-bar-height) hidden h-[calc(100dvh-var(--top-bar-height))] w-(--sidebar-width) shrink-0 flex-col border-r border-line lg:flex">
    <div className="self-contained grow overflow-y-auto px-3 py-4">
      <SidebarMenu />
    </div>
    <div className="self-contained border-t border-line p-3">
      <ThemeSwitch />
    </div>
  </aside>
)

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
