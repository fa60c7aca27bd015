// The subject of a limit by network address: an IPv4 address, or the /64 network of one IPv6 subscriber.
import { ipAddressOf } from './ip-address.ts'

/** Addresses that cannot be parsed share one name and so one budget, because otherwise they would be unlimited. */
export function clientNetwork(address: string): string {
  const found = ipAddressOf(address)
  if (!found) return 'unknown'
  if (found.kind === 'ipv4') return found.text
  const subscriber = found.parts.slice(0, 4).map((part) => part.toString(16))
  return `${subscriber.join(':')}::/64`
}
