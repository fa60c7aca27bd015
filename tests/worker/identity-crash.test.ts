// The isolate dies while it creates an account for a person whom a provider has named.
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { userOf } from '#durable-objects/stubs.ts'
import { call, mailsTo, newAccount } from '#tests/support/worker/account.ts'
import { breakingDatabases, breakingWallets, type Moment } from '#tests/support/worker/breaking.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { turns } from '#worker/crypto/hashing-turns.ts'
import { arrive, create, dataOf, newNamed, ticketOf } from '#tests/support/worker/identifying.ts'

hashCheaply()

/** What the creation asks of D1, in this order. */
const steps = [
  'the identity is looked for',
  'the address is looked for',
  'the bonus of the identity is claimed',
  'the bonus of the address is claimed',
  'the account is created'
]
const moments: Moment[] = ['before', 'after']

const crashes = [
  ...steps.flatMap((step, index) =>
    moments.map((moment) => [`${moment} ${step}`, () => breakingDatabases({ call: index + 1, moment })] as const)
  ),
  ...moments.map(
    (moment) => [`${moment} the bonus is credited`, () => ({ USER: breakingWallets({ call: 1, moment }) })] as const
  )
]

async function stateOf(email: string) {
  const { results } = await env.DB.prepare('select id from users where email = ?').bind(email).all<{ id: string }>()
  const [{ id } = { id: '' }] = results
  const count = async (table: string) =>
    await env.DB.prepare(`select count(*) as n from ${table} where user_id = ?`).bind(id).first<number>('n')
  return {
    accounts: results.length,
    balance: (await userOf(env, id).view()).availableTokens,
    grants: await count('bonus_grants'),
    identities: await count('identities'),
    consents: await count('consents')
  }
}

const whole = { accounts: 1, balance: 10, grants: 2, identities: 1, consents: 2 }

/** A new ticket differs from the first one only in what a step has left. */
const leaving = crashes.filter(([name]) => name.startsWith('after'))

describe.each([
  ['the same ticket', crashes],
  ['a new one', leaving]
] as const)('after a crash, %s goes on to one account with one bonus', (which, deaths) => {
  test.each(deaths)('%s', async (name, settings) => {
    const named = newNamed()
    const ticket = await ticketOf(named)
    expect((await create(ticket, {}, { settings: settings() })).status).toBe(500)
    const isDone = name === 'after the account is created'
    if (which === 'a new one' && isDone) {
      expect(dataOf(await arrive(named))).toMatchObject({ state: 'signed-in' })
      expect(await stateOf(named.email!)).toEqual(whole)
      return
    }
    const next = which === 'a new one' ? await ticketOf(named) : ticket
    expect((await create(next)).status).toBe(isDone ? 400 : 200)
    expect(await stateOf(named.email!)).toEqual(whole)
  })
})

test('a creation asks D1 for nothing else', async () => {
  const settings = breakingDatabases({ call: steps.length + 1, moment: 'before' })
  expect((await create(await ticketOf(newNamed()), {}, { settings })).status).toBe(200)
})

test('a link for which no hash has time changes nothing: the same ticket links later, and its owner is told', async () => {
  const { email, userId, accessToken } = await newAccount()
  const named = newNamed()
  const { ticket } = dataOf(await arrive(named, 'vk', { accessToken, intent: 'link' }))
  const link = () => call('/api/user/identities', { body: { ticket }, accessToken })
  const before = { ...turns, nextAt: { ...turns.nextAt } }
  Object.assign(turns, {
    turnMs: 300,
    nextAt: { known: 0, other: Date.now() + 25_000 },
    restUntil: Date.now() + 30_000
  })
  const refused = await link().finally(() => Object.assign(turns, before))
  expect(refused.status).toBe(503)
  expect((await link()).status).toBe(200)
  const { results } = await env.DB.prepare('select user_id from identities where subject = ?').bind(named.id).all()
  expect(results).toEqual([{ user_id: userId }])
  const told = (await mailsTo(email)).map(({ subject }) => subject)
  expect(told).toContain('К аккаунту привязан VK ID')
})
