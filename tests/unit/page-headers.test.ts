// What the pages say to browsers: web/public/_headers as Cloudflare Pages reads it, and a document that obeys it.
// What really arrives is tests/e2e/accounts.test.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/catalogue/routes.ts'
import { root } from '#scripts/root.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  path: string
  headers: [name: string, value: string][]
}

function rulesOf(text: string): Rule[] {
  const rules: Rule[] = []
  for (const line of text.split('\n').filter((one) => one.trim() !== '' && !one.startsWith('#'))) {
    if (!line.startsWith(' ')) rules.push({ path: line.trim(), headers: [] })
    const [, name, value] = /^ +([\w-]+): (.+)$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) rules.at(-1)?.headers.push([name.toLowerCase(), value])
  }
  return rules
}

const rules = rulesOf(read('web/public/_headers'))

/** All rules that match add up; a browser believes the last of a header that comes more than once. */
function headersOf(path: string): Record<string, string> {
  const matching = rules.filter((rule) => rule.path === '/*' || rule.path === path)
  return Object.fromEntries(matching.flatMap(({ headers }) => headers))
}

const policyOf = (path: string) =>
  new Map(
    (headersOf(path)['content-security-policy'] ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources]
    })
  )

const assets = ['/assets/index-abc.js', '/theme.js', '/favicon.svg', '/nothing-here']

describe.each([...routes, ...assets])('%s', (path) => {
  test('carries the headers of every page', () => {
    expect(headersOf(path)).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=(?:[3-9]\d{7}|\d{9,}); includeSubDomains$/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
      'permissions-policy': expect.stringContaining('camera=()')
    })
  })

  test('runs nothing that does not come from here, and lies in nobody’s frame', () => {
    const policy = policyOf(path)
    for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'object-src'])
      expect(policy.get(name), name).toEqual(["'none'"])
    expect(policy.get('script-src')?.[0]).toBe("'self'")
    const sources = [...policy.values()].flat()
    for (const source of ["'unsafe-inline'", "'unsafe-eval'", '*', 'https:', 'http:'])
      expect(sources, source).not.toContain(source)
    for (const name of ['script-src', 'connect-src', 'style-src']) expect(policy.get(name)).not.toContain('data:')
  })
})

test.each(['/verify-email', '/reset-password', '/confirm-email-change'])(
  '%s tells no other site the token in its address',
  (path) => {
    expect(headersOf(path)['referrer-policy']).toBe('no-referrer')
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
