// No user gets into the console without the second factor.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { environmentOf } from '#domain/parsed-environment.ts'
import { MemoryBuckets } from '#durable-objects/limiter/memory-buckets.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import {
  beginFactor,
  codeOf,
  cookieIn,
  emailOf,
  enter,
  factorOf,
  grant,
  newOperator,
  type OperatorPerson,
  withCookie
} from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered, newPerson } from '../support/worker/person.ts'

const hourMs = 3_600_000
const missing = { status: 404, code: 'NOT_FOUND' }
const session = { session: { name: expect.any(String), role: expect.any(String) } }

const freeze = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
const own = async ({ send }: Pick<OperatorPerson, 'send'>) => answered(await send('GET', '/session'))

describe('entering', () => {
  test('an ordinary user learns only that there is nothing', async () => {
    const person = await newPerson()
    expect(await answered(await beginFactor(person))).toMatchObject(missing)
    expect(await answered(await enter(person, '123456'))).toMatchObject(missing)
  })

  test('a new operator connects an authenticator and is in the console', async () => {
    freeze()
    const person = await newPerson()
    const name = await grant(await emailOf(person.userId), 'support')
    const factor = await factorOf(person)
    expect(factor).toMatchObject({ state: 'enrol', name })
    expect(factor.uri).toMatch(/^otpauth:\/\/totp\/AI%20Platform%20console/)
    const entered = await enter(person, codeOf(factor.secret ?? ''))
    expect(entered.headers.get('set-cookie')).toMatch(
      /^__Host-operator=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Strict$/
    )
    expect(await own({ send: withCookie(cookieIn(entered)) })).toMatchObject({
      status: 200,
      data: { session: { name, role: 'support', ends_at: Date.now() + 8 * hourMs } }
    })
    expect(await factorOf(person)).toEqual({ state: 'enter', name, secret: null, uri: null })
  })

  test('the secret is not in the database, and opens with the operators’ token alone', async () => {
    const { secret, person } = await newOperator('owner')
    const rows = JSON.stringify((await env.DB.prepare('select * from operators').all()).results)
    expect(rows).not.toContain(secret)
    pass(60_000)
    const otherToken = { OPERATOR_TOKEN: 'another-token-another-token-another-token' }
    expect(await answered(await enter(person, codeOf(secret), otherToken))).toMatchObject({ code: 'INVALID_CODE' })
  })

  test('a sealed secret that is copied to another operator opens nothing', async () => {
    const [one, other] = [await newOperator('owner'), await newOperator('support')]
    const factor = await env.DB.prepare('select factor from operators where user_id = ?')
      .bind(other.person.userId)
      .first<string>('factor')
    await env.DB.prepare('update operators set factor = ?, factor_step = null where user_id = ?')
      .bind(factor, one.person.userId)
      .run()
    expect(await answered(await enter(one.person, codeOf(other.secret)))).toMatchObject({ code: 'INVALID_CODE' })
  })

  test('every operator in the console has an entry in the record', async () => {
    freeze()
    const { secret, person } = await newOperator('support')
    const sessions = async () =>
      (await env.DB.prepare('select id from operator_sessions where user_id = ?').bind(person.userId).all()).results
    const before = await sessions()
    const broken = guardedDatabases((run, name) => {
      if (name.startsWith('insert into "operator_actions"')) throw new Error('D1 is away')
      return run()
    })
    const refused = await enter(person, codeOf(secret, 1), broken)
    expect(refused.status).toBe(500)
    expect(refused.headers.get('set-cookie')).toBeNull()
    expect(await sessions()).toEqual(before)
  })

  test('a code works once, and an older one not after it', async () => {
    freeze()
    const { person, secret } = await newOperator('owner')
    for (const steps of [0, -1, 2])
      expect(await answered(await enter(person, codeOf(secret, steps)))).toMatchObject({ code: 'INVALID_CODE' })
    expect((await enter(person, codeOf(secret, 1))).status).toBe(200)
  })

  test('the same code twice at once enters once', async () => {
    freeze()
    const { person, secret } = await newOperator('owner')
    pass(60_000)
    const both = await Promise.all([enter(person, codeOf(secret)), enter(person, codeOf(secret))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  test('codes cannot be guessed one after the other', async () => {
    freeze()
    const { person, secret } = await newOperator('owner')
    for (let tries = 0; tries < 4; tries++) await enter(person, '000000')
    expect(await answered(await enter(person, codeOf(secret, 1)))).toMatchObject({ status: 429 })
  })

  test('no operator can connect an authenticator a day after getting the role', async () => {
    freeze()
    const person = await newPerson()
    await grant(await emailOf(person.userId), 'owner')
    const { secret } = await factorOf(person)
    pass(24 * hourMs + 1)
    await env.DB.prepare('update sessions set last_seen_at = ?1, expires_at = ?1 + 1000000').bind(Date.now()).run()
    for (const refused of [await beginFactor(person), await enter(person, codeOf(secret ?? ''))])
      expect(await answered(refused)).toMatchObject({ status: 409, code: 'CONFLICT' })
  })

  test('outside the operators’ networks there is no console', async () => {
    const inside = { OPERATOR_NETWORKS: '127.0.0.0/8' }
    const outside = { OPERATOR_NETWORKS: '10.0.0.0/8, 2001:db8::/32' }
    const { cookie, person } = await newOperator('owner')
    expect(await own({ send: withCookie(cookie, inside) })).toMatchObject({ status: 200 })
    expect(await own({ send: withCookie(cookie, outside) })).toMatchObject(missing)
    expect(await answered(await beginFactor(person, outside))).toMatchObject(missing)
    expect(await operate('GET', '/clock', undefined, { bindings: outside })).toMatchObject(missing)
  })
})

describe('a session of the console', () => {
  test('ends after half an hour without a call, and after eight hours in any case', async () => {
    freeze()
    const operator = await newOperator('owner')
    pass(29 * 60_000)
    expect(await own(operator)).toMatchObject({ status: 200, data: session })
    pass(29 * 60_000)
    expect(await own(operator)).toMatchObject({ status: 200 })
    pass(30 * 60_000)
    expect(await own(operator)).toMatchObject(missing)

    const busy = await newOperator('owner')
    for (let minutes = 0; minutes < 8 * 60 - 29; minutes += 29) {
      pass(29 * 60_000)
      expect(await own(busy)).toMatchObject({ status: 200 })
    }
    pass(20 * 60_000)
    expect(await own(busy)).toMatchObject(missing)
  })

  test.each([
    ['the operator leaves', ({ send }: OperatorPerson) => send('DELETE', '/session')],
    ['the user signs out', ({ person }: OperatorPerson) => person.send('POST', '/auth/logout')],
    [
      'the role ends',
      async ({ person }: OperatorPerson) => operate('POST', `/team/${person.userId}/end`, because('Ушёл из команды'))
    ],
    [
      'the second factor is reset',
      async ({ person }: OperatorPerson) => operate('POST', `/team/${person.userId}/factor`, because('Потерян телефон'))
    ],
    [
      'another role is given',
      async ({ person, name }: OperatorPerson) => grant(await emailOf(person.userId), 'support', name)
    ]
  ])('ends when %s', async (_, end) => {
    const operator = await newOperator('finance')
    expect(await own(operator)).toMatchObject({ status: 200 })
    vi.spyOn(console, 'error').mockReturnValue()
    await end(operator)
    expect(await own(operator)).toMatchObject(missing)
  })

  test('is not opened by a user’s token, by the token of the session, or by an invented cookie', async () => {
    const { person, cookie } = await newOperator('owner')
    const { userId, sessionId } = person
    const token = signAccessToken(environmentOf(env), { userId, sessionId }, Date.now())
    for (const made of [token, sessionId, userId, 'x'.repeat(43), '', `${cookie.split('=')[1]}x`])
      expect(await own({ send: withCookie(`__Host-operator=${made}`) })).toMatchObject(missing)
    const withBoth = await withCookie(cookie)('GET', '/session', undefined, { authorization: `Bearer ${token}` })
    expect(await answered(withBoth)).toMatchObject(missing)
    const stored = await env.DB.prepare('select id from operator_sessions').all<{ id: string }>()
    for (const { id } of stored.results)
      expect(await own({ send: withCookie(`__Host-operator=${id}`) })).toMatchObject(missing)
  })

  test('changes nothing for a page of another site', async () => {
    const operator = await newOperator('owner')
    for (const origin of ['https://evil.example', 'null', `${env.SITE_ORIGIN}.evil.example`]) {
      const refused = await operator.send('DELETE', '/session', undefined, { origin })
      expect(await answered(refused)).toMatchObject({ status: 403, code: 'FORBIDDEN_ORIGIN' })
    }
    expect(await own(operator)).toMatchObject({ status: 200 })
  })

  // The last one: it uses up what the network of the tests may ask.
  test('is looked for only under what can be a cookie, and not without end', async () => {
    freeze()
    let looked = 0
    const counting = guardedDatabases((run, name) => {
      if (name.includes('"operator_sessions"')) looked += 1
      return run()
    })
    const statusOf = async (value: string) =>
      (await withCookie(`__Host-operator=${value}`, counting)('GET', '/session')).status
    for (const made of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}!`]) expect(await statusOf(made)).toBe(404)
    expect(looked).toBe(0)
    const statuses = new Set<number>()
    // Each cookie counts as a hundred do: six hundred are allowed.
    const { take } = MemoryBuckets.prototype
    vi.spyOn(MemoryBuckets.prototype, 'take').mockImplementation(function (this: MemoryBuckets, rule, now) {
      const results = Array.from({ length: 100 }, () => take.call(this, rule, now))
      return results[0]!
    })
    const ask = (times: number) => statusOf(`${times}`.padEnd(43, 'x'))
    for (let hundred = 0; hundred < 6; hundred++) statuses.add(await ask(hundred))
    expect([...statuses]).toEqual([404])
    expect(looked).toBe(6)
    expect(await ask(6)).toBe(429)
    expect(looked).toBe(6)
  })
})
