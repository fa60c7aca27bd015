// Measures the time from the end of the provider's work to the picture on the screen, through queue, R2, live channel
// and page, for a polled provider (FLUX) and one whose response is the picture (DALL-E). The sandbox's own times are
// subtracted. Run with `node bench/picture-on-screen.ts`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '#scripts/chromium.ts'
import { findFreePort } from '#scripts/ports.ts'
import { startProduct } from '#scripts/product.ts'

const rounds = 8
/** How long the sandbox works at speed 1, in milliseconds, and the path of its call. */
const providers = [
  { page: '/flux', call: '/flux-2-klein-4b', workMs: 5000 },
  { page: '/dall-e-3', call: '/images/generations', workMs: 12_000 }
]
const limits = ['LIMIT_SIGN_UP_PER_HOUR', 'LIMIT_MAIL_PER_HOUR', 'LIMIT_IMAGE_PER_MINUTE']

const dataFolder = mkdtempSync(join(tmpdir(), 'picture-on-screen-'))
const product = await startProduct({
  port: await findFreePort(),
  sandboxPort: await findFreePort(),
  dataFolder,
  variables: Object.fromEntries(limits.map((name) => [name, '100000'])),
  signal: new AbortController().signal
})
const { siteOrigin, sandboxOrigin } = product
const browser = await chromium.launch({ executablePath: findChromium()!, args: ['--no-sandbox'] })

async function post(path: string, body: object) {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${siteOrigin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function newTokens(email: string): Promise<Record<string, string>> {
  await post('/auth/register', { email, password: 'Correct-Horse-1!', consents: { offer: true, personalData: true } })
  for (;;) {
    const letters = await (await fetch(`${sandboxOrigin}/mail.json?to=${encodeURIComponent(email)}`)).json()
    const token = /token=(\S+)/.exec(letters[0]?.text ?? '')?.[1]
    if (token) return (await (await fetch(`${siteOrigin}/api/auth/verify-email/${token}`)).json()).data.tokens
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Milliseconds from the end of the provider's work until the page shows the decoded picture. */
async function timeOf({ page: path, call, workMs }: (typeof providers)[number], round: number): Promise<number> {
  const tokens = await newTokens(`bench${path.replaceAll('/', '-')}-${round}@example.com`)
  const origins = [
    { origin: siteOrigin, localStorage: Object.entries(tokens).map(([name, value]) => ({ name, value })) }
  ]
  const context = await browser.newContext({ storageState: { cookies: [], origins } })
  const page = await context.newPage()
  await page.goto(siteOrigin + path, { waitUntil: 'networkidle' })
  await page.locator('main form textarea').first().fill(`Река ${round}`)
  await page.locator('main form button[type=submit]').click()
  const shownAt = await page
    .waitForFunction(() => {
      const picture = document.querySelector<HTMLImageElement>('main article img')
      return picture?.complete && picture.naturalWidth > 0 ? Date.now() : 0
    })
    .then((handle) => handle.jsonValue())
  await context.close()
  const calls: { path: string; at: string }[] = await (await fetch(`${sandboxOrigin}/calls.json`)).json()
  const started = calls.find((one) => one.path.endsWith(call))
  if (!started) throw new Error(`The sandbox saw no call of ${call}`)
  return shownAt - (Date.parse(started.at) + workMs)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

for (const provider of providers) {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timeOf(provider, round))
  const middle = median(times)
  console.log(
    `${provider.page.padEnd(10)} median ${middle} ms after the provider was done (${(1 + middle / provider.workMs).toFixed(2)}x ` +
      `of its ${provider.workMs} ms), worst ${Math.max(...times)} ms`
  )
}
await browser.close()
await product.stop()
rmSync(dataFolder, { recursive: true, force: true })
