// Whom a limit by network address counts as one: an IPv4 address, or the /64 that one IPv6 subscriber owns.
import { ipAddressOf } from './ip-address.ts'

/** Addresses that cannot be read share one name, and so one budget: unreadable must not mean unlimited. */
export function clientNetwork(address: string): string {
  const found = ipAddressOf(address)
  if (!found) return 'unknown'
  if (!('parts' in found)) return found.toString()
  const subscriber = found.parts.slice(0, 4).map((part) => part.toString(16))
  return `${subscriber.join(':')}::/64`
}
