// A walk over the links of a page, as a visitor looks around: chosen by chance, with a number that repeats the same choices.
import type { Page } from 'playwright-core'
import { mayShareDocument } from '#web/src/app/own-document.ts'
import { randomOf } from '#sandbox/media/scenery.ts'

/** How often the walk takes the browser's way back. */
const backShare = 0.2

/** What stands in place of a page that broke. */
const broken = /Страница сломалась|Что-то пошло не так/

/** How often the walk looks whether a page is shown: in every frame it would cost as much as the page. */
const lookMs = 50

/**
 * Until the page, or the dialog before it, shows what it is about, or says that it broke.
 * @returns which of both
 */
async function untilShown(page: Page): Promise<unknown> {
  const found = await page.waitForFunction(
    (pattern) => {
      const isShown =
        document.querySelector('h1, [role=dialog]') && !document.querySelector('output[aria-label^="Загрузка"]')
      return new RegExp(pattern).test(document.body?.textContent ?? '') ? 'broken' : isShown && 'shown'
    },
    broken.source,
    { polling: lookMs }
  )
  // The shop is a document of its own, which may be loading just now.
  return found.jsonValue().catch(() => untilShown(page))
}

/** Links to other places of the same site, as far as they are seen. A link within the page is none. */
const linksOn = (page: Page) =>
  page.evaluate(() => {
    const inFront = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
    const links = [...inFront.querySelectorAll<HTMLAnchorElement>('a[href]:not([target]):not([download])')]
    const leading = links.filter(
      (link) =>
        link.origin === location.origin &&
        (link.hash === '' || link.hash.startsWith('#/')) &&
        link.checkVisibility({ visibilityProperty: true })
    )
    return [...new Set(leading.map(({ href }) => href))]
  })

/** @returns false when the link is not there any more */
const clickLink = (page: Page, wanted: string) =>
  page.evaluate((href) => {
    const link = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].find((one) => one.href === href)
    link?.click()
    return link !== undefined
  }, wanted)

/**
 * When a page with a document of its own has loaded it: until then the page before is shown, and forgets at the load where a link in
 * it would have led.
 */
const loadedAfter = (page: Page, from: string, to: string): Promise<unknown> =>
  mayShareDocument(new URL(to).pathname, new URL(from).pathname)
    ? Promise.resolve()
    : // A link that is gone loads nothing.
      page.waitForEvent('domcontentloaded').catch(() => undefined)

/** Which page it is, without what it is told to show. */
function pageOf(href: string): string {
  const { pathname, hash } = new URL(href)
  return pathname + (hash.startsWith('#/') ? hash : '')
}

/** Places that differ only in what they show are of one kind: a person, a work, a package. */
const kindOf = (href: string): string =>
  [pageOf(href).replaceAll(/[\w-]{20,}/g, '…'), ...new URL(href).searchParams.keys()].join(' ')

interface Memory {
  timesSeen: (href: string) => number
  /** By the kind of a place, what led away from it when it was seen last. */
  linksFrom: ReadonlyMap<string, readonly string[]>
}

/** The links from which chance may choose. */
function worthwhile(links: readonly string[], { timesSeen, linksFrom }: Memory): readonly string[] {
  const rarest = Math.min(...links.map(timesSeen))
  const leadOn = links.filter((href) => linksFrom.get(kindOf(href))?.some((further) => timesSeen(further) === 0))
  return rarest > 0 && leadOn.length > 0 ? leadOn : links.filter((href) => timesSeen(href) === rarest)
}

interface Walk {
  seed: number
  /** It ends after so many clicks. */
  clicks: number
  /** It ends when so many kinds of places were seen. */
  kinds: number
  /** Where the walk may go. @param address of a link of the same origin */
  mayFollow: (address: URL) => boolean
}

/**
 * Clicks through the links of a page that is open. Of kinds of places that were seen rarely one is taken, so that the walk gets
 * around; where all were seen, one from which others lead that were not.
 * @returns the kinds of places that were seen
 * @throws when a page breaks, with the way that led there
 */
export async function walkRandomly(page: Page, { seed, clicks, kinds, mayFollow }: Walk): Promise<string[]> {
  const chance = randomOf(seed)
  const seen = new Map<string, number>()
  const timesSeen = (href: string) => seen.get(kindOf(href)) ?? 0
  const linksFrom = new Map<string, string[]>()
  const way: string[] = []
  const { origin } = new URL(page.url())
  const fail = (what: string) => new Error(`Seed ${seed}: ${what}\n${way.join('\n')}`)
  for (let click = 0; click < clicks && seen.size < kinds; click++) {
    const here = page.url()
    way.push(here)
    if ((await untilShown(page)) === 'broken') throw fail('broken')
    seen.set(kindOf(here), timesSeen(here) + 1)
    const all = await linksOn(page).catch(() => untilShown(page).then(() => linksOn(page)))
    const links = all.filter((href) => href !== here && mayFollow(new URL(href)))
    if (links.length === 0 || (click > 0 && chance() < backShare)) {
      await page.goBack()
      if (new URL(page.url()).origin !== origin) await page.goForward()
      continue
    }
    linksFrom.set(kindOf(here), links)
    const candidates = worthwhile(links, { linksFrom, timesSeen })
    const chosen = candidates[Math.floor(chance() * candidates.length)] ?? here
    const loaded = loadedAfter(page, here, chosen)
    // A link that fills the form of this very page leads back to it.
    if (!(await clickLink(page, chosen)) || pageOf(chosen) === pageOf(here)) continue
    await page
      .waitForFunction((from) => location.href !== from, here, { timeout: 20_000 })
      .catch(() => Promise.reject(fail(`${chosen} leads nowhere`)))
    await loaded
  }
  return [...seen.keys()]
}
