import { useLocation } from 'react-router-dom'
import { routes } from '../pages.ts'
import { paths, signInPath } from '../paths.ts'

/**
 * The page, with its query, that sent the user to a sign-in or a purchase; null without one. Only routes of this site are
 * accepted, so that no link can send the user to another site.
 */
export function askedReturnPath(query: URLSearchParams): string | null {
  const wanted = query.get('return')
  const [path] = wanted?.split('?') ?? []
  return routes.some((route) => route === path && route !== paths.auth) ? wanted : null
}

/** The sign-in page, which returns to this page with its query; from a page that does not exist, home. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  return routes.some((route) => route === pathname) ? signInPath(pathname + search) : paths.auth
}

/** Where the user goes after a sign-in: to the page that asked for it, else home. */
export const returnPathOf = (query: URLSearchParams): string => askedReturnPath(query) ?? paths.home
