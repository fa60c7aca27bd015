// The subject of a limit by network address: an IPv4 address, or the /64 network of one IPv6 subscriber.

const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/

/** The eight groups of an IPv6 address, lower-case and without leading zeros; null when it is not one. */
function groupsOf(address: string): string[] | null {
  const parts = address.toLowerCase().split('::')
  if (parts.length > 2) return null
  const [head, tail] = parts.map((part) => (part === '' ? [] : part.split(':')))
  if (!head) return null
  const missing = tail ? 8 - head.length - tail.length : 0
  if (missing < (tail ? 1 : 0)) return null
  const groups = tail ? [...head, ...Array<string>(missing).fill('0'), ...tail] : head
  if (groups.length !== 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return null
  return groups.map((group) => group.replace(/^0+(?=.)/, ''))
}

/** Addresses that cannot be parsed share one name and so one budget, because otherwise they would be unlimited. */
export function clientNetwork(address: string): string {
  const mapped = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (ipv4.test(mapped)) return mapped
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 4).join(':')}::/64` : 'unknown'
}
