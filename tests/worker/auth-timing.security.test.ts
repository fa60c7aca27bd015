// How long an answer takes must not tell whether an address has an account. What is known is compared with what is not,
// in turns, and unknown addresses with other unknown ones: only what differs more than those do counts. Hashes are cheap
// here, so that they do not cover what else may differ; that each call makes the same number is asserted elsewhere.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#data/database.ts'
import { emailLinks, users } from '#data/schema.ts'
import { consents, newAddress, origin, password, signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { distinctness } from '#tests/support/worker/two-samples.ts'
import { createApp } from '#worker/app.ts'

hashCheaply()

const rounds = 100
const warmUpRounds = 4
/** Of hundreds of calls, on a machine that does much else. */
const patienceMs = 600_000
const wrong = 'Wrong-Horse7!'
const app = createApp()
/** Every new address would have a limiter of its own to be made, which takes longer than everything that may differ. */
const bindings = { ...env, LIMITER: { getByName: () => ({ take: async () => ({ allowed: true }) }) } }

let passwordHash = ''
let accessToken = ''
beforeAll(async () => {
  const { userId, ...person } = await signUp()
  accessToken = person.accessToken
  const row = await env.DB.prepare('select password_hash as hash from users where id = ?').bind(userId).first()
  passwordHash = String(row?.['hash'])
})

/** An address with an account that has never been asked about: whatever was asked about once is warm. */
async function knownAddress(verifiedAt: number | null): Promise<string> {
  const [id, email, now] = [crypto.randomUUID(), newAddress(), Date.now()]
  const database = openDatabase(env.DB)
  await database.batch([
    database.insert(users).values({ id, email, canonicalEmail: email, passwordHash, verifiedAt, createdAt: now }),
    database.insert(emailLinks).values({
      tokenHash: id,
      userId: id,
      purpose: 'confirm-email',
      email,
      passwordHash,
      createdAt: now,
      expiresAt: now + 86_400_000,
      usedAt: verifiedAt
    })
  ])
  return email
}

/** Up to the answer; what goes on behind it is waited for, so that it slows nobody else's down. */
async function durationOf(method: string, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const request = new Request(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) })
  const context = createExecutionContext()
  const startedAt = performance.now()
  const response = await app.fetch(request, bindings, context)
  await response.text()
  const duration = performance.now() - startedAt
  await waitOnExecutionContext(context)
  return duration
}

const calls: [name: string, ask: (email: string) => Promise<number>][] = [
  ['signing in', (email) => durationOf('POST', '/auth/login', { email, password: wrong })],
  ['registering', (email) => durationOf('POST', '/auth/register', { email, password: wrong, consents })],
  ['asking for another mail', (email) => durationOf('POST', '/auth/resend-verification', { email })],
  ['asking for a reset link', (email) => durationOf('POST', '/auth/reset-password', { email })],
  ['another address', (newEmail) => durationOf('PUT', '/user/email', { newEmail, currentPassword: password })]
]

test.each(calls)(
  '%s takes as long for a known address as for an unknown one',
  { timeout: patienceMs },
  async (_, ask) => {
    const series: Record<'reference' | 'control' | 'verified' | 'pending', number[]> = {
      reference: [],
      control: [],
      verified: [],
      pending: []
    }
    for (let round = -warmUpRounds; round < rounds; round++) {
      const kinds = [
        ['reference', newAddress()],
        ['verified', await knownAddress(1)],
        ['control', newAddress()],
        ['pending', await knownAddress(null)]
      ] as const
      // Each kind comes first, second, third and last as often as the others.
      for (let place = 0; place < kinds.length; place++) {
        const [kind, email] = kinds[(place + round + warmUpRounds) % kinds.length]!
        const duration = await ask(email)
        if (round >= 0) series[kind].push(duration)
      }
    }
    const { reference, control, verified, pending } = series
    expect(distinctness({ reference, control, suspect: verified }), 'verified').toBeLessThan(5)
    expect(distinctness({ reference, control, suspect: pending }), 'pending').toBeLessThan(5)
  }
)

const noise = (seed: number) =>
  Array.from({ length: rounds }, (_, index) => 10 + ((index * 7919 + seed * 104_729) % 97) / 10)

describe('the comparison itself', () => {
  const reference = noise(1)
  const control = noise(2)

  test('takes noise for noise', () => {
    expect(distinctness({ reference, control, suspect: noise(3) })).toBeLessThan(5)
  })

  test('takes what is half as long again for a difference, and what is shorter too', () => {
    expect(distinctness({ reference, control, suspect: noise(3).map((value) => value * 1.5) })).toBeGreaterThan(5)
    expect(distinctness({ reference, control, suspect: noise(3).map((value) => value / 1.5) })).toBeGreaterThan(5)
  })
})
