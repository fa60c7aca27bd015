// How the account pages look, and the HTTP headers of every page.
import { describe, expect, inject } from 'vitest'
import { verifyEmail } from '#contract/sign-in.ts'
import { routes } from '#web/src/base/pages.ts'
import { callApi, createAccount, newEmail, registerByMail } from '../support/e2e/account.ts'
import { untilLoaded } from '../support/e2e/loaded.ts'
import { linkOf, waitForLetter } from '../support/e2e/mail.ts'
import { mailLinks } from '../support/mail-links.ts'
import { expectGoodLooks } from '../support/e2e/good-looks.ts'
import { test } from '../support/e2e/test.ts'

test('the profile and the dialog before deletion are accessible and fit the window', async ({ openPage }) => {
  const { tokens } = await createAccount()
  const page = await openPage({ tokens })
  await page.goto('/profile')
  await page.getByText('Это устройство').waitFor()
  await page.getByRole('button', { name: /^Отозвать: Согласие/ }).waitFor()
  await page.getByRole('button', { name: 'Сменить email' }).click()
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await page.getByLabel('Новый пароль', { exact: true }).fill('слабый')
  await page.getByRole('button', { name: 'Сменить пароль' }).click()
  await expectGoodLooks(page, 'profile')
  await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
  await page.getByRole('dialog').waitFor()
  await expectGoodLooks(page, 'profile deletion')
})

test('pages of the account flows are accessible and fit the window', async ({ openPage }) => {
  const page = await openPage()
  const loaded: [path: string, button: string][] = [
    ['/auth', 'Забыли пароль?'],
    ['/reset-password?token=some', 'Сохранить пароль'],
    ['/reset-password', 'Отправить ссылку'],
    ['/confirm-email-change?token=some', 'Подтвердить смену'],
    ['/verify-email?token=some', 'Подтвердить']
  ]
  for (const [path, button] of loaded) {
    await page.goto(path)
    await page.getByRole('button', { name: button }).waitFor()
    if (path === '/auth') await page.getByRole('button', { name: button }).click()
    await expectGoodLooks(page, path)
  }
})

test('a program that opens the links of all mails and runs the scripts of their pages changes nothing', async ({
  openPage
}) => {
  const page = await openPage()
  const changing: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' || pathname.startsWith('/api/auth/'))
      changing.push(`${request.method()} ${pathname}`)
  })
  for (const [link, shown] of Object.entries(mailLinks)) {
    await page.goto(link)
    await page.getByRole('main').getByText(shown, { exact: true }).first().waitFor()
    await untilLoaded(page)
    expect(changing, link).toEqual([])
  }
})

const ofPages = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'.*frame-ancestors 'none'/),
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin'
}

const answerTo = (path: string, init?: RequestInit) => fetch(`${inject('siteOrigin')}${path}`, init)
const headersOf = async (path: string) => Object.fromEntries((await answerTo(path)).headers)

describe('the security headers arrive', () => {
  test.for([...routes, '/nothing-here', '/chat/nothing-here'])(
    'with the document of %s, which has no inline script or style',
    async (path) => {
      const answer = await answerTo(path)
      // A bank may open a window, which must reach the payment form.
      const opener = path === '/token-purchase' ? { 'cross-origin-opener-policy': 'same-origin-allow-popups' } : {}
      expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
        path.includes('nothing') ? 404 : 200,
        expect.objectContaining({ ...ofPages, ...opener, 'content-type': expect.stringMatching(/^text\/html/) })
      ])
      const html = await answer.text()
      const own = [...html.matchAll(/<(script|style)\b([^>]*)>([^<]*)/g)].filter(([, , , content]) => content !== '')
      expect(own).toEqual([])
      expect(html).not.toMatch(/<[^>]+\s(?:style|on\w+)=|javascript:/i)
    }
  )

  test.for(['/favicon.svg', '/before-paint.js', '/assets/nothing-here.js'])('with %s', async (path) => {
    expect(await headersOf(path)).toMatchObject(ofPages)
  })

  test('with every script and style that the document names', async () => {
    const html = await (await answerTo('/profile')).text()
    const named = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)
    expect(named.length).toBeGreaterThan(2)
    for (const path of named) expect(await headersOf(path), path).toMatchObject(ofPages)
  })

  test.for(['/reset-password?token=x', '/verify-email?token=x', '/confirm-email-change?token=x'])(
    'with %s, and other sites do not get its address as referrer',
    async (path) => {
      const { 'referrer-policy': policy = '', ...headers } = await headersOf(path)
      expect(headers).toMatchObject(ofPages)
      expect(policy.split(', ').at(-1)).toBe('no-referrer')
    }
  )

  test.for([
    ['/api/health', 200],
    ['/api/nothing-here', 404],
    ['/api/auth/profile', 401],
    ['/api/files/x/0', 403],
    ['/api/live', 400]
  ] as const)('from the API through the pages: %s', async ([path, status]) => {
    const answer = await answerTo(path)
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      status,
      expect.objectContaining({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-frame-options': 'DENY'
      })
    ])
  })

  test('configuration files are not served', async () => {
    for (const path of ['/.env', '/.dev.vars', '/wrangler.toml', '/.git/config', '/package.json'])
      expect(await (await answerTo(path)).text(), path).toMatch(/^<!doctype html>/i)
  })

  test('a mail program that fetches a confirmation link does not use it up', async () => {
    const email = newEmail()
    const token = await registerByMail(email)
    const { pathname, search } = linkOf(await waitForLetter(email))
    for (const method of ['HEAD', 'GET', 'GET'])
      expect((await answerTo(pathname + search, { method })).status).toBe(200)
    const { tokens } = await callApi(verifyEmail, { token })
    expect(tokens.accessToken).not.toBe('')
  })
})
