// Lists of networks like `185.71.76.0/27, 2a02:5180::/32`, and whether an address lies in one of them.

interface Network {
  bits: 32 | 128
  base: bigint
  prefix: number
}

function ipv4Of(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function ipv6Of(text: string): bigint | null {
  const halves = text.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const [head, tail] = halves
  if (!head || halves.length > 2) return null
  const missing = 8 - head.length - (tail?.length ?? 0)
  if (tail ? missing < 1 : missing !== 0) return null
  const groups = [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n)
}

function addressOf(text: string): Omit<Network, 'prefix'> | null {
  const mapped = text.replace(/^::ffff:(?=\d+\.)/i, '')
  const [four, six] = [ipv4Of(mapped), ipv6Of(text)]
  if (four !== null) return { bits: 32, base: four }
  return six === null ? null : { bits: 128, base: six }
}

function networkOf(text: string): Network | null {
  const [address = '', prefix, ...more] = text.split('/')
  const found = addressOf(address)
  if (!found || more.length > 0) return null
  const length = prefix === undefined ? found.bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  return length >= 0 && length <= found.bits ? { ...found, prefix: length } : null
}

/** The networks of a comma-separated list; null when one cannot be parsed, because a partial list would be wrong. */
export function networksOf(list: string): readonly Network[] | null {
  const networks = list.split(',').map((text) => networkOf(text.trim()))
  return networks.every((network) => network !== null) ? networks : null
}

/** Whether an address lies in one of the networks; false when it cannot be parsed. */
export function liesIn(networks: readonly Network[], text: string): boolean {
  const address = addressOf(text)
  if (!address) return false
  return networks.some(({ bits, base, prefix }) => {
    const shift = BigInt(bits - prefix)
    return bits === address.bits && address.base >> shift === base >> shift
  })
}
