// The site that a local product serves: the built site with the sandbox's origin in place of YooKassa's, and with the origin where it is
// served in place of the one that it was built for. A site is built once for all ports.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The origin whose script and frames a deployment's payment page allows. */
const paymentOrigin = 'https://yookassa.ru'

/** @throws Error when YooKassa's origin is not in the headers: the payment page would then block the sandbox */
export function withPaymentOrigin(headers: string, origin: string): string {
  if (!headers.includes(paymentOrigin)) throw new Error(`web/public/_headers no longer contains ${paymentOrigin}`)
  return headers.replaceAll(paymentOrigin, origin)
}

export interface Origins {
  /** The one that the build has written into pages, OpenAPI document and scripts. */
  builtOrigin: string
  siteOrigin: string
  sandboxOrigin: string
}

/** Writes a file anew only where that changes it. */
function change(file: string, edit: (text: string) => string): void {
  const text = readFileSync(file, 'utf8')
  const edited = edit(text)
  if (edited !== text) writeFileSync(file, edited)
}

/** Scripts as well: a page's script must know the same origin as its HTML, or React renders the page anew. */
const mayNameOrigin = /\.(html|js|json|xml|txt)$/

/**
 * Copies a built site to the folder that it is served from, replacing the previous copy.
 * @param from folder of the built site
 * @param to folder of the copy
 */
export function writeServedSite(from: string, to: string, { builtOrigin, siteOrigin, sandboxOrigin }: Origins): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  change(join(to, '_headers'), (text) => withPaymentOrigin(text, sandboxOrigin))
  if (siteOrigin === builtOrigin) return
  const names = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((name) => mayNameOrigin.test(name))
  for (const name of names) change(join(to, name), (text) => text.replaceAll(builtOrigin, siteOrigin))
}
