// What a browser's report of the pages' policy says about our pages. Antivirus programs, extensions, translators and networks put
// scripts and pictures of their own into the pages of one visitor, and their list never ends. So a report counts fully only when
// something of ours is at one of its ends; what else was refused counts once for each visitor. Pure.

/** The fields of a report that are read: a URL, a scheme or a word such as `inline`. */
export interface PolicyReport {
  blocked: string
  /** Whose code asked for it; empty when the browser does not know. */
  source: string
}

/**
 * `own`: something of ours was refused, or our own code asked for it. `foreign`: it may have been put into the page by anybody;
 * `group` is a number for what was refused, of a few, so that nobody can fill a table with invented hosts.
 */
export type PolicyBreach = { of: 'own' } | { of: 'foreign'; group: number }

/** Programs of so many visitors that even counting visitors would tell of them. With all their sub-domains. */
const companions = [
  'kaspersky-labs.com',
  'kaspersky.com',
  'drweb.com',
  'eset.com',
  'avast.com',
  'avcdn.net',
  'avg.com',
  'bitdefender.com',
  'bitdefender.net',
  'mcafee.com',
  'norton.com',
  'adguard.org',
  'adtidy.org',
  'translate.google.com',
  'translate.googleapis.com',
  'translate-pa.googleapis.com',
  'fonts.googleapis.com',
  'gstatic.com',
  'translate.yandex.net',
  'browser.yandex.ru',
  'browser.yandex.net',
  'yastatic.net'
]

const groups = 64

const isWithin = (host: string, domains: readonly string[]) =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

/** What a page writes into itself: no host is asked. */
const isWritten = (blocked: string) => /^(?:inline|self|eval|wasm-eval|trusted-types-\w+|)$/.test(blocked)

const groupOf = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % groups
  return sum
}

const hostOf = (address: string): string => URL.parse(address)?.hostname ?? ''

/** Whether our own code, or a provider's that our pages run, asked for it. Null: code that is neither, or is not known. */
function isOwnCode(source: string, { site, providers }: OwnHosts): boolean | null {
  const host = hostOf(source)
  if (isWithin(host, providers)) return true
  if (!isWithin(host, [site])) return null
  // The document itself is named for whatever stands in it, whoever has put it there.
  return /\.(?:js|css)$/.test(URL.parse(source)?.pathname ?? '')
}

export interface OwnHosts {
  site: string
  /** Whose code our pages run. */
  providers: readonly string[]
}

/** @returns null when it says nothing about our pages */
export function breachOf({ blocked, source }: PolicyReport, own: OwnHosts): PolicyBreach | null {
  const host = hostOf(blocked)
  if (/^[a-z-]*extension\b/.test(blocked)) return null
  if (isWithin(host, [own.site, ...own.providers])) return { of: 'own' }
  const isOwn = isOwnCode(source, own)
  if (isOwn) return { of: 'own' }
  if (isWithin(host, companions)) return null
  // Foreign code does not run by our policy: an extension or a program has brought it past the policy.
  if (source !== '' && isOwn === null) return null
  // `data`, `about`, `blob` and other schemes: programs of the visitor draw with them.
  if (!/^(?:https?|wss?):/.test(blocked) && !isWritten(blocked)) return null
  return { of: 'foreign', group: groupOf(host) }
}
