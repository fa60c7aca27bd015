import { routes } from '../pages.ts'
import { paths } from '../paths.ts'

/**
 * The page of ours that asked for a detour, with its query: to a sign-in, to a purchase. Null: none did. Nothing but our
 * own routes is followed.
 */
export function askedReturnPath(query: URLSearchParams): string | null {
  const wanted = query.get('return')
  const [path] = wanted?.split('?') ?? []
  return routes.some((route) => route === path && route !== paths.auth) ? wanted : null
}

/** Where a sign-in leads: to the page that asked for it, else home. */
export const returnPathOf = (query: URLSearchParams): string => askedReturnPath(query) ?? paths.home
