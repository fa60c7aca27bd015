// Measures the time from the end of the provider's work to the picture on the screen, through queue, R2, live channel
// and page, for a polled provider (FLUX) and one whose response is the picture (DALL-E). The sandbox's own times are
// subtracted. Run with `node bench/picture-on-screen.ts`.
import { startStage } from './browser.ts'

const rounds = 8
/** How long the sandbox works at speed 1, in milliseconds, and the path of its call. */
const providers = [
  { page: '/flux', call: '/flux-2-klein-4b', workMs: 5000 },
  { page: '/dall-e-3', call: '/images/generations', workMs: 12_000 }
]

const { siteOrigin, sandboxOrigin, signedIn, stop } = await startStage('picture-on-screen')

/** Milliseconds from the end of the provider's work until the page shows the decoded picture. */
async function timeOf({ page: path, call, workMs }: (typeof providers)[number], round: number): Promise<number> {
  const context = await signedIn(`bench${path.replaceAll('/', '-')}-${round}@example.com`)
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
await stop()
