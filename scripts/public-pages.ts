// After the build: every public page gets an HTML file of its own whose head speaks of it, for search engines and link
// previews that run no scripts; and there is a list of these pages.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '#contract/catalogue/routes.ts'
import { addressOf, headOf, publicRoutes, type HeadTag } from '#web/src/head/page-head.ts'
import { titleOf, windowTitle } from '#web/src/head/page-titles.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const tagText = ({ element, by, key, value }: HeadTag) =>
  value === null
    ? ''
    : `    <${element} ${by}="${key}" ${element === 'link' ? 'href' : 'content'}="${escape(value)}" />\n`

/** The page's HTML with the tags of one page in the place of others. */
export function withHead(html: string, route: Route, origin: string): string {
  const tags = headOf(route, origin)
  const bare = tags.reduce(
    (text, { element, by, key }) => text.replace(new RegExp(`\\s*<${element}\\s+${by}="${key}"[^>]*>`, 'g'), ''),
    html
  )
  return bare
    .replace(/<title>.*?<\/title>/s, `<title>${escape(windowTitle(titleOf(route)))}</title>`)
    .replace('</head>', `${tags.map(tagText).join('')}  </head>`)
}

/** What only the home page needs at once, as `web/vite.config.ts` marks it. */
const withoutHomePreloads = (html: string) => html.replaceAll(/\s*<link[^>]*data-page="home"[^>]*>/g, '')

export const sitemap = (origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicRoutes.map((route) => `  <url><loc>${escape(addressOf(origin, route))}</loc></url>`),
    '</urlset>',
    ''
  ].join('\n')

/**
 * @param folder of the built site
 * @param origin of the site, without a slash at its end
 */
export function writePublicPages(folder: string, origin: string): void {
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const other = withoutHomePreloads(html)
  for (const route of publicRoutes) {
    const isHome = route === '/'
    writeFileSync(
      join(folder, isHome ? 'index.html' : `${route.slice(1)}.html`),
      withHead(isHome ? html : other, route, origin)
    )
  }
  const robots = join(folder, 'robots.txt')
  writeFileSync(robots, `${readFileSync(robots, 'utf8').trimEnd()}\n\nSitemap: ${origin}/sitemap.xml\n`)
  writeFileSync(join(folder, 'sitemap.xml'), sitemap(origin))
}
