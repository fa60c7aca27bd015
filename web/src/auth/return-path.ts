import { routes } from '#contract/catalogue/routes.ts'
import { paths } from '../paths.ts'

/** Where a sign-in leads: to the page of ours that asked for it, else home. Nothing but our own routes is followed. */
export function returnPathOf(query: URLSearchParams): string {
  const wanted = query.get('return')
  return routes.find((route) => route === wanted && route !== paths.auth) ?? paths.home
}
