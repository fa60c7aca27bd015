// Lists of networks like `185.71.76.0/27, 2a02:5180::/32`, and whether an address lies in one of them.
import { type IpAddress, ipAddressOf } from './ip-address.ts'

/** The first bits of all its addresses. */
interface Network {
  kind: IpAddress['kind']
  bits: string
}

const bitsOf = ({ kind, parts }: IpAddress): string =>
  parts.map((part) => part.toString(2).padStart(kind === 'ipv4' ? 8 : 16, '0')).join('')

function networkOf(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/')
  const base = ipAddressOf(address)
  if (!base || more.length > 0) return null
  const bits = bitsOf(base)
  const length = prefix === undefined ? bits.length : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  return length >= 0 && length <= bits.length ? { kind: base.kind, bits: bits.slice(0, length) } : null
}

/** The networks of a comma-separated list; null when one cannot be parsed, because a partial list would be wrong. */
export function networksOf(list: string): readonly Network[] | null {
  const networks = list.split(',').map((text) => networkOf(text.trim()))
  return networks.every((network) => network !== null) ? networks : null
}

/** Whether an address lies in one of the networks; false when it cannot be parsed. */
export function isInNetworks(networks: readonly Network[], text: string): boolean {
  const address = ipAddressOf(text)
  if (!address) return false
  const own = bitsOf(address)
  return networks.some(({ kind, bits }) => kind === address.kind && own.startsWith(bits))
}
