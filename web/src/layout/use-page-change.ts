import { useEffect, useRef, type RefObject } from 'react'
import { matchPath, useLocation, useNavigationType } from 'react-router-dom'
import { routes } from '#contract/catalogue/routes.ts'
import { titleOf } from '../routes.ts'

const siteTitle = 'Мощная AI Платформа'

function titleAt(pathname: string): string {
  const route = routes.find((path) => matchPath(path, pathname))
  return route ? titleOf(route) : 'Страница не найдена'
}

/**
 * What a browser does when a page is loaded, for pages that are not: the window's title, the top of the page, and
 * the place where a keyboard and a screen reader go on reading: the page's heading.
 */
export function usePageChange(content: RefObject<HTMLElement | null>): void {
  const { pathname, hash } = useLocation()
  const navigation = useNavigationType()
  const shown = useRef(pathname)

  useEffect(() => {
    const title = titleAt(pathname)
    document.title = title ? `${title} · ${siteTitle}` : siteTitle
    if (shown.current === pathname) return
    shown.current = pathname
    const place = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (place) place.scrollIntoView()
    else if (navigation !== 'POP') window.scrollTo(0, 0)
    const target = content.current?.querySelector('h1') ?? content.current
    target?.setAttribute('tabindex', '-1')
    target?.setAttribute('data-route-focus', '')
    target?.focus({ preventScroll: true })
  }, [pathname, hash, navigation, content])
}
