import { expect, test } from 'vitest'
import { ipAddressOf } from '#domain/ip-address.ts'

const read: [text: string, address: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2:0:0:0:1'],
  ['::', '0:0:0:0:0:0:0:0']
]

test.each(read)('%s is the address %s', (text, address) => {
  expect(ipAddressOf(text)?.toNormalizedString()).toBe(address)
})

// Each of these is an address to some reader of addresses. One that a client can write in two ways has two budgets.
const refused = ['127.1', '2130706433', '0x7f.0.0.1', '0177.0.0.1', '1.2.3.256', '1.2.3.4 ', ' ::1', 'fe80::1%eth0']
const broken = ['', 'localhost', '1:2:3', '1::2::3', ':::', '12345::', '1:2:3:4:5:6:7:8::', '::/64', '[::1]']

test.each([...refused, ...broken])('«%s» is no address', (text) => {
  expect(ipAddressOf(text)).toBeNull()
})
