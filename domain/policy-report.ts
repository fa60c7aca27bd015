// Judges a browser's report that the pages' policy refused something. Antivirus programs, extensions, translators and networks put
// scripts and pictures of their own into the pages of one visitor. So a report counts fully only when our code or our file is
// involved; anything else counts once for each visitor. Pure.

/** The fields of a report that are read: a URL, a scheme or a word such as `inline`. */
export interface PolicyReport {
  blocked: string
  /** The source of the code that asked for it; empty when the browser does not know. */
  source: string
}

/**
 * `own`: something of ours was refused, or our own code asked for it. `foreign`: a program of the visitor may have put it into the page;
 * `group` is one of a few numbers for what was refused, so that an attacker cannot fill a table with invented hosts.
 */
export type PolicyBreach = { of: 'own' } | { of: 'foreign'; group: number }

/** Hosts of programs that so many visitors have that counting by visitor would still raise an alarm. With all sub-domains. */
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

/** Code and data inside the page itself: no host is asked. */
const isWritten = (blocked: string) => /^(?:inline|self|eval|wasm-eval|trusted-types-\w+|)$/.test(blocked)

const groupOf = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) % groups
  return sum
}

const hostOf = (address: string): string => URL.parse(address)?.hostname ?? ''

/** Whether our own code, or a provider's code on our pages, asked for it. Null: other or unknown code. */
function isOwnCode(source: string, { site, providers }: OwnHosts): boolean | null {
  const host = hostOf(source)
  if (isWithin(host, providers)) return true
  if (!isWithin(host, [site])) return null
  // Browsers name the document as the source of all inline code, also of code that a program of the visitor has inserted.
  return /\.(?:js|css)$/.test(URL.parse(source)?.pathname ?? '')
}

export interface OwnHosts {
  site: string
  /** The hosts whose code our pages run. */
  providers: readonly string[]
}

/** @returns null when it is not about our pages */
export function breachOf({ blocked, source }: PolicyReport, own: OwnHosts): PolicyBreach | null {
  const host = hostOf(blocked)
  if (/^[a-z-]*extension\b/.test(blocked)) return null
  if (isWithin(host, [own.site, ...own.providers])) return { of: 'own' }
  const isOwn = isOwnCode(source, own)
  if (isOwn) return { of: 'own' }
  if (isWithin(host, companions)) return null
  // Our policy lets no foreign code run: an extension or a program has inserted it past the policy.
  if (source !== '' && isOwn === null) return null
  // `data`, `about`, `blob` and other schemes: programs of the visitor draw with them.
  if (!/^(?:https?|wss?):/.test(blocked) && !isWritten(blocked)) return null
  return { of: 'foreign', group: groupOf(host) }
}
