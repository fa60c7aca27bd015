// The watch over tests that reach for the network.
import { lookup } from 'node:dns/promises'
import { get } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'

const errorOf = (socket: { on(event: 'error', listener: (error: Error) => void): unknown }) =>
  new Promise<string>((done) => void socket.on('error', ({ message }) => done(message)))

/** Takes what the watch has seen, which would fail the test. */
const taken = () => globalThis.foreignHosts?.splice(0)
afterEach(() => expect(taken()).toEqual([]))

test.each([
  ['fetch', 'api.openai.com', () => fetch('https://api.openai.com/v1').catch(({ cause }: Error) => String(cause))],
  ['a client of Node', 'api.yookassa.ru', () => errorOf(get('http://api.yookassa.ru/v3'))],
  ['a look-up', 'api.x.ai', () => lookup('api.x.ai').catch(String)],
  ['a connection to an address', '192.0.2.7', () => errorOf(connect({ host: '192.0.2.7', port: 443 }))]
])('%s to another host is refused and noted: %s', async (_, host, reach) => {
  expect(await reach()).toContain(`A test may not reach ${host}`)
  expect(taken()).toEqual([host])
})

test('this machine is not', async () => {
  expect(await lookup('localhost')).toMatchObject({ address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) })
})
