import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { clientNetwork } from '#domain/client-network.ts'
import { ipAddressOf } from '#domain/ip-address.ts'
import { isPublicAddress } from '#domain/models/supplier-address.ts'
import { isInNetworks, networksOf } from '#domain/network-list.ts'

const read: [text: string, address: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
  ['::ffff:0:0', '0.0.0.0'],
  ['::ffff:0:0:0', '::ffff:0:0:0'],
  ['::ffff:ffff:0:1', '::ffff:ffff:0:1'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['::1.2.3.4', '::102:304'],
  ['::', '::']
]

test.each(read)('%s is the address %s', (text, address) => {
  expect(ipAddressOf(text)?.text).toBe(address)
})

// Each of these is an address to some reader of addresses. One that a client can write in two ways has two budgets.
const refused = ['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '1.2.3.256', '1.2.3.4 ', ' ::1', 'fe80::1%eth0']
const spelled = ['::ffff:0177.0.0.1', '::ffff:127.1', '::1\t', ':\n:1', '１::', '1.2.3.4.', '1.2.3', '1.2.3.4.5']
const broken = [
  '',
  'localhost',
  '1:2:3',
  '1::2::3',
  ':::',
  '12345::',
  '1:2:3:4:5:6:7:8::',
  '::/64',
  '[::1]',
  '::1]:80/['
]

test.each([...refused, ...spelled, ...broken])('«%s» is no address', (text) => {
  expect(ipAddressOf(text)).toBeNull()
})

const part = fc.oneof(
  fc.constantFrom('0', '0', 'ffff', '1', '2001', 'db8'),
  fc.integer({ max: 0xff_ff, min: 0 }).map((one) => one.toString(16))
)
const byte = fc.integer({ max: 300, min: 0 }).map(String)
const dotted = fc.array(byte, { maxLength: 5, minLength: 3 }).map((bytes) => bytes.join('.'))
const side = fc.array(part, { maxLength: 8 })
const text = fc.oneof(
  dotted,
  side.map((parts) => parts.join(':')),
  fc.tuple(side, side).map(([before, after]) => `${before.join(':')}::${after.join(':')}`),
  fc.tuple(side, dotted).map(([before, last]) => [...before, last].join(':')),
  fc.tuple(side, side, dotted).map(([before, after, last]) => `${before.join(':')}::${[...after, last].join(':')}`),
  dotted.map((last) => `::ffff:${last}`),
  fc.string({ maxLength: 12, unit: fc.constantFrom(...'0123456789abcdefF:.%x[]/ ') })
)

/** The package takes it for an IPv4 address; it is one of IPv6, by RFC 4291. */
const compatible = /^::\d+\.\d+\.\d+\.\d+$/

/** A reader of all spellings, which is too large for the script of the API. */
function byPackage(one: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(one) || (!one.includes('%') && ipaddr.IPv6.isValid(one))
  return isPlain ? ipaddr.process(one) : null
}

test('every text is the address that another reader finds, and has its kind, its subscriber and its networks', () => {
  const list = networksOf('203.0.113.0/25, 10.0.0.0/9, 2001::/17, ::/3, ::/97') ?? []
  const ranges = ['203.0.113.0/25', '10.0.0.0/9', '2001::/17', '::/3', '::/97'].map((one) => ipaddr.parseCIDR(one))
  fc.assert(
    fc.property(
      text.filter((one) => !compatible.test(one)),
      (one) => {
        const [address, other] = [ipAddressOf(one), byPackage(one)]
        expect(address?.text).toBe(other?.toString())
        if (!other) return
        const isIn = ranges.some(([base, bits]) => base.kind() === other.kind() && other.match(base, bits))
        expect(isInNetworks(list, one)).toBe(isIn)
        const first = other.kind() === 'ipv6' ? Number.parseInt(other.toNormalizedString(), 16) : 0x20_00
        expect(isPublicAddress(one)).toBe(other.range() === 'unicast' && first >> 13 === 1)
        if (address?.kind === 'ipv6')
          expect(clientNetwork(one)).toBe(`${other.toNormalizedString().split(':', 4).join(':')}::/64`)
      }
    ),
    { numRuns: 3000 }
  )
})
