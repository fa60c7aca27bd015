// The tags in a page's head for search engines and link previews. The browser updates them when the page changes; the
// build writes them for crawlers that run no scripts.
import { descriptions } from './descriptions.ts'
import { pageAt, pages, routeAt, routes, siteTitle, type Route } from '../../base/pages.ts'

export interface HeadTag {
  element: 'meta' | 'link'
  /** The attribute that identifies the tag, and its value. */
  by: 'name' | 'property' | 'rel'
  key: string
  /** Null removes the tag. */
  value: string | null
}

/** Pages that search engines may list, without aliases. */
export const publicRoutes: readonly Route[] = routes.filter(
  (route) => descriptions[route] !== null && pages[route].aliasOf === undefined
)

/** The absolute address of a path. */
export const addressOf = (origin: string, path: string): string => origin + path

const meta = (key: string, value: string | null): HeadTag => ({ element: 'meta', by: 'name', key, value })
const graph = (key: string, value: string | null): HeadTag => ({
  element: 'meta',
  by: 'property',
  key: `og:${key}`,
  value
})

/** @param origin of the site, without a slash at its end */
export function headOf(pathname: string, origin: string): HeadTag[] {
  const { title, aliasOf } = pageAt(pathname)
  const route = routeAt(pathname)
  const description = route ? descriptions[route] : null
  const address = description === null ? null : addressOf(origin, aliasOf ?? pathname)
  return [
    meta('description', description),
    meta('robots', description === null ? 'noindex' : null),
    meta('twitter:card', 'summary_large_image'),
    { element: 'link', by: 'rel', key: 'canonical', value: address },
    graph('site_name', siteTitle),
    graph('locale', 'ru_RU'),
    graph('type', 'website'),
    graph('title', (route && title) || siteTitle),
    graph('description', description),
    graph('url', address),
    graph('image', `${origin}/preview.png`),
    graph('image:width', '1200'),
    graph('image:height', '630')
  ]
}
