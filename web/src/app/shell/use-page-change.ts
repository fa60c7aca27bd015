import { useEffect, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { pageAt, windowTitle } from '../../base/pages.ts'
import { pageStore } from '../../base/storage/page-store.ts'

/** Only machines read it: it comes when the page is there, and a page without it is whole. */
async function tellSearchEngines(pathname: string) {
  try {
    const { showHead } = await import('../head/show-head.ts')
    showHead(pathname)
  } catch {
    // The network is down.
  }
}

/** Of the page that was there before. Pages come and go with their frames, so no frame can remember it. */
const shownPathname = pageStore<string | null>(() => null)

/**
 * What a browser does when a page is loaded, for pages that are not: the window's title, the top of the page, and
 * the place where a keyboard and a screen reader go on reading: the page's heading.
 */
export function usePageChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()

  useEffect(() => {
    document.title = windowTitle(pageAt(pathname).title)
    void tellSearchEngines(pathname)
    const before = shownPathname.getState()
    shownPathname.setState(pathname, true)
    // The browser itself has just shown the first one.
    if (before === null || before === pathname) return
    const place = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (place) place.scrollIntoView()
    else if (navigation !== NavigationType.Pop) window.scrollTo(0, 0)
    const target = content.current?.querySelector('h1') ?? content.current
    target?.setAttribute('tabindex', '-1')
    target?.setAttribute('data-route-focus', '')
    target?.focus({ preventScroll: true })
  }, [pathname, hash, navigation, content])
}
