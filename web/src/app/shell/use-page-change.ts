import { useEffect, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { pageAt, windowTitle } from '../../base/pages.ts'
import { pageStore } from '../../base/storage/page-store.ts'

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
export function usePageChange(content: RefObject<HTMLElement | null>): void {
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
