// Where keys of suppliers may be sent: https at a public name. An operator types the address, so a mistake or a trick must not lead a
// request with a key into our own network, to this machine or to a host that only looks like another one. Pure; who calls it resolves the
// name and asks `isPublicAddress` of each answer.
import { makeOnce } from '#contract/make-once.ts'
import { ipAddressOf } from '../ip-address.ts'
import { isInNetworks, networksOf } from '../network-list.ts'

const baseUrlLengthMax = 200

/** Scheme, host, port and path, each as it is meant: no user, query, fragment, escape, backslash or second slash. */
const form = /^(https?):\/\/([a-z0-9.-]+|\[::1\])(?::([1-9]\d{0,4}))?((?:\/[A-Za-z0-9._~-]+)*)\/*$/i

/** Names that no public server has, or that belong to a network of its own. */
const ownSuffixes = new Set(['localhost', 'local', 'internal', 'arpa', 'lan', 'home', 'corp', 'intranet', 'private'])
const noSuffixes = new Set(['onion', 'test', 'invalid', 'alt'])

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Nothing that speaks https is below, but much that must not be spoken to. */
const ownPortMin = 1024

const texts = {
  form: 'Адрес вида https://api.example.com/v1: без имени пользователя, параметров и пробелов',
  scheme: 'Адрес должен начинаться с https://',
  address: 'Укажите имя сервера, а не IP-адрес',
  name: 'Это имя не из интернета: укажите публичный адрес поставщика',
  punycode: 'Имя сервера пишется латиницей: похожие буквы других алфавитов могут вести к чужому серверу',
  port: `Порт 443 или от ${ownPortMin} до 65535`,
  own: 'Это адрес самого сайта'
} as const

export interface AddressRules {
  /** On this machine a model may run beside the product, without a certificate. */
  isLocal: boolean
  /** Host and port of the site: a request to itself would never end. */
  ownHost: string
}

export type CheckedAddress =
  | { baseUrl: string; /** Null: this machine. */ hostToResolve: string | null }
  | { flaw: string }

const isLabel = (label: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)

/** What is wrong with a name of a host; null: nothing, as far as can be seen without asking for its addresses. */
function nameFlaw(host: string): string | null {
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  // Also what browsers and servers read as an IPv4 address: 2130706433, 0x7f.1, 127.1.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(last)) return texts.address
  if (labels.some((label) => label.startsWith('xn--'))) return texts.punycode
  if (labels.length < 2 || host.length > 253 || !labels.every(isLabel)) return texts.name
  return ownSuffixes.has(last) || noSuffixes.has(last) || !/^[a-z]{2,}$/.test(last) ? texts.name : null
}

/** The base URL as it is kept, or what is wrong with it, in words for the operator. */
export function checkedBaseUrl(typed: string, { isLocal, ownHost }: AddressRules): CheckedAddress {
  const text = typed.trim()
  if (/[^\x20-\x7e]/.test(text)) return { flaw: texts.punycode }
  const [, scheme = '', host = '', port, path = ''] = (text.length <= baseUrlLengthMax && form.exec(text)) || []
  const url = scheme === '' ? null : URL.parse(text)
  if (!url) return { flaw: texts.form }
  const isHere = isLocal && loopbackHosts.has(host.toLowerCase())
  if (url.protocol !== 'https:' && !isHere) return { flaw: texts.scheme }
  if (!isHere) {
    if (host.startsWith('[')) return { flaw: texts.address }
    const flaw = nameFlaw(host.toLowerCase())
    if (flaw !== null) return { flaw }
    const number = Number(port ?? 443)
    if ((number !== 443 && number < ownPortMin) || number > 65_535) return { flaw: texts.port }
  }
  // The platform must read the same host as was checked here, and no step upwards in the path.
  if (url.hostname !== host.toLowerCase() || /\/\.{1,2}(?:\/|$)/.test(text)) return { flaw: texts.form }
  if (url.host === ownHost) return { flaw: texts.own }
  return { baseUrl: `${url.origin}${path}`, hostToResolve: isHere ? null : url.hostname }
}

/** What has an address in the range of public ones, and is none: https://www.iana.org/assignments (special-purpose address registries). */
const special = makeOnce(
  () =>
    networksOf(
      '0.0.0.0/8,10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,169.254.0.0/16,172.16.0.0/12,192.0.0.0/24,192.0.2.0/24,192.31.196.0/24,' +
        '192.52.193.0/24,192.88.99.0/24,192.168.0.0/16,192.175.48.0/24,198.18.0.0/15,198.51.100.0/24,203.0.113.0/24,224.0.0.0/3,' +
        '2001::/23,2001:db8::/32,2002::/16,2620:4f:8000::/48,3fff::/20'
    ) ?? []
)

/** All public addresses of IPv6 so far. */
const ipv6 = makeOnce(() => networksOf('2000::/3') ?? [])

/** An address in the public internet: neither of this machine or a private network, nor one that stands for such an address. */
export function isPublicAddress(text: string): boolean {
  const address = ipAddressOf(text)
  if (!address || isInNetworks(special(), text)) return false
  return address.kind === 'ipv4' || isInNetworks(ipv6(), text)
}

/** Whether a supplier may give this address for a result: https at a public name or address; locally this machine too. */
export function mayHoldResult({ protocol, hostname }: URL, isLocal: boolean): boolean {
  if (loopbackHosts.has(hostname)) return isLocal && /^https?:$/.test(protocol)
  if (protocol !== 'https:') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  // No key goes there, so a name in another alphabet may.
  return ipAddressOf(host) ? isPublicAddress(host) : nameFlaw(host.replaceAll('xn--', 'x')) === null
}
