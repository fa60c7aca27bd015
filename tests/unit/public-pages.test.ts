import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { descriptions } from '#web/src/app/head/descriptions.ts'
import { pageAt, routes } from '#web/src/base/pages.ts'
import { notFoundPath } from '#scripts/site/prerender.ts'
import {
  robots,
  sitemap,
  withBody,
  withHead,
  withLaterCode,
  withPreloads,
  writePublicPages
} from '#scripts/site/public-pages.ts'
import { circularFiles, readManifest, takeOutManifest } from '#scripts/site/build-manifest.ts'
import { root } from '#scripts/base/root.ts'
import { publicRoutes } from '#web/src/app/head/page-head.ts'

const origin = 'https://ai.example.ru'
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const html = `<html><head>
    <title>Старое</title>
    <meta
      name="description"
      content="Старое описание"
    />
    <link rel="modulepreload" href="/assets/index.js">
  </head><body><div id="root"><p>Загрузка…</p></div></body></html>`

const chunk = (name: string, imports: string[] = []) => ({ file: `assets/${name}.js`, imports })
const manifest = {
  'index.html': chunk('index'),
  'src/app/start.tsx': chunk('start'),
  'src/app/home-page.tsx': chunk('home', ['shared.ts']),
  'src/site/pricing/page.tsx': { ...chunk('pricing', ['shared.ts', 'index.html']), css: ['assets/pricing.css'] },
  'src/site/learning/page.tsx': chunk('learning'),
  'src/site/api/page.tsx': chunk('api'),
  'src/site/legal/page.tsx': chunk('legal'),
  'src/base/page/not-found-page.tsx': chunk('not-found'),
  'shared.ts': chunk('shared'),
  'src/chat/page.tsx': { ...chunk('chat-page'), css: ['assets/chat.css'] },
  'src/studio/page.tsx': chunk('studio-page'),
  'src/app/start/composer.ts': chunk('composer', ['index.html']),
  // Every page that is not rendered at build, and what such pages ask for as soon as they run.
  ...Object.fromEntries(
    routes.flatMap((path) => {
      const { module, prerendered } = pageAt(path)
      return prerendered ? [] : [[`src/${module}`, chunk(module.replace('/page.tsx', '-page'))]]
    })
  ),
  'src/base/http/query-client.ts': { ...chunk('queries'), name: 'query-client' },
  '_answer-markdown-x.js': { ...chunk('answers', ['_shared-with-print.js']), name: 'answer-markdown' },
  '_shared-with-print.js': chunk('shared-with-print')
}

describe('the HTML of a public page', () => {
  test('has the title, description and address of that page, once', () => {
    const page = withHead(html, '/pricing', origin)
    expect(page).toContain('<title>Цены · Мощная AI Платформа</title>')
    expect(page).toContain(`<link rel="canonical" href="${origin}/pricing" />`)
    expect(page).toContain(`<meta property="og:url" content="${origin}/pricing" />`)
    expect(page).toContain(`<meta property="og:image" content="${origin}/preview.png" />`)
    expect(page.match(/name="description"/g)).toHaveLength(1)
    expect(page).toContain(`content="${descriptions['/pricing']}"`)
    expect(page).not.toContain('Старое')
    expect(page).not.toContain('noindex')
    expect(withHead(page, '/pricing', origin)).toBe(page)
  })

  test('of a private or missing page asks not to be indexed', () => {
    for (const path of ['/profile', notFoundPath] as const) {
      const page = withHead(html, path, origin)
      expect(page).toContain('<meta name="robots" content="noindex" />')
      expect(page).not.toContain('canonical')
    }
  })

  test('contains the rendered text unchanged', () => {
    const text = "<p>$& $1 $' <b>990</b></p>"
    expect(withBody(html, text)).toContain(`<body><div id="root" data-prerendered="">${text}</div></body>`)
  })

  test('preloads the code of its page, each file once', () => {
    const page = withPreloads(html, manifest, ['src/site/pricing/page.tsx'])
    const named = [...page.matchAll(/<link rel="(\w+)"[^>]* href="\/assets\/([^"]+)"/g)].map(([, rel, file]) => [
      rel,
      file
    ])
    expect(named).toEqual([
      ['modulepreload', 'index.js'],
      ['stylesheet', 'pricing.css'],
      ['modulepreload', 'start.js'],
      ['modulepreload', 'pricing.js'],
      ['modulepreload', 'shared.js']
    ])
  })

  test('of a still page only names its code, which is loaded when the visitor uses the page', () => {
    const page = withLaterCode(html, manifest, ['src/site/pricing/page.tsx'])
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/pricing.css" />')
    expect(page).toContain(
      '<meta name="application-files" content="/assets/start.js /assets/pricing.js /assets/shared.js" />'
    )
    expect(page.match(/modulepreload/g)).toHaveLength(1)
  })
})

test('files that import each other are found, also across others', () => {
  expect(circularFiles(manifest)).toEqual([])
  const shared = chunk('shared', ['src/site/legal/page.tsx'])
  const legal = chunk('legal', ['src/app/home-page.tsx'])
  const circular = circularFiles({ ...manifest, 'shared.ts': shared, 'src/site/legal/page.tsx': legal })
  expect(circular.toSorted()).toEqual(['assets/home.js', 'assets/legal.js', 'assets/shared.js'])
})

describe('the build', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'site-'))
    mkdirSync(join(folder, 'site/.vite'), { recursive: true })
    writeFileSync(join(folder, 'site/.vite/manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'site/index.html'), html)
    takeOutManifest(folder)
    writePublicPages(folder, origin, new Map([['/', '<h1>Главная</h1>']]))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const file = (name: string) => readFileSync(join(folder, 'site', name), 'utf8')

  test('writes one file for each route, and 404.html', () => {
    const files = readdirSync(join(folder, 'site'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.html')
    )
    const expected = routes.map((route) => (route === '/' ? 'index.html' : `${route.slice(1)}.html`))
    expect(files.toSorted()).toEqual([...expected, '404.html'].toSorted())
  })

  test('serves nothing that it keeps for itself', () => {
    const served = readdirSync(join(folder, 'site'))
    expect(served.filter((name) => !name.endsWith('.html')).toSorted()).toEqual(['auth', 'robots.txt', 'sitemap.xml'])
    expect(readManifest(folder)).toEqual(manifest)
  })

  test('puts the rendered text of a page into its own file only', () => {
    expect(file('index.html')).toContain('<div id="root" data-prerendered="still"><h1>Главная</h1></div>')
    for (const name of ['profile.html', 'subscription.html', '404.html'])
      expect(file(name)).toContain('<div id="root"><p>Загрузка…</p></div>')
    expect(file('index.html')).toContain('/assets/home.js')
    expect(file('learning.html')).not.toContain('/assets/home.js')
    expect(file('chatgpt.html')).toContain('/assets/start.js')
  })

  test('a chat names all that it needs to draw an answer, so that nothing waits for what came before it', () => {
    const [, named] = /name="application-files" content="([^"]+)"/.exec(file('chatgpt.html')) ?? []
    expect(named?.split(' ')).toEqual(
      ['start', 'chat-page', 'queries', 'answers', 'shared-with-print'].map((name) => `/assets/${name}.js`)
    )
    expect(file('flux.html')).toContain('content="/assets/start.js /assets/studio-page.js /assets/queries.js"')
    expect(file('learning.html')).not.toContain('/assets/queries.js')
  })

  test('a chat is painted when what stands behind its page is there', () => {
    expect(read('web/index.html')).toMatch(/<div id="root">.*<noscript id="behind-page">/s)
  })

  test('a chat loads ahead only what takes its first keys, and is painted as a whole', () => {
    const links = [
      ...file('chatgpt.html').matchAll(/<link rel="(modulepreload|expect|stylesheet)"[^>]* href="([^"]+)"/g)
    ]
    expect(links.map(([, rel, href]) => [rel, href])).toEqual([
      ['modulepreload', '/assets/index.js'],
      ['stylesheet', '/assets/chat.css'],
      ['expect', '#behind-page']
    ])
    // It listens before the page is loaded, so that no key is lost.
    expect(file('chatgpt.html')).toContain('<script type="module" crossorigin src="/assets/composer.js"></script>')
    expect(file('pricing.html')).not.toMatch(/rel="expect"|composer/)
    expect(file('flux.html')).not.toMatch(/rel="expect"|composer/)
  })

  test('names the sitemap in robots.txt', () => {
    expect(file('robots.txt')).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/)
    expect(file('robots.txt')).toContain(`\n\nSitemap: ${origin}/sitemap.xml\n`)
  })
})

describe('search engines', () => {
  test('are given every public page under one address', () => {
    const listed = [...sitemap(origin).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
    expect(listed).toEqual(publicRoutes.map((route) => origin + route))
    expect(publicRoutes).toContain('/dall-e-3')
    expect(publicRoutes).not.toContain('/dalle')
  })

  test('are kept away from personal pages and from no others', () => {
    const kept = [...robots(origin).matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path)
    const personal = [
      '/api-keys',
      '/auth',
      '/auth/return/vk',
      '/auth/return/yandex',
      '/compare',
      '/confirm-email-change',
      '/library',
      '/offline',
      '/payment-success',
      '/profile',
      '/received',
      '/reset-password',
      '/shared',
      '/subscription',
      '/token-purchase',
      '/verify-email'
    ]
    // Not from `/api`, which is a page: `/api/` begins nothing but calls.
    expect(kept.toSorted()).toEqual(['/api/', ...personal].toSorted())
    expect(publicRoutes).toContain('/api')
  })
})

describe('an installed site', () => {
  test('has icons of the declared sizes and shortcuts to existing routes', async () => {
    const { icons, shortcuts } = JSON.parse(read('web/public/manifest.webmanifest'))
    for (const { src, sizes } of [...icons, ...shortcuts.flatMap((one: { icons: object[] }) => one.icons)]) {
      const { width, height } = await sharp(join(root, 'web/public', src)).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    for (const { url } of shortcuts) expect(routes).toContain(url.replace(/\?new$/, ''))
  })
})
