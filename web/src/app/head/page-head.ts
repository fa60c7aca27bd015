// The tags in a page's head that machines read. Made in the browser when the page changes, and by the build for machines
// that run no scripts.
import { routes, type Route } from '../../base/routes.ts'
import { pageDescriptions } from './page-descriptions.ts'
import { siteTitle, titleOf } from './page-titles.ts'

export interface HeadTag {
  element: 'meta' | 'link'
  /** The attribute that says what the tag is about, and what it says there. */
  by: 'name' | 'property' | 'rel'
  key: string
  /** Null takes the tag away. */
  value: string | null
}

/** Addresses of one page: machines are sent to the first. */
const aliases: Partial<Record<Route, Route>> = { '/dalle': '/dall-e-3' }

/** Pages that search engines may show, each once. */
export const publicRoutes: readonly Route[] = routes.filter(
  (route) => pageDescriptions[route] !== null && !Object.hasOwn(aliases, route)
)

/** An absolute address without the slash that a bare origin would get. */
export const addressOf = (origin: string, route: Route): string => origin + (route === '/' ? '/' : route)

const meta = (key: string, value: string | null): HeadTag => ({ element: 'meta', by: 'name', key, value })
const graph = (key: string, value: string | null): HeadTag => ({
  element: 'meta',
  by: 'property',
  key: `og:${key}`,
  value
})

/** @param origin of the site, without a slash at its end */
export function headOf(pathname: string, origin: string): HeadTag[] {
  const route = routes.find((candidate) => candidate === pathname)
  const description = route ? pageDescriptions[route] : null
  const shown = route !== undefined && description !== null
  const address = shown ? addressOf(origin, aliases[route] ?? route) : null
  return [
    meta('description', description),
    meta('robots', shown ? null : 'noindex'),
    meta('twitter:card', 'summary_large_image'),
    { element: 'link', by: 'rel', key: 'canonical', value: address },
    graph('site_name', siteTitle),
    graph('locale', 'ru_RU'),
    graph('type', 'website'),
    graph('title', (route && titleOf(route)) || siteTitle),
    graph('description', description),
    graph('url', address),
    graph('image', `${origin}/preview.png`),
    graph('image:width', '1200'),
    graph('image:height', '630')
  ]
}
