import { useLocation } from 'react-router-dom'
import { routeAt } from '../pages.ts'
import { paths, signInPath } from '../paths.ts'

/** The sign-in page, which returns to this place of this page, with its query; from a page that does not exist, home. */
export function useSignInPath(): string {
  const { pathname, search, hash } = useLocation()
  return routeAt(pathname) ? signInPath(pathname + search + hash) : paths.auth
}
