import { env, exports } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import {
  call,
  confirm,
  linkTokenOf,
  mailsTo,
  newAddress,
  post,
  register,
  signIn
} from '#tests/support/worker/account.ts'
import { breakingDatabases, breakingWallets, type Moment } from '#tests/support/worker/breaking.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'

hashCheaply()

async function stateOf(email: string) {
  const user = await env.DB.prepare('select id, verified_at from users where canonical_email = ?')
    .bind(email)
    .first<{ id: string; verified_at: number | null }>()
  const count = async (query: string) => (await env.DB.prepare(query).bind(user!.id).first<number>('n')) ?? 0
  return {
    verified: user!.verified_at !== null,
    balance: (await userOf(env, user!.id).view()).availableTokens,
    grants: await count('select count(*) as n from bonus_grants where user_id = ?'),
    sessions: await count('select count(*) as n from sessions where user_id = ?'),
    openLinks: await count('select count(*) as n from email_links where user_id = ? and used_at is null')
  }
}

const done = { verified: true, balance: 10, grants: 1, sessions: 1, openLinks: 0 }

describe('after a crash at any step the second click completes, and the bonus is credited once', () => {
  const steps = ['the link is read', 'the bonus is claimed', 'the confirmation is applied']
  const moments: Moment[] = ['before', 'after']
  const databaseCrashes = steps.flatMap((step, index) =>
    moments.map((moment) => [`${moment} ${step}`, () => breakingDatabases({ call: index + 1, moment })] as const)
  )
  const walletCrashes = moments.map(
    (moment) => [`${moment} the bonus is credited`, () => ({ USER: breakingWallets({ call: 1, moment }) })] as const
  )

  test.each([...databaseCrashes, ...walletCrashes])('%s', async (name, settings) => {
    const email = newAddress()
    const token = await register(email)
    const broken = await call(`/api/auth/verify-email/${token}`, { settings: settings() })
    expect(broken.status).toBe(500)

    // Nothing is left to confirm only when the last step took effect and its answer was lost.
    const isDone = name === 'after the confirmation is applied'
    expect((await confirm(token)).status).toBe(isDone ? 409 : 200)
    expect(await stateOf(email)).toEqual(done)
    expect((await signIn(email)).status).toBe(200)
  })

  test('a confirmation runs no other database steps than those above', async () => {
    const token = await register(newAddress())
    const settings = breakingDatabases({ call: steps.length + 1, moment: 'before' })
    expect((await call(`/api/auth/verify-email/${token}`, { settings })).status).toBe(200)
  })
})

test('of ten clicks at once on one link exactly one signs in', async () => {
  const email = newAddress()
  const token = await register(email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  expect(await stateOf(email)).toEqual(done)
})

test('of two links clicked at once exactly one confirms, and its password is set', async () => {
  const email = newAddress()
  const typed = ['Password-One1!', 'Password-Two2!']
  const tokens = [await register(email, typed[0]), await register(email, typed[1])]
  const answers = await Promise.all(tokens.map(confirm))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await stateOf(email)).toEqual(done)
  for (const [index, { status }] of answers.entries())
    expect((await signIn(email, typed[index])).status === 200).toBe(status === 200)
})

test('a HEAD request does not use up a link', async () => {
  const token = await register(newAddress())
  const link = new Request(`${env.SITE_ORIGIN}/api/auth/verify-email/${token}`, { method: 'HEAD' })
  expect((await exports.default.fetch(link)).status).toBe(400)
  expect((await confirm(token)).status).toBe(200)
})

test('a link works for 24 hours, also a repeated one', async () => {
  const email = newAddress()
  const token = await register(email)
  const madeAt = Date.now()
  vi.useFakeTimers({ now: madeAt + 24 * 3_600_000, toFake: ['Date'] })
  expect(await confirm(token)).toMatchObject({ status: 400, body: { code: 'INVALID_VERIFICATION_TOKEN' } })
  await post('/api/auth/resend-verification', { email })
  const [newest] = await mailsTo(email, 2)
  vi.setSystemTime(madeAt + 47 * 3_600_000)
  expect((await confirm(linkTokenOf(newest!))).status).toBe(200)
  vi.useRealTimers()
  expect((await signIn(email)).status).toBe(200)
})

const madeUp = [
  ['a word', 'unknown'],
  ['a path', '..%2F..'],
  ['SQL', "'%20or%201=1"],
  ['more than a link can hold', 'a'.repeat(201)]
] as const

test.each(madeUp)('%s instead of a token confirms nothing', async (_, token) => {
  expect((await confirm(token)).status).toBe(400)
})
