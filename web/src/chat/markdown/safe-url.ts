const protocols = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address of a link that a model wrote, normalised, or null when it must not be followed: other protocols,
 * addresses within this site (they would act with the reader's session), and names that pretend to be hosts
 * (`https://bank.ru@evil.example`).
 */
export function safeUrl(address: string): string | null {
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return null
  const url = URL.parse(address)
  if (!url || !protocols.has(url.protocol) || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'mailto:' && url.host === globalThis.location.host) return null
  return url.href
}
