import { useLocation } from 'react-router-dom'
import { routes } from '../pages.ts'
import { paths, signInPath } from '../paths.ts'

/** The sign-in page, which returns to this page with its query; from a page that does not exist, home. */
export function useSignInPath(): string {
  const { pathname, search } = useLocation()
  return routes.some((route) => route === pathname) ? signInPath(pathname + search) : paths.auth
}
