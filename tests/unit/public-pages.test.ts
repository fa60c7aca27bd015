import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { routes } from '#contract/catalogue/routes.ts'
import { sitemap, withHead, writePublicPages } from '#scripts/public-pages.ts'
import { root } from '#scripts/root.ts'
import { pageDescriptions } from '#web/src/head/page-descriptions.ts'
import { publicRoutes } from '#web/src/head/page-head.ts'

const origin = 'https://ai.example.ru'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const html = `<html><head>
    <title>Старое</title>
    <meta
      name="description"
      content="Старое описание"
    />
    <link rel="modulepreload" href="/assets/home.js" data-page="home">
  </head><body><div id="root"></div></body></html>`

describe('the HTML of a public page', () => {
  test('speaks of that page, once', () => {
    const page = withHead(html, '/pricing', origin)
    expect(page).toContain('<title>Цены · Мощная AI Платформа</title>')
    expect(page).toContain(`<link rel="canonical" href="${origin}/pricing" />`)
    expect(page).toContain(`<meta property="og:url" content="${origin}/pricing" />`)
    expect(page).toContain(`<meta property="og:image" content="${origin}/preview.png" />`)
    expect(page.match(/name="description"/g)).toHaveLength(1)
    expect(page).toContain(`content="${pageDescriptions['/pricing']}"`)
    expect(page).not.toContain('Старое')
    expect(page).not.toContain('noindex')
    expect(page).toContain('<div id="root"></div>')
    expect(withHead(page, '/pricing', origin)).toBe(page)
  })

  test('of a page that nobody else should see says so', () => {
    const page = withHead(html, '/profile', origin)
    expect(page).toContain('<meta name="robots" content="noindex" />')
    expect(page).not.toContain('canonical')
  })
})

describe('the build', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    writeFileSync(join(folder, 'index.html'), html)
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /api/\n')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('writes a file for each public page, and leaves what only the home page preloads to it', () => {
    writePublicPages(folder, origin)
    const pages = readdirSync(folder).filter((name) => name.endsWith('.html'))
    expect(pages.toSorted()).toEqual(
      publicRoutes.map((route) => (route === '/' ? 'index.html' : `${route.slice(1)}.html`)).toSorted()
    )
    expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('home.js')
    expect(readFileSync(join(folder, 'learning.html'), 'utf8')).not.toContain('home.js')
    expect(readFileSync(join(folder, 'robots.txt'), 'utf8')).toBe(
      `User-agent: *\nDisallow: /api/\n\nSitemap: ${origin}/sitemap.xml\n`
    )
  })
})

describe('search engines', () => {
  test('are told every public page under one address', () => {
    const listed = [...sitemap(origin).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(listed).toEqual(publicRoutes.map((route) => origin + route))
    expect(publicRoutes).toContain('/dall-e-3')
    expect(publicRoutes).not.toContain('/dalle')
  })

  test('are kept from the pages of one person, and from no other', () => {
    const kept = [...read('web/public/robots.txt').matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path)
    const personal = routes.filter((route) => pageDescriptions[route] === null)
    expect(kept.toSorted()).toEqual(['/api/', ...personal].toSorted())
  })
})

describe('an installed site', () => {
  test('has its icons in the sizes that it names', async () => {
    const { icons, shortcuts } = JSON.parse(read('web/public/manifest.webmanifest'))
    for (const { src, sizes } of icons) {
      const { width, height } = await sharp(join(root, 'web/public', src)).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    for (const { url } of shortcuts) expect(routes).toContain(url)
  })
})
