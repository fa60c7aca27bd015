// The duration of an answer must not reveal whether an address has an account. Known and unknown addresses are measured
// in turns; only a difference larger than that between two series of unknown addresses counts. Hashes are cheap here,
// so that they cannot hide other differences; auth-enumeration.security.test.ts checks the number of hashes.
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { emailLinks, users } from '#data/directory/schema.ts'
import { consents, newAddress, origin, password, signUp } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { createApp } from '#worker/app.ts'

hashCheaply()

// Whether two series of durations differ is told by ranks instead of milliseconds: a busy machine slows both of two
// interleaved series, not one more often than the other.

/** The share of pairs, 0 to 1, in which the first series has the larger value; about 0.5 for equal series. */
function dominance(first: readonly number[], second: readonly number[]): number {
  let larger = 0
  for (const one of first) for (const other of second) larger += one > other ? 1 : one === other ? 0.5 : 0
  return larger / (first.length * second.length)
}

/** The standard deviation of `dominance` for two series of one distribution (Mann-Whitney). */
const chanceOf = (length: number): number => Math.sqrt((2 * length + 1) / (12 * length * length))

const distance = (first: readonly number[], second: readonly number[]) => Math.abs(dominance(first, second) - 0.5)

/**
 * How much further `suspect` is from `reference` than `control` is, in standard deviations by chance.
 * Two equal distributions exceed 5 once in millions of runs.
 */
const distinctness = (series: {
  reference: readonly number[]
  control: readonly number[]
  suspect: readonly number[]
}): number =>
  (distance(series.suspect, series.reference) - distance(series.control, series.reference)) /
  chanceOf(series.reference.length)

const rounds = 120
const roundsAtOnce = 12
const warmUpRounds = 4
/** Hundreds of calls on a busy machine. */
const patienceMs = 600_000
const wrong = 'Wrong-Horse7!'
const app = createApp()
/** Replaces the limiter: creating a new limiter object per address would take longer than any difference in question. */
const bindings = { ...env, LIMITER: { getByName: () => ({ take: async () => ({ allowed: true }) }) } }

let passwordHash = ''
let accessToken = ''
beforeAll(async () => {
  const { userId, ...person } = await signUp()
  accessToken = person.accessToken
  const row = await env.DB.prepare('select password_hash as hash from users where id = ?').bind(userId).first()
  passwordHash = String(row?.['hash'])
})

/** An address with an account that no call has used yet: a second call for an address would be faster. */
function newAccount(verifiedAt: number | null) {
  const [id, email, now] = [crypto.randomUUID(), newAddress(), Date.now()]
  const directory = openDirectory(env)
  const rows = [
    directory.insert(users).values({ id, email, canonicalEmail: email, passwordHash, verifiedAt, createdAt: now }),
    directory.insert(emailLinks).values({
      tokenHash: id,
      userId: id,
      purpose: 'confirm-email',
      email,
      passwordHash,
      createdAt: now,
      expiresAt: now + 86_400_000,
      usedAt: verifiedAt
    })
  ] as const
  return { email, rows }
}

/** So many addresses with accounts, stored in one batch. */
async function knownAddresses(count: number, verifiedAt: number | null): Promise<string[]> {
  const accounts = Array.from({ length: count }, () => newAccount(verifiedAt))
  await openDirectory(env).batch(accounts.flatMap(({ rows }) => rows) as never)
  return accounts.map(({ email }) => email)
}

/** Measures until the answer. Waits for background work afterwards, so that it does not slow the next call. */
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

type Series = Record<'reference' | 'control' | 'verified' | 'pending', number[]>
const emptySeries = (): Series => ({ reference: [], control: [], verified: [], pending: [] })

/** Adds so many durations of each kind, a multiple of four: each comes first, second, third and last equally often. */
async function measure(ask: (email: string) => Promise<number>, count: number, series: Series): Promise<void> {
  const [verified, pending] = [await knownAddresses(count, 1), await knownAddresses(count, null)]
  for (let round = 0; round < count; round++) {
    const kinds = [
      ['reference', newAddress()],
      ['verified', verified[round]!],
      ['control', newAddress()],
      ['pending', pending[round]!]
    ] as const
    for (let place = 0; place < kinds.length; place++) {
      const [kind, email] = kinds[(place + round) % kinds.length]!
      series[kind].push(await ask(email))
    }
  }
}

function distances({ reference, control, verified, pending }: Series) {
  const of = (suspect: number[]) => distinctness({ reference, control, suspect })
  return { verified: of(verified), pending: of(pending) }
}

/** A difference that all rounds show has begun to show after some: without a hint of one, no more are needed. */
const mayDiffer = (series: Series) => Math.max(...Object.values(distances(series))) > 1

test.each(calls)(
  '%s takes as long for a known address as for an unknown one',
  { timeout: patienceMs },
  async (_, ask) => {
    const series = emptySeries()
    await measure(ask, warmUpRounds, emptySeries())
    for (let round = 0; round < rounds && (round === 0 || mayDiffer(series)); round += roundsAtOnce)
      await measure(ask, roundsAtOnce, series)
    const { verified, pending } = distances(series)
    expect(verified, 'verified').toBeLessThan(5)
    expect(pending, 'pending').toBeLessThan(5)
  }
)

const noise = (seed: number) =>
  Array.from({ length: rounds }, (_, index) => 10 + ((index * 7919 + seed * 104_729) % 97) / 10)

describe('the comparison itself', () => {
  const reference = noise(1)
  const control = noise(2)

  test('finds no difference in noise', () => {
    expect(distinctness({ reference, control, suspect: noise(3) })).toBeLessThan(5)
  })

  test('finds a difference of a factor 1.5 in both directions', () => {
    expect(distinctness({ reference, control, suspect: noise(3).map((value) => value * 1.5) })).toBeGreaterThan(5)
    expect(distinctness({ reference, control, suspect: noise(3).map((value) => value / 1.5) })).toBeGreaterThan(5)
  })
})
