import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeServedSite } from '#scripts/served-site.ts'

test('a site that is served at another port than it was built for names that port wherever programs and people read it', () => {
  const place = mkdtempSync(join(tmpdir(), 'served-site-'))
  const [from, to] = [join(place, 'built'), join(place, 'served')]
  mkdirSync(join(from, 'assets'), { recursive: true })
  const files = ['api.html', 'openapi.json', 'sitemap.xml', 'robots.txt', 'assets/a1b2.js']
  const builtOrigin = 'http://localhost:8788'
  for (const name of files) writeFileSync(join(from, name), `one ${builtOrigin}/v1 two ${builtOrigin}`)
  writeFileSync(join(from, '_headers'), 'frame-src https://yookassa.ru')
  writeServedSite(from, to, {
    builtOrigin,
    siteOrigin: 'http://localhost:3000',
    sandboxOrigin: 'http://localhost:3001'
  })
  const served = [...files, '_headers'].map((name) => readFileSync(join(to, name), 'utf8'))
  rmSync(place, { recursive: true })
  const text = 'one http://localhost:3000/v1 two http://localhost:3000'
  expect(served).toEqual([...files.map(() => text), 'frame-src http://localhost:3001'])
})
