import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { ipaddrWithoutUnused, unusedOfAddresses } from '#scripts/base/ipaddr-without-unused.ts'
import { root } from '#scripts/base/root.ts'
import * as all from '../support/node/addresses.ts'

const server = ['contract', 'data', 'domain', 'durable-objects', 'formats', 'notices', 'providers', 'queues', 'worker']

test('no code of the server calls what the script leaves out of addresses', () => {
  const called = new RegExp(`\\.(${unusedOfAddresses.join('|')})\\(`)
  const callers = server.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && called.test(readFileSync(join(root, layer, file), 'utf8')))
      .map((file) => join(layer, file))
  )
  expect(callers).toEqual([])
})

test('what is left reads addresses and lists of networks as before', async () => {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [ipaddrWithoutUnused],
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: true,
      rolldownOptions: { input: join(root, 'tests/support/node/addresses.ts') }
    }
  })
  const { code } = (built as Rolldown.RolldownOutput).output[0]
  for (const name of unusedOfAddresses) expect(code).not.toContain(`${name} = function`)
  const left: typeof all = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
  const texts = [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '2001:db8::7',
    '2a02:5180::1',
    '10.0.0.1',
    '127.1',
    'fe80::1%eth0',
    '::1',
    'x'
  ]
  const readBy = ({ clientNetwork, ipAddressOf, isInNetworks, isPublicAddress, networksOf }: typeof all) =>
    texts.map((text) => [
      ipAddressOf(text)?.toString(),
      ipAddressOf(text)?.toNormalizedString(),
      clientNetwork(text),
      isPublicAddress(text),
      isInNetworks(networksOf('203.0.113.0/24, 2a02:5180::/32') ?? [], text)
    ])
  expect(readBy(left)).toEqual(readBy(all))
})
