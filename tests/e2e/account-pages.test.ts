// The pages to which mails lead, and the HTTP headers as they arrive. Which headers each page has is a unit test of their rules.
import { expect, inject } from 'vitest'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { mailLinks } from '../support/mail-links.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

test('a program that opens links of mails and runs the scripts of their pages changes nothing; the pages are accessible', async ({
  openPage
}) => {
  const page = await openPage()
  await page.route('**/api/auth/reset-password/*', (route) => route.fulfill({ json: { success: true, data: {} } }))
  const changing: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const call = `${request.method()} ${pathname}`
    // Whether a link still works: asking uses nothing up (auth-reset.security.test.ts).
    if (call.startsWith('GET /api/auth/reset-password/')) return
    // What the ways in begin with: a list, and a challenge that nothing remembers.
    if (['GET /api/auth/ways', 'POST /api/auth/passkeys/options'].includes(call)) return
    if (!call.startsWith('GET ') || pathname.startsWith('/api/auth/')) changing.push(call)
  })
  // What the other links show to a visitor is a page test: nothing in it can spend a link.
  const spendable = Object.entries(mailLinks).filter(([link]) => link === '/auth' || link.includes('token='))
  expect(spendable).toHaveLength(4)
  for (const [link, shown] of spendable) {
    await page.goto(link)
    await page.getByRole('main').getByText(shown, { exact: true }).first().waitFor()
    await untilLoaded(page)
    if (link === '/auth') await page.getByRole('button', { name: 'Забыли пароль?' }).click()
    // It looks as the page that confirms an address.
    if (!link.startsWith('/confirm-email-change')) await expectGoodLooks(page, link)
    expect(changing, link).toEqual([])
  }
})

const answerTo = (path: string) => fetch(`${inject('siteOrigin')}${path}`)

const ofPages = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'.*frame-ancestors 'none'/),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin'
}
const ofApi = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'x-frame-options': 'DENY'
}
const html = { ...ofPages, 'content-type': expect.stringMatching(/^text\/html/) }
/** With several values a browser uses the last one that it knows. */
const hidden = { ...html, 'referrer-policy': expect.stringMatching(/(?:^|, )no-referrer$/) }

test('the security headers arrive, with pages of every kind, their files, and the API behind them; a document has no inline script or style, and no configuration is served', async () => {
  const expected: [path: string, status: number, headers: object][] = [
    ['/', 200, html],
    ['/chatgpt', 200, html],
    ['/profile', 200, html],
    // A bank may open a window, which must reach the payment form.
    ['/token-purchase', 200, { ...html, 'cross-origin-opener-policy': 'same-origin-allow-popups' }],
    ['/nothing-here', 404, html],
    ['/chat/nothing-here', 404, html],
    ['/reset-password?token=x', 200, hidden],
    ['/verify-email?token=x', 200, hidden],
    ['/confirm-email-change?token=x', 200, hidden],
    ['/favicon.svg', 200, ofPages],
    ['/before-paint.js', 200, ofPages],
    ['/assets/nothing-here.js', 404, ofPages],
    ['/api/health', 200, ofApi],
    ['/api/nothing-here', 404, ofApi],
    ['/api/auth/profile', 401, ofApi],
    ['/api/files/x/0', 403, ofApi],
    ['/api/live', 400, ofApi]
  ]
  for (const [path, status, headers] of expected) {
    const answer = await answerTo(path)
    expect([path, answer.status, Object.fromEntries(answer.headers)]).toEqual([
      path,
      status,
      expect.objectContaining(headers)
    ])
  }

  const document = await (await answerTo('/profile')).text()
  const own = [...document.matchAll(/<(script|style)\b([^>]*)>([^<]*)/g)].filter(([, , , content]) => content !== '')
  expect(own).toEqual([])
  expect(document).not.toMatch(/<[^>]+\s(?:style|on\w+)=|javascript:/i)
  const named = [...document.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)
  expect(named.length).toBeGreaterThan(2)
  for (const path of named) expect(Object.fromEntries((await answerTo(path)).headers), path).toMatchObject(ofPages)
  for (const path of ['/.env', '/.dev.vars', '/wrangler.toml', '/.git/config', '/package.json'])
    expect(await (await answerTo(path)).text(), path).toMatch(/^<!doctype html>/i)
})
