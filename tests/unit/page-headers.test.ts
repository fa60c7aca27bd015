// The headers of pages: web/public/_headers as Cloudflare Pages reads it, and a document that obeys its policy.
// tests/e2e/account-pages.test.ts checks the headers that really arrive.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '#web/src/base/pages.ts'
import { root } from '#scripts/base/root.ts'
import { withPaymentOrigin } from '#scripts/served-site.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  path: string
  /** Null for `! Name`, which removes what earlier rules have set. */
  headers: [name: string, value: string | null][]
}

function rulesOf(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    if (!line.startsWith(' ')) rules.push({ path: line.trim(), headers: [] })
    const [, name, value] = /^ +([\w-]+): (.+)$/.exec(line) ?? []
    const [, detached] = /^ +! ?([\w-]+)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name.toLowerCase(), value])
    if (detached !== undefined) rules.at(-1)?.headers.push([detached.toLowerCase(), null])
  }
  return rules
}

const rules = rulesOf(read('web/public/_headers'))

const matches = (rule: string, path: string) =>
  rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : rule === path

/** All matching rules apply: two values of one header are joined by a comma. */
function headersOf(path: string): Record<string, string> {
  const said = new Map<string, string>()
  for (const rule of rules.filter((one) => matches(one.path, path)))
    for (const [name, value] of rule.headers)
      if (value === null) said.delete(name)
      else said.set(name, [said.get(name), value].filter((one) => one !== undefined).join(', '))
  return Object.fromEntries(said)
}

const policyOf = (path: string) =>
  new Map(
    (headersOf(path)['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    })
  )

/** The only page that runs third-party code: YooKassa's payment form. */
const paymentPage = '/token-purchase'
const ownSource = /^(?:'self'|'none'|'script'|data:|blob:)$/

const assets = [
  '/operator/',
  '/operator/assets/index-abc.js',
  '/assets/index-abc.js',
  '/before-paint.js',
  '/favicon.svg',
  '/nothing-here'
]

describe.each([...routes, ...assets])('%s', (path) => {
  test('has the headers of every page', () => {
    expect(headersOf(path)).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=(?:[3-9]\d{7}|\d{9,}); includeSubDomains$/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': path === paymentPage ? 'same-origin-allow-popups' : 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': expect.stringMatching(/(?:^|, )(?:no-referrer|strict-origin-when-cross-origin)$/),
      'permissions-policy': expect.stringContaining('camera=()')
    })
  })

  test('allows scripts only from its own origin (and YooKassa for payments), and no framing', () => {
    const policy = policyOf(path)
    for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'object-src'])
      expect(policy.get(name), name).toEqual(["'none'"])
    // A comma would make two policies of one header, and a browser obeys both.
    expect(headersOf(path)['content-security-policy']).not.toContain(',')
    expect(policy.get('report-uri')).toEqual(['/api/csp-reports'])
    policy.delete('report-uri')
    const isPayment = path === paymentPage
    if (!isPayment) for (const source of [...policy.values()].flat()) expect(source).toMatch(ownSource)
    expect(policy.get('script-src')).toEqual(isPayment ? ["'self'", 'https://yookassa.ru'] : ["'self'"])
    // The service worker that shows messages.
    expect(policy.get('worker-src')).toEqual(isPayment ? undefined : ["'self'"])
    expect(policy.get('connect-src')).toEqual(isPayment ? ["'self'", 'https://yookassa.ru'] : ["'self'"])
    expect(policy.get('style-src')).toEqual(isPayment ? ["'self'", "'unsafe-inline'"] : ["'self'"])
    // The diagrams of answers are in a frame of our own.
    expect(policy.get('frame-src')).toEqual(isPayment ? ['https://yookassa.ru', 'https:'] : ["'self'"])
    expect(policy.get('require-trusted-types-for')).toEqual(isPayment ? undefined : ["'script'"])
    const rest = [...policy].filter(([name]) => !isPayment || !['style-src', 'frame-src'].includes(name))
    const sources = rest.flatMap(([, values]) => values)
    for (const source of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'http:'])
      expect(sources, source).not.toContain(source)
  })
})

test('the document of diagrams has no origin, runs only its own code, and is shown only in our pages', () => {
  const headers = headersOf('/diagram/')
  expect(Object.fromEntries(policyOf('/diagram/'))).toEqual({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'object-src': ["'none'"]
  })
  expect(headers).toMatchObject({
    'x-frame-options': 'SAMEORIGIN',
    'x-content-type-options': 'nosniff',
    // Its own scripts are asked for by a document without an origin.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin'
  })
  for (const path of [...routes, ...assets]) expect(headersOf(path)['access-control-allow-origin']).toBeUndefined()
})

test('the document of pages and pictures has no origin, loads nothing, and is shown only in our pages', () => {
  expect(Object.fromEntries(policyOf('/document/'))).toEqual({
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'unsafe-inline'"],
    'img-src': ['data:'],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'object-src': ["'none'"]
  })
  expect(headersOf('/document/')).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-dns-prefetch-control': 'off' })
})

test('built files are kept for a year, because their names change with their content; nothing else is', () => {
  const cached = [...routes, ...assets].filter((path) => headersOf(path)['cache-control'] !== undefined)
  expect(cached).toEqual(['/operator/assets/index-abc.js', '/assets/index-abc.js'])
  for (const path of cached) expect(headersOf(path)['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('only the payment page lets its frame request a payment', () => {
  expect(headersOf(paymentPage)['permissions-policy']).toContain('payment=(self "https://yookassa.ru")')
  expect(headersOf('/payment-success')['permissions-policy']).toContain('payment=()')
})

test('locally the payment page allows the sandbox in place of YooKassa', () => {
  const local = withPaymentOrigin(read('web/public/_headers'), 'http://localhost:8799')
  expect(local).toContain("script-src 'self' http://localhost:8799;")
  expect(local).toContain('frame-src http://localhost:8799 https:;')
  expect(local).not.toContain('https://yookassa.ru')
  expect(() => withPaymentOrigin('/*', 'http://localhost:8799')).toThrow('no longer contains')
})

test.each(['/verify-email', '/reset-password', '/auth/return/yandex', '/confirm-email-change', '/shared'])(
  '%s sends other sites no referrer, because its address holds a token',
  (path) => {
    // With several values a browser uses the last one that it knows.
    expect(headersOf(path)['referrer-policy']?.split(', ').at(-1)).toBe('no-referrer')
  }
)

test("the operators' console is not indexed, and sends no other site its address", () => {
  expect(headersOf('/operator/')).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': expect.stringMatching(/(?:^|, )no-referrer$/)
  })
})

describe.each(['web/index.html', 'web/console/index.html'])('the document %s', (file) => {
  const html = read(file)

  test('has no inline script, style or event handler', () => {
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, content] of scripts) {
      expect(attributes).toMatch(/ src="\.?\//)
      expect(content).toBe('')
    }
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
  })

  test('loads nothing from other hosts', () => {
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})

test('the OpenAPI document may be read by pages of other sites, and is not kept long', () => {
  expect(headersOf('/openapi.json')).toMatchObject({
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=600'
  })
})
