// The one place that reads IP addresses: strictly, as clients and operators write them.
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** The package reads `127.1`, `0177.0.0.1` and `fe80::1%eth0` too: no address of a client on the internet looks like that. */
const isPlain = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (!text.includes('%') && ipaddr.IPv6.isValid(text))

/** Null for an invalid address. An IPv4 address that is written as IPv6 (`::ffff:203.0.113.7`) is the IPv4 address. */
export const ipAddressOf = (text: string): IpAddress | null => (isPlain(text) ? ipaddr.process(text) : null)
