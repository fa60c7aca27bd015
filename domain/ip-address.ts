// The one place that reads IP addresses: strictly, as clients and operators write them.

export interface IpAddress {
  kind: 'ipv4' | 'ipv6'
  /** Four bytes, or eight numbers of 16 bits. */
  parts: readonly number[]
  /** As RFC 5952 writes it, so that one address has one text. */
  text: string
}

const ipv4 = (parts: readonly number[]): IpAddress => ({ kind: 'ipv4', parts, text: parts.join('.') })

/** Four decimal numbers: other readers take `127.1` and `0177.0.0.1` too, but no address of a client on the internet looks like that. */
function ipv4Of(text: string): IpAddress | null {
  const parts = /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(text) ? text.split('.').map(Number) : []
  return parts.length > 0 && Math.max(...parts) < 256 ? ipv4(parts) : null
}

const numbersOf = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16))

/** The platform reads it as the host of an address, and writes it in one way: without a dot, and with one gap at most. */
function ipv6Of(text: string): IpAddress | null {
  const host = /^[\da-f:.]{2,45}$/i.test(text) ? URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) : undefined
  if (host === undefined) return null
  const [before = [], after] = host.split('::').map(numbersOf)
  const gap = after ? 8 - before.length - after.length : 0
  const parts = [...before, ...Array<number>(gap).fill(0), ...(after ?? [])]
  const [high = 0, low = 0] = parts.slice(6)
  return parts.slice(0, 6).join('') === '0000065535'
    ? ipv4([high >> 8, high & 255, low >> 8, low & 255])
    : { kind: 'ipv6', parts, text: host }
}

/** Null for an invalid address. An IPv4 address that is written as IPv6 (`::ffff:203.0.113.7`) is the IPv4 address. */
export const ipAddressOf = (text: string): IpAddress | null => ipv4Of(text) ?? ipv6Of(text)
