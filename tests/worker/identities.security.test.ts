// Attempts to take over an account, or a sign-in, with a provider's answer.
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { call, newAccount, post, subjectOf } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import {
  arrive,
  begin,
  create,
  dataOf,
  enter,
  finish,
  newNamed,
  returnOf,
  ticketOf
} from '#tests/support/worker/identifying.ts'

hashCheaply()

const expired = { status: 400, body: { code: 'IDENTITY_EXPIRED' } }
const taken = { status: 409, body: { code: 'IDENTITY_TAKEN' } }
const rows = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results
const tokensFrom = (answer: Parameters<typeof dataOf>[0]) => dataOf(answer).tokens

/** How often a code was sent to Яндекс. */
async function exchanges(): Promise<number> {
  const response = await fetch(new URL('/calls.json', env.YANDEX_ID_BASE_URL))
  const calls: { path: string }[] = await response.json()
  return calls.filter(({ path }) => path === '/yandex-id/token').length
}

let owner: Awaited<ReturnType<typeof newAccount>>
beforeAll(async () => {
  owner = await newAccount()
})

test('an identity with the address of an account opens nothing: its owner signs in as usual', async () => {
  const named = newNamed(owner.email.toUpperCase())
  const arrived = dataOf(await arrive(named))
  expect(arrived).toEqual({ state: 'known-address', email: named.email, returnTo: '/' })
  expect(await rows('select * from identities where subject = ?', named.id)).toEqual([])
})

test('the cookie of another browser, another state, another provider and no cookie finish nothing', async () => {
  const [one, other] = [await begin(), await begin()]
  const returned = await returnOf(one, newNamed())
  const ofVk = { ...returned, provider: 'vk' as const, deviceId: 'device' }
  expect(await finish(returned, other.cookie)).toMatchObject(expired)
  expect(await finish({ ...returned, state: `${returned.state}x` }, one.cookie)).toMatchObject(expired)
  expect(await finish(ofVk, one.cookie)).toMatchObject(expired)
  expect(await finish(returned, '')).toMatchObject(expired)
  expect(await finish(returned, '__Secure-identity=c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0')).toMatchObject(expired)
})

test('a code of another attempt is refused, and so is one that was used', async () => {
  const [victim, thief] = [await begin(), await begin()]
  const stolen = await returnOf(victim, newNamed())
  const own = await returnOf(thief, newNamed())
  // The thief's cookie and state with the victim's code: the verifier is another.
  expect(await finish({ ...own, code: stolen.code! }, thief.cookie)).toMatchObject(expired)
  // The stand-in has used the code up, as the providers do.
  expect(await finish(stolen, victim.cookie)).toMatchObject(expired)
})

test('of ten uses of one answer at once exactly one counts, and later ones count as little', async () => {
  const named = newNamed()
  await enter(named)
  const begun = await begin()
  const returned = await returnOf(begun, named)
  const before = await exchanges()
  const answers = await Promise.all(Array.from({ length: 10 }, () => finish(returned, begun.cookie)))
  // The others are refused by us, before the provider is asked.
  expect((await exchanges()) - before).toBe(1)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)])
  expect(await finish(returned, begun.cookie)).toMatchObject(expired)
})

test('an attempt and a ticket end after ten minutes', async () => {
  const begun = await begin()
  const returned = await returnOf(begun, newNamed())
  const ticket = await ticketOf(newNamed())
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] })
  expect(await finish(returned, begun.cookie)).toMatchObject(expired)
  expect(await create(ticket)).toMatchObject(expired)
})

test('a ticket that was changed, is for linking or was used creates no account', async () => {
  const named = newNamed()
  const ticket = await ticketOf(named)
  const [written = '', signature = ''] = ticket.split('.')
  const payload = { ...JSON.parse(Buffer.from(written, 'base64url').toString()), email: owner.email }
  const forged = `${Buffer.from(JSON.stringify(payload)).toString('base64url')}.${signature}`
  expect(await create(forged)).toMatchObject(expired)
  const linking = dataOf(await arrive(newNamed(), 'yandex', { ...owner, intent: 'link' }))
  expect(await create(linking.ticket)).toMatchObject(expired)
  expect((await create(ticket)).status).toBe(200)
  expect(await create(ticket)).toMatchObject(expired)
  expect(await post('/api/auth/identities/create', { ticket: await ticketOf(newNamed()) })).toMatchObject({
    status: 400
  })
})

test('of ten creations at once exactly one makes the account, and it has one bonus', async () => {
  const named = newNamed()
  const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(named)))
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => create(tickets[index % 4]!)))
  const [made, ...more] = answers.filter(({ status }) => status === 200)
  expect([made === undefined, more.length]).toEqual([false, 0])
  expect(answers.filter((answer) => answer !== made).map(({ status }) => status)).toEqual(Array(9).fill(400))
  const userId = subjectOf(tokensFrom(made!).accessToken)
  expect((await userOf(env, userId).view()).availableTokens).toBe(10)
  expect(await rows('select id from users where email = ?', named.email)).toEqual([{ id: userId }])
  expect(await rows('select id from sessions where user_id = ?', userId)).toHaveLength(1)
  expect(await rows('select user_id from bonus_grants where user_id = ?', userId)).toHaveLength(2)
})

const link = (ticket: string, accessToken: string) => call('/api/user/identities', { body: { ticket }, accessToken })

test('an identity that opens an account is linked to no other, and one account has one of a provider', async () => {
  const named = newNamed()
  await enter(named)
  expect(await arrive(named, 'yandex', { ...owner, intent: 'link' })).toMatchObject(taken)
  // Linked elsewhere between the provider's answer and the click.
  const late = newNamed()
  const { ticket } = dataOf(await arrive(late, 'yandex', { ...owner, intent: 'link' }))
  await enter(late)
  expect(await link(ticket, owner.accessToken)).toMatchObject(taken)
  const own = dataOf(await arrive(newNamed(), 'yandex', { ...owner, intent: 'link' }))
  const second = dataOf(await arrive(newNamed(), 'yandex', { ...owner, intent: 'link' }))
  const stranger = await newAccount()
  expect(await link(own.ticket, stranger.accessToken)).toMatchObject(expired)
  expect((await link(own.ticket, owner.accessToken)).status).toBe(200)
  expect(await link(own.ticket, owner.accessToken)).toMatchObject(expired)
  expect(await link(second.ticket, owner.accessToken)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  // An answer to a visitor's attempt gives no ticket for linking.
  expect(await link(await ticketOf(newNamed()), owner.accessToken)).toMatchObject(expired)
})

test('nobody proves themselves with another’s identity, in a session that has ended, or past a second step', async () => {
  const [mine, others] = [newNamed(), newNamed()]
  const { accessToken } = await enter(mine)
  const userId = subjectOf(accessToken)
  await enter(others)
  const prove = { accessToken, intent: 'prove' } as const
  expect(await arrive(others, 'yandex', prove)).toMatchObject(taken)
  await env.DB.prepare('update users set second_step_at = 1 where id = ?').bind(userId).run()
  expect(await arrive(mine, 'yandex', prove)).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_REQUIRED' } })
  expect(dataOf(await arrive(mine))).toMatchObject({ state: 'second-step' })
  await env.DB.prepare('update users set second_step_at = null where id = ?').bind(userId).run()
  const begun = await begin('yandex', prove)
  await post('/api/auth/logout', {}, { accessToken })
  expect(await finish(await returnOf(begun, mine), begun.cookie)).toMatchObject(expired)
  expect(await rows('select id from sessions where user_id = ? and proven_at is not null', userId)).toEqual([])
})

test('linking and unlinking ask for a fresh sign-in, from the beginning', async () => {
  const account = await newAccount()
  const { ticket } = dataOf(await arrive(newNamed(), 'vk', { ...account, intent: 'link' }))
  await env.DB.prepare('update sessions set created_at = 1 where user_id = ?').bind(account.userId).run()
  const stale = { status: 403, body: { code: 'FRESH_SIGN_IN_REQUIRED' } }
  const ask = { accessToken: account.accessToken }
  expect(await post('/api/user/identities/start', { provider: 'vk', intent: 'link' }, ask)).toMatchObject(stale)
  expect(await link(ticket, account.accessToken)).toMatchObject(stale)
  expect(await call('/api/user/identities/vk', { ...ask, method: 'DELETE' })).toMatchObject(stale)
})

test('a blocked account and one that is being erased are not opened; a deletion in its grace time is taken back', async () => {
  const named = newNamed()
  const userId = subjectOf((await enter(named)).accessToken)
  const set = (column: string, value: number | null) =>
    env.DB.prepare(`update users set ${column} = ? where id = ?`).bind(value, userId).run()
  await set('blocked_at', 1)
  expect(await arrive(named)).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
  await set('blocked_at', null)
  await set('deletion_requested_at', 1)
  expect(await arrive(named)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  await set('deletion_requested_at', Date.now())
  expect(dataOf(await arrive(named))).toMatchObject({ state: 'signed-in', restored: true })
})
