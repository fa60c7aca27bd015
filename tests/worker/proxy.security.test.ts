// Behind our proxy the proxy names the client. No other caller may choose an address: limits, the operators' networks and the list of
// one's sessions depend on it.
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { claimsOf, signIn, signUp, tokensOf } from '../support/worker/account.ts'
import { hashCheaply } from '../support/worker/hashing.ts'

hashCheaply()

const token = 'pZ8kV2qLw7XnR4tYb9Fs3HcJd6MgAe5U'
const withProxy = { PROXY_TOKEN: token, LIMIT_SIGN_IN_PER_MINUTE: '1000' }
const withoutProxy = { LIMIT_SIGN_IN_PER_MINUTE: '1000' }
const edge = '203.0.113.50'

let account: ReturnType<typeof signUp>
beforeAll(() => (account = signUp()))

/** The address under which a sign-in is stored. */
async function storedFor(headers: Record<string, string>, settings: object = withProxy): Promise<string | null> {
  const { email } = await account
  const answer = await signIn(email, undefined, { settings, headers: { 'cf-connecting-ip': edge, ...headers } })
  const { sid } = claimsOf(tokensOf(answer).accessToken)
  return env.DB.prepare('select ip from sessions where id = ?').bind(sid).first<string>('ip')
}

test('the proxy with its token names the client, in either form', async () => {
  expect(await storedFor({ 'x-proxy-token': token, 'x-proxied-address': '198.51.100.7' })).toBe('198.51.100.7')
  expect(await storedFor({ 'x-proxy-token': token, 'x-proxied-address': '2001:db8::7' })).toBe('2001:db8::7')
  expect(await storedFor({ 'x-proxy-token': token, 'x-proxied-address': '::ffff:198.51.100.8' })).toBe('198.51.100.8')
})

test.each([
  ['without a token', { 'x-proxied-address': '198.51.100.7' }],
  ['with another token', { 'x-proxy-token': `${token}x`, 'x-proxied-address': '198.51.100.7' }],
  ['with an empty token', { 'x-proxy-token': '', 'x-proxied-address': '198.51.100.7' }],
  ['with two tokens', { 'x-proxy-token': `${token}, ${token}`, 'x-proxied-address': '198.51.100.7' }],
  ['with several addresses', { 'x-proxy-token': token, 'x-proxied-address': '198.51.100.7, 198.51.100.8' }],
  ['with what is no address', { 'x-proxy-token': token, 'x-proxied-address': 'localhost' }],
  ['with a short form of one', { 'x-proxy-token': token, 'x-proxied-address': '127.1' }],
  ['with no address', { 'x-proxy-token': token }],
  ['by the headers of other proxies', { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '198.51.100.7' }]
])('a client %s is who the edge saw', async (_, headers) => {
  expect(await storedFor(headers)).toBe(edge)
})

test('where no proxy is set, none is believed', async () => {
  expect(await storedFor({ 'x-proxy-token': token, 'x-proxied-address': '198.51.100.7' }, withoutProxy)).toBe(edge)
  expect(await storedFor({ 'x-proxy-token': 'undefined', 'x-proxied-address': '198.51.100.7' }, withoutProxy)).toBe(
    edge
  )
})
