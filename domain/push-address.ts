// Which addresses push messages may be sent to. A browser names the address itself, so a server that sent to any would send
// requests to any target of an attacker. Pure.

/** Longer than any known address; addresses contain the token of a subscription. */
const pushAddressLengthMax = 1000

/** `https://*.push.apple.com` stands for every host below `push.apple.com`. */
const isPattern = (origin: string): boolean => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/.test(origin)

/** The origins of a setting, separated by commas; null when one of them is invalid. */
export function pushOriginsOf(setting: string): string[] | null {
  const origins = setting.split(',').map((origin) => origin.trim())
  return origins.every(isPattern) ? origins : null
}

function fits(origin: string, url: URL): boolean {
  if (!origin.includes('//*.')) return url.origin === origin
  const { protocol, host } = url
  const [scheme = '', below = ''] = origin.split('//*')
  return protocol === scheme && host.endsWith(below) && host.length > below.length
}

/** Whether this is an address at one of the push services, and nothing but an address. */
export function isPushAddress(address: string, origins: readonly string[]): boolean {
  const url = address.length <= pushAddressLengthMax ? URL.parse(address) : null
  if (!url || url.username !== '' || url.password !== '') return false
  return origins.some((origin) => fits(origin, url))
}
