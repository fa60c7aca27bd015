// What the pages say to browsers: web/public/_headers as Cloudflare Pages reads it, and a document that obeys it.
// What really arrives is tests/e2e/accounts.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '#web/src/base/pages.ts'
import { root } from '#scripts/root.ts'
import { withPaymentOrigin } from '#scripts/served-site.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  path: string
  /** Null: `! Name` takes away what earlier rules have set. */
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

/** All rules that match add up: what two of them say under one name is joined by a comma. */
function headersOf(path: string): Record<string, string> {
  const said = new Map<string, string>()
  for (const rule of rules.filter((one) => one.path === '/*' || one.path === path))
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

/** The one page that runs something of somebody else: YooKassa's form. */
const paymentPage = '/token-purchase'
const ownSource = /^(?:'self'|'none'|'script'|data:|blob:)$/

const assets = ['/assets/index-abc.js', '/before-paint.js', '/favicon.svg', '/nothing-here']

describe.each([...routes, ...assets])('%s', (path) => {
  test('carries the headers of every page', () => {
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

  test('runs nothing that does not come from here, and lies in nobody’s frame', () => {
    const policy = policyOf(path)
    for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'object-src'])
      expect(policy.get(name), name).toEqual(["'none'"])
    // Joined to one value, two policies would be two: a browser obeys both.
    expect(headersOf(path)['content-security-policy']).not.toContain(',')
    const isPayment = path === paymentPage
    if (!isPayment) for (const source of [...policy.values()].flat()) expect(source).toMatch(ownSource)
    expect(policy.get('script-src')).toEqual(isPayment ? ["'self'", 'https://yookassa.ru'] : ["'self'"])
    expect(policy.get('connect-src')).toEqual(isPayment ? ["'self'", 'https://yookassa.ru'] : ["'self'"])
    expect(policy.get('style-src')).toEqual(isPayment ? ["'self'", "'unsafe-inline'"] : ["'self'"])
    expect(policy.get('frame-src')).toEqual(isPayment ? ['https://yookassa.ru', 'https:'] : undefined)
    expect(policy.get('require-trusted-types-for')).toEqual(isPayment ? undefined : ["'script'"])
    const rest = [...policy].filter(([name]) => !isPayment || !['style-src', 'frame-src'].includes(name))
    const sources = rest.flatMap(([, values]) => values)
    for (const source of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'http:'])
      expect(sources, source).not.toContain(source)
  })
})

test('the payment page lets its frame ask for a payment, and no other page does', () => {
  expect(headersOf(paymentPage)['permissions-policy']).toContain('payment=(self "https://yookassa.ru")')
  expect(headersOf('/payment-success')['permissions-policy']).toContain('payment=()')
})

test('locally the payment page admits the sandbox in the place of YooKassa', () => {
  const local = withPaymentOrigin(read('web/public/_headers'), 'http://localhost:8799')
  expect(local).toContain("script-src 'self' http://localhost:8799;")
  expect(local).toContain('frame-src http://localhost:8799 https:;')
  expect(local).not.toContain('https://yookassa.ru')
  expect(() => withPaymentOrigin('/*', 'http://localhost:8799')).toThrow('does not speak of')
})

test.each(['/verify-email', '/reset-password', '/confirm-email-change'])(
  '%s tells no other site the token in its address',
  (path) => {
    // A browser believes the last one that it knows.
    expect(headersOf(path)['referrer-policy']?.split(', ').at(-1)).toBe('no-referrer')
  }
)

describe('the document', () => {
  const html = read('web/index.html')

  test('has no script, style or handler of its own', () => {
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, content] of scripts) {
      expect(attributes).toMatch(/ src="\//)
      expect(content).toBe('')
    }
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
  })

  test('loads nothing from elsewhere', () => {
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})
