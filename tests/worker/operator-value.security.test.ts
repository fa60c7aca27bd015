// Every call of operators says how it makes value. What makes some passes one gate: beyond the limit of a day nothing happens until
// a second person agrees whose role is not new.
import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { operatorEndpoints } from '#scripts/openapi/calls.ts'
import type { TokenChange } from '#contract/operator/people/tokens.ts'
import type { ValueKind } from '#contract/value-kinds.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { codeTaken } from '#worker/operator/access/carry-out.ts'
import { callAs, why } from '../support/worker/console.ts'
import { impossible, opened } from '../support/worker/damaged-wallets.ts'
import { endCampaigns } from '../support/worker/inviting.ts'
import { making, type Name } from '../support/worker/making-value.ts'
import {
  ageRole,
  codeOf,
  cookieIn,
  emailOf,
  enter,
  newOperator,
  type OperatorPerson,
  withCookie
} from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { control, rowOf } from '../support/worker/paying.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { buyPremium, planRow } from '../support/worker/premium.ts'
import { inReview } from '../support/worker/reviewing.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('every call that changes something says how it makes value', () => {
  const calls = Object.entries(operatorEndpoints) as [Name, Endpoint][]
  const changing = calls.filter(([, { method }]) => method !== 'GET').map(([name]) => name)
  expect(Object.keys(making).toSorted()).toEqual(changing.toSorted())
})

interface Attempt {
  method: 'POST'
  path: string
  body: object
  /** What there is of it, as a number that grows when value is made. */
  seen: () => Promise<number>
}

const balance = async ({ userId }: Person) => (await userOf(env, userId).view()).availableTokens
const day = 86_400_000
const count = async (table: string) =>
  (await env.DB.prepare(`select count(*) as n from ${table}`).first<number>('n')) ?? 0

/** Each beyond the limit. What is returned for a job never waits (`operator-work.test.ts`). */
const attempts: Record<Exclude<ValueKind, 'job'>, () => Promise<Attempt>> = {
  tokens: async () => {
    const person = await newPerson()
    const body = { tokens: 1001 }
    return { method: 'POST', path: `/people/${person.userId}/tokens`, body, seen: () => balance(person) }
  },
  correction: async () => {
    const { person } = await impossible()
    const seen = async () => (await opened(person)).counted.free_tokens
    const body = { free_tokens: 5_000_000, seq: (await opened(person)).seq }
    return { method: 'POST', path: `/wallets/${person.userId}/correction`, body, seen }
  },
  code: async () => {
    const { idempotency_key: _, reason: __, ...body } = { ...code(11), uses_max: 100 }
    return { method: 'POST', path: '/codes', body, seen: () => count('promo_codes') }
  },
  campaign: async () => {
    await endCampaigns()
    const body = {
      invited_tokens: 10,
      inviter_tokens: 20,
      rewards_max: 10,
      people_max: 100,
      purchase_min_kopecks: 50_000,
      ends_at: null
    }
    return { method: 'POST', path: '/invitations', body, seen: () => count('invitation_campaigns') }
  },
  premium: async () => {
    const person = await newPerson()
    await control({ notifications: 'never' })
    await buyPremium(person)
    await control({ notifications: 'on-time' })
    const seen = async () => (await planRow(person)).periodEnd
    return { method: 'POST', path: `/premium/${person.userId}/extension`, body: { days: 31 }, seen }
  },
  payment: async () => {
    const { person, id } = await inReview({ amount: '1.00' })
    return {
      method: 'POST',
      path: `/payments/${id}/decision`,
      body: { decision: 'credit' },
      seen: () => balance(person)
    }
  }
}
const kinds = Object.keys(attempts) as (keyof typeof attempts)[]

test('every kind is tried here', () => {
  const made = Object.values(making).filter((how) => typeof how === 'string' && how !== 'job')
  expect(kinds.toSorted()).toEqual(made.toSorted())
})

const changeIn = ({ data }: { data?: unknown }) => (data as { change: TokenChange }).change
const agree = (operator: OperatorPerson, id: string) =>
  callAs(operator, 'POST', `/token-changes/${id}/decision`, { decision: 'agree', ...why() })

let colleague: OperatorPerson
let beginner: OperatorPerson
beforeAll(async () => {
  ;[colleague, beginner] = [await newOperator('finance'), await newOperator('owner')]
  await ageRole(beginner.person, 71)
})

describe.each(kinds)('%s', (kind) => {
  /** With a whole limit. */
  let owner: OperatorPerson
  beforeAll(async () => void (owner = await newOperator('owner')))
  afterAll(endCampaigns)

  async function asked() {
    const attempt = await attempts[kind]()
    if (kind === 'payment') {
      // Its rest alone is within the limit.
      const { userId } = await newPerson()
      await callAs(owner, 'POST', `/people/${userId}/tokens`, { tokens: 900, ...why() })
    }
    const before = await attempt.seen()
    const sent = { ...attempt.body, ...why() }
    const answer = await callAs(owner, attempt.method, attempt.path, sent)
    expect(answer).toMatchObject({ status: 200 })
    return { ...attempt, before, sent, change: changeIn(answer) }
  }

  test('beyond the limit nothing happens before a second person agrees, and then once', async () => {
    const { seen, before, change, sent, method, path } = await asked()
    expect(change).toMatchObject({ kind, state: 'asked', asked_by: owner.name })
    expect(await seen()).toBe(before)
    expect(await agree(owner, change.id)).toMatchObject({ status: 403 })
    const refused = await agree(beginner, change.id)
    expect(refused).toMatchObject({ status: 403, error: expect.stringContaining('72 часов') })
    expect(await seen()).toBe(before)
    expect(changeIn(await agree(colleague, change.id))).toMatchObject({ state: 'booked', decided_by: colleague.name })
    const after = await seen()
    expect(after).toBeGreaterThan(before)
    expect(await agree(colleague, change.id)).toMatchObject({ status: 409 })
    expect(changeIn(await callAs(owner, method, path, sent))).toMatchObject({ id: change.id, state: 'booked' })
    expect(await seen()).toBe(after)
  })

  test('the holder of the token does nothing alone', async () => {
    const { method, path, body, seen } = await attempts[kind]()
    const before = await seen()
    const answer = await operate(method, path, { ...body, ...because() })
    expect(changeIn(answer)).toMatchObject({ state: 'asked' })
    expect(await seen()).toBe(before)
  })
})

test('a purchase in review waits as it was, and its buyer gets it with the second person', async () => {
  const { id } = await inReview({ amount: '1.00' })
  await operate('POST', `/payments/${id}/decision`, { decision: 'credit', ...because() })
  expect(await rowOf(id)).toMatchObject({ status: 'review', reviewDecision: null })
})

const newCode = () => `GATE${crypto.randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()}`
const code = (tokens: number) => ({
  ...why(),
  code: newCode(),
  tokens,
  uses_max: 10,
  starts_at: Date.now(),
  ends_at: Date.now() + day
})

test('a promo code that waits is not issued when one that looks the same has been issued meanwhile', async () => {
  const owner = await newOperator('owner')
  const asked = await callAs(owner, 'POST', '/codes', { ...code(11), code: 'COMET77', uses_max: 100 })
  expect(changeIn(asked)).toMatchObject({ state: 'asked' })
  const twin = await callAs(owner, 'POST', '/codes', { ...code(1), code: 'СОМЕТ77' })
  expect(changeIn(twin)).toMatchObject({ state: 'booked' })
  expect(await agree(colleague, changeIn(asked).id)).toMatchObject({ status: 409, error: codeTaken })
})

/** Gives the role of an owner as the console does, after which the other enters once more. */
async function grantBy(by: OperatorPerson, whom: OperatorPerson): Promise<OperatorPerson> {
  const asked = { email: await emailOf(whom.person.userId), name: whom.name, role: 'owner', ...why() }
  expect(await callAs(by, 'PUT', '/team', asked)).toMatchObject({ status: 200 })
  await env.DB.prepare('update operators set factor_step = 0 where user_id = ?').bind(whom.person.userId).run()
  const cookie = cookieIn(await enter(whom.person, codeOf(whom.secret)))
  return { ...whom, cookie, send: withCookie(cookie) }
}

async function give(operator: OperatorPerson, tokens: number) {
  const { userId } = await newPerson()
  return changeIn(await callAs(operator, 'POST', `/people/${userId}/tokens`, { tokens, ...why() })).state
}

describe('the limit of a day', () => {
  test('is one for all kinds', async () => {
    const operator = await newOperator('owner')
    const { userId } = await newPerson()
    expect(changeIn(await callAs(operator, 'POST', '/codes', code(60)))).toMatchObject({ state: 'booked', tokens: 600 })
    const given = { tokens: 401, ...why() }
    expect(changeIn(await callAs(operator, 'POST', `/people/${userId}/tokens`, given))).toMatchObject({
      state: 'asked'
    })
    expect(changeIn(await callAs(operator, 'POST', '/codes', code(40)))).toMatchObject({ state: 'booked' })
  })

  test('does not grow by making operators: a new role uses that of the operator who gave it', async () => {
    const owner = await newOperator('owner')
    const [one, two] = [await newOperator('owner'), await newOperator('support')]
    const newcomer = await grantBy(owner, one)
    const another = await grantBy(newcomer, two)
    expect(await give(another, 600)).toBe('booked')
    expect(await give(newcomer, 401)).toBe('asked')
    expect(await give(owner, 401)).toBe('asked')
    expect(await give(owner, 400)).toBe('booked')
    await ageRole(another.person, 73)
    expect(await give(another, 1000)).toBe('booked')
  })

  test('does not grow by a role that its holder gives to the own account once more', async () => {
    const owner = await newOperator('owner')
    const newcomer = await grantBy(owner, await newOperator('owner'))
    expect(await give(owner, 1000)).toBe('booked')
    const again = await grantBy(newcomer, newcomer)
    expect(await give(again, 1)).toBe('asked')
  })

  test('is one for new operators who gave each other their roles', async () => {
    const first = await newOperator('owner')
    const second = await grantBy(first, await newOperator('owner'))
    const third = await grantBy(second, await newOperator('owner'))
    const ring = [await grantBy(third, first), second, third]
    const states: string[] = []
    for (const operator of ring) states.push(await give(operator, 1000))
    expect(states.toSorted()).toEqual(['asked', 'asked', 'booked'])
  })
})
