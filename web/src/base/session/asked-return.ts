import { routes } from '../pages.ts'
import { paths } from '../paths.ts'

/**
 * The page, with its query, that sent the user to a sign-in or a purchase; null without one. Only routes of this site are
 * accepted, so that no link can send the user to another site.
 */
export function askedReturnPath(query: URLSearchParams): string | null {
  const wanted = query.get('return')
  const [path] = wanted?.split('?') ?? []
  return routes.some((route) => route === path && route !== paths.auth) ? wanted : null
}

/** Where the user goes after a sign-in: to the page that asked for it, else home. */
export const returnPathOf = (query: URLSearchParams): string => askedReturnPath(query) ?? paths.home
