// Keys of the API: their form, and that no other text is taken for one.
import { randomBytes } from 'node:crypto'
import { crc32 as referenceCrc } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { apiKeyOf, hintOf, partsOfApiKey } from '#domain/api-key.ts'
import { isNetwork, isWorking, keyRefusal } from '#domain/api-key-rules.ts'
import { newApiKey, readApiKey } from '#worker/crypto/api-key.ts'

const settings = { JWT_SECRET: 'a secret of more than 32 characters' }
const uuid = '0b9d1f3c-57e1-4a6e-9a57-1f0a4f5d2c11'
const userId = `h2-${uuid}`
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The text with a checksum that fits, as anybody can write it. */
const withChecksum = (checked: string): string => {
  let left = referenceCrc(checked)
  let text = ''
  for (; text.length < 6; left = Math.floor(left / 62)) text = digits[left % 62]! + text
  return checked + text
}

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((some) => Buffer.from(some))

describe('the text of a key', () => {
  test('holds its parts, whatever they are, and is always as long', () => {
    const parts = fc.record({
      userId: fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.uuid()).map(([shard, id]) => `h${shard}-${id}`),
      keyId: bytes(4).map((id) => id.toString('hex')),
      secret: bytes(24),
      tag: bytes(6)
    })
    fc.assert(
      fc.property(parts, (some) => {
        const text = apiKeyOf(some)
        expect(text).toMatch(/^sk-aip-[0-9A-Za-z]{76}$/)
        expect(partsOfApiKey(text)).toEqual(some)
        expect(withChecksum(text.slice(0, -6))).toBe(text)
      })
    )
  })

  test('is made for users with ids of accounts alone', () => {
    for (const other of ['', uuid, `h0-${uuid}`, `h10000-${uuid}`, 'h1-somebody', `h1-${uuid.toUpperCase()}`])
      expect(() => newApiKey(settings, other)).toThrow()
  })

  test('of another form is none', () => {
    const { text } = newApiKey(settings, userId)
    const others = [
      '',
      ' ',
      'sk-',
      text.slice(1),
      `${text}0`,
      ` ${text}`,
      `${text}\n`,
      text.toUpperCase(),
      'x'.repeat(1e6)
    ]
    for (const other of others) expect(partsOfApiKey(other)).toBeNull()
    // More than the bytes can hold, and users in databases that cannot be.
    const bodies = ['z'.repeat(70), '0'.repeat(70)]
    for (const body of bodies) expect(partsOfApiKey(withChecksum(`sk-aip-${body}`))).toBeNull()
  })
})

describe('a key that we made', () => {
  const made = newApiKey(settings, userId)

  test('is read back, with the hash of its secret', () => {
    expect(readApiKey(settings, made.text)).toEqual({ userId, keyId: made.keyId, secretHash: made.secretHash })
    expect(made.secretHash).toMatch(/^[0-9a-f]{64}$/)
    expect(made.hint).toBe(`sk-…${made.text.slice(-4)}`)
    expect(hintOf(made.text)).toBe(made.hint)
  })

  test('gets another secret under the same id', () => {
    const next = newApiKey(settings, userId, made.keyId)
    expect(next.keyId).toBe(made.keyId)
    expect(next.secretHash).not.toBe(made.secretHash)
  })

  test('with any one character changed is refused, before anything is signed', () => {
    for (let at = 0; at < made.text.length; at++)
      for (const digit of `${digits}-_ /`)
        if (digit !== made.text[at]) {
          const changed = made.text.slice(0, at) + digit + made.text.slice(at + 1)
          expect(partsOfApiKey(changed)).toBeNull()
        }
  })

  test('with another user, id, secret or tag is refused, although its checksum fits', () => {
    const parts = partsOfApiKey(made.text)!
    const forged = [
      { ...parts, userId: `h1-${uuid}` },
      { ...parts, userId: userId.replace('0b9d', '0b9e') },
      { ...parts, keyId: '00000000' },
      { ...parts, secret: randomBytes(24) },
      { ...parts, tag: randomBytes(6) }
    ]
    for (const some of forged) {
      const text = apiKeyOf(some)
      expect(partsOfApiKey(text)).toEqual(some)
      expect(readApiKey(settings, text)).toBeNull()
    }
  })

  test('works while the secret that signed it is known, and no longer', () => {
    const renewed = { JWT_SECRET: 'another secret of 32 characters!!' }
    expect(readApiKey({ ...renewed, JWT_SECRET_PREVIOUS: settings.JWT_SECRET }, made.text)).not.toBeNull()
    expect(readApiKey(renewed, made.text)).toBeNull()
  })
})

describe('what a key lets through', () => {
  const all = { scopes: ['chat', 'models'], models: null, networks: null } as const
  const use = { address: '203.0.113.7', scope: 'chat', model: 'gpt-4o' } as const

  test('is bound to its rights, its models and its networks', () => {
    expect(keyRefusal(all, use)).toBeNull()
    expect(keyRefusal(all, { ...use, scope: 'balance' })).toBe('SCOPE')
    expect(keyRefusal({ ...all, models: ['gpt-4o'] }, use)).toBeNull()
    expect(keyRefusal({ ...all, models: ['gpt-4o-mini'] }, use)).toBe('MODEL')
    expect(keyRefusal({ ...all, models: ['gpt-4o-mini'] }, { ...use, scope: 'models', model: null })).toBeNull()
    expect(keyRefusal({ scopes: [], models: [], networks: ['203.0.113.8'] }, use)).toBe('NETWORK')
  })

  test.each([
    [['203.0.113.0/24'], '203.0.113.7', true],
    [['203.0.113.0/24'], '::ffff:203.0.113.7', true],
    [['203.0.113.0/24'], '203.0.114.7', false],
    [['203.0.113.7', '2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:db8::/32'], '203.0.113.7', false],
    [['203.0.113.0/24'], 'no address', false],
    [['no network'], '203.0.113.7', false]
  ])('from %j it works for %s: %s', (networks, address, works) => {
    expect(keyRefusal({ ...all, networks }, { ...use, address })).toBe(works ? null : 'NETWORK')
  })

  test('a network is one address or one network', () => {
    for (const network of ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::1'])
      expect(isNetwork(network)).toBe(true)
    for (const other of ['', '203.0.113', '203.0.113.7,10.0.0.1', '203.0.113.7/33', 'example.com'])
      expect(isNetwork(other), other).toBe(false)
  })

  test('ends when it expires', () => {
    expect(isWorking({ expiresAt: null, endedAt: null }, 5)).toBe(true)
    expect(isWorking({ expiresAt: 6, endedAt: null }, 5)).toBe(true)
    expect(isWorking({ expiresAt: 5, endedAt: null }, 5)).toBe(false)
    expect(isWorking({ expiresAt: null, endedAt: 1 }, 5)).toBe(false)
  })
})
