// Runs after the build. Every page gets an HTML file with its own title and description, for search engines and link
// previews that run no scripts; public pages also contain their text and are listed in sitemap.xml.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chatPaths } from '#contract/catalogue/chat.ts'
import { pageAt, routes, windowTitle } from '#web/src/base/pages.ts'
import { descriptions } from '#web/src/app/head/descriptions.ts'
import { addressOf, headOf, publicRoutes, type HeadTag } from '#web/src/app/head/page-head.ts'
import { filesOf, firstModules, readManifest, siteIn, type Manifest } from './build-manifest.ts'
import { notFoundPath } from './prerender.ts'

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const tagText = ({ element, by, key, value }: HeadTag) =>
  value === null
    ? ''
    : `    <${element} ${by}="${key}" ${element === 'link' ? 'href' : 'content'}="${escape(value)}" />\n`

/** The HTML with the title and head tags of one page in place of the built ones. */
export function withHead(html: string, path: string, origin: string): string {
  const tags = headOf(path, origin)
  const bare = tags.reduce(
    (text, { element, by, key }) => text.replace(new RegExp(`\\s*<${element}\\s+${by}="${key}"[^>]*>`, 'g'), ''),
    html
  )
  return bare
    .replace(/<title>.*?<\/title>/s, () => `<title>${escape(windowTitle(pageAt(path).title))}</title>`)
    .replace('</head>', () => `${tags.map(tagText).join('')}  </head>`)
}

/** The HTML with a page's rendered text in `#root`; `src/app/main.ts` decides when `src/app/start.tsx` hydrates it. */
export const withBody = (html: string, body: string, still = false): string =>
  html.replace(
    /<div id="root">.*?<\/div>/s,
    () => `<div id="root" data-prerendered="${still ? 'still' : ''}">${body}</div>`
  )

/** The files of these modules, and of those that every page begins with, that the document does not name yet. */
function missingFiles(html: string, manifest: Manifest, modules: readonly string[]) {
  const { scripts, styles } = filesOf(manifest, [...firstModules, ...modules])
  const missing = (files: Set<string>) => [...files].map((file) => `/${file}`).filter((href) => !html.includes(href))
  return {
    scripts: missing(scripts),
    styleTags: missing(styles).map((href) => `    <link rel="stylesheet" crossorigin href="${href}" />\n`)
  }
}

const preload = (href: string) => `    <link rel="modulepreload" crossorigin href="${href}" />\n`

/** Adds preloads, so that the page's code loads along with the first script. */
export function withPreloads(html: string, manifest: Manifest, modules: readonly string[]): string {
  const { scripts, styleTags } = missingFiles(html, manifest, modules)
  const tags = [...styleTags, ...scripts.map(preload)]
  return html.replace('</head>', () => `${tags.join('')}  </head>`)
}

/** What the first script of a chat asks for, before the application runs. As a script of the page it is there before the page is loaded. */
const composerModule = 'src/app/start/composer.ts'

const moduleScript = (src: string) => `    <script type="module" crossorigin src="${src}"></script>\n`

/** A chat stands in the middle of the window, and would move while its HTML arrives: browsers paint it when all of it is there. */
const wholeChat = '    <link rel="expect" href="#behind-page" blocking="render" />\n'

/** Names the code of a still page, which `src/app/start/when-used.ts` loads later. */
export function withLaterCode(
  html: string,
  manifest: Manifest,
  modules: readonly string[],
  hasComposer = false
): string {
  const { scripts, styleTags } = missingFiles(html, manifest, modules)
  const first = hasComposer ? [...filesOf(manifest, [composerModule]).scripts] : []
  const tags = [
    ...styleTags,
    ...(hasComposer ? [wholeChat] : []),
    ...first.filter((file) => !html.includes(file)).map((file) => moduleScript(`/${file}`)),
    `    <meta name="application-files" content="${scripts.join(' ')}" />\n`
  ]
  return html.replace('</head>', () => `${tags.join('')}  </head>`)
}

/** What the site does not sell, as the build knows it. */
const unconnected = (process.env['VITE_UNCONNECTED'] ?? '').split(' ')

export const sitemap = (origin: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...publicRoutes
      .filter((route) => !unconnected.includes(route))
      .map((route) => `  <url><loc>${escape(addressOf(origin, route))}</loc></url>`),
    '</urlset>',
    ''
  ].join('\n')

/** Keeps search engines away from the API and from pages with personal content. */
export const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...['/api/', ...routes.filter((route) => descriptions[route] === null)].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    ''
  ].join('\n')

/** The modules that a chat loads as soon as it runs. */
const modulesOfChat: readonly string[] = ['query-client', 'answer-markdown']

const isChat = (path: string): boolean => chatPaths.some((chat) => chat === path)

/** What a page loads before it shows its first words: its own module, and the modules that it loads as soon as it runs. */
export function modulesOf(path: string): string[] {
  const { module, prerendered, asks } = pageAt(path)
  return [`src/${module}`, ...(isChat(path) ? modulesOfChat : prerendered && !asks ? [] : ['query-client'])]
}

/** The file that Cloudflare Pages serves for a path; `404.html` for unknown addresses. */
const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/**
 * @param folder of the build
 * @param origin of the site, without a trailing slash
 * @param bodies the rendered text of public pages, by path
 */
export function writePublicPages(folder: string, origin: string, bodies: ReadonlyMap<string, string>): void {
  const site = siteIn(folder)
  const html = readFileSync(join(site, 'index.html'), 'utf8')
  const manifest = readManifest(folder)
  for (const path of [...routes, notFoundPath]) {
    const body = bodies.get(path)
    const { still } = pageAt(path)
    const headed = withHead(html, path, origin)
    const prepared = still
      ? withLaterCode(headed, manifest, modulesOf(path), isChat(path))
      : withPreloads(headed, manifest, modulesOf(path))
    const file = join(site, fileOf(path))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, body === undefined ? prepared : withBody(prepared, body, still))
  }
  writeFileSync(join(site, 'robots.txt'), robots(origin))
  writeFileSync(join(site, 'sitemap.xml'), sitemap(origin))
}
