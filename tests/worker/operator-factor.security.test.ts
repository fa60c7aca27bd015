// The second factor of operators, beside the package that stands for authenticators elsewhere.
import * as fc from 'fast-check'
import { Secret, TOTP, URI } from 'otpauth'
import { expect, test } from 'vitest'
import { newFactor, stepOf } from '#worker/crypto/factor.ts'

/** `12345678901234567890`, the secret of RFC 6238's appendix B. */
const ofStandard = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130']
])('at %s seconds the code of RFC 6238 is taken', (seconds, code) => {
  expect(stepOf(ofStandard, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is taken one step before and after its own, and names its own', () => {
  const steps = [0, 29, 30, 59, 60, 89, 90, 120].map((seconds) => stepOf(ofStandard, '287082', seconds * 1000))
  expect(steps).toEqual([1, 1, 1, 1, 1, 1, null, null])
})

test.each(['', '28708', '2870822', '287 082', ' 287082', '28708２', '000000'])('«%s» is no code', (code) => {
  expect(stepOf(ofStandard, code, 59_000)).toBeNull()
})

test('an authenticator reads the address, and its codes are taken', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 0, max: 4e12 }), (name, now) => {
      const { secret, uri } = newFactor('operator', name)
      expect(secret).toMatch(/^[A-Z2-7]{32}$/)
      const whole = { issuer: 'AI Platform console', secret: Secret.fromBase32(secret) }
      expect(uri).toBe(new TOTP({ ...whole, label: name }).toString())
      const token = (URI.parse(newFactor('operator', 'operator').uri) as TOTP).generate({ timestamp: now })
      expect(token).toMatch(/^\d{6}$/)
      expect(stepOf(secret, new TOTP(whole).generate({ timestamp: now }), now)).toBe(Math.floor(now / 30_000))
    }),
    { numRuns: 300 }
  )
})

test('secrets differ, and one that begins with zeros is as long', () => {
  expect(new Set(Array.from({ length: 50 }, () => newFactor('operator', 'a').secret)).size).toBe(50)
  const secret = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAB'
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: 0 })
  expect(stepOf(secret, code, 0)).toBe(0)
})
