import { expect, test } from 'vitest'
import { clientNetwork } from '#domain/client-network.ts'

const networks: [address: string, network: string][] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::', 'fe80:0:0:0::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['1:2:3', 'unknown'],
  ['1::2::3', 'unknown'],
  ['1:2:3:4:5:6:7:8::', 'unknown'],
  ['12345::', 'unknown']
]

test.each(networks)('%s belongs to network %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})
