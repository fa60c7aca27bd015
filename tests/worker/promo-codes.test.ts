// Promo codes: credited once, to as many as may use them, and never twice to one person.
import { env } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { useCode } from '#data/directory/promo-codes.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { moneyOf } from '../support/worker/generating.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { endRole, makeOperator } from '../support/worker/inviting.ts'
import { why } from '../support/worker/console.ts'
import { richOwner } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'

hashCheaply()

const dayMs = 24 * 60 * 60_000
let codes = 0
const newCode = () => `ВЕСНА${++codes}X`

interface Wanted {
  tokens?: number
  uses_max?: number
  network_max?: number
  starts_at?: number
  ends_at?: number
}
let adding: ReturnType<typeof richOwner> | undefined
async function addCode(wanted: Wanted = {}, code = newCode()): Promise<string> {
  const now = Date.now()
  const asked = { tokens: 20, uses_max: 100, network_max: 1000, starts_at: now - 1, ends_at: now + dayMs, ...wanted }
  const { call } = await (adding ??= richOwner())
  expect(await call('POST', '/codes', { code, ...asked, ...why('Весенняя акция') })).toMatchObject({ status: 200 })
  return code
}
const redeem = async (person: Person, code: string) => answered(await person.send('POST', '/tokens/promo', { code }))
const usesOf = (code: string) =>
  env.DB.prepare('select uses from promo_codes where code = ?').bind(code).first<number>('uses')
const tokensOf = async (person: Person) => (await moneyOf(person)).availableTokens

const address = async ({ userId }: Person, email: string) =>
  env.DB.prepare('update users set email = ?, canonical_email = ? where id = ?').bind(email, email, userId).run()
const shown = async () => JSON.stringify((await answered(await (await newPerson()).send('GET', '/announcements'))).data)

describe('a promo code', () => {
  test('credits its tokens once, however it is typed, and stands in the history', async () => {
    const [person, code] = [await newPerson(), await addCode()]
    const typed = ` «${code.slice(0, 5).toLowerCase()}\u200B—${code.slice(5)}\u00AD». `
    expect(await redeem(person, typed)).toMatchObject({ status: 200, data: { tokens: 20, balance: 20 } })
    expect(await redeem(person, code)).toMatchObject({ status: 409, code: 'PROMO_USED' })
    expect([await tokensOf(person), await usesOf(code)]).toEqual([20, 1])
    const history = await answered(await person.send('GET', '/ai/usage'))
    expect(JSON.stringify(history.data)).toContain(`Промокод ${code}`)
  })

  test.each([
    ['COME2', 'СОМЕ2'],
    ['КОТ26', 'KOT26'],
    ['РОСА7', 'рoca7']
  ])('%s is found when the keyboard was in the other alphabet: %s', async (code, typed) => {
    const person = await newPerson()
    await addCode({}, code)
    expect(await redeem(person, typed)).toMatchObject({ status: 200, data: { balance: 20 } })
    expect(await redeem(person, code)).toMatchObject({ status: 409, code: 'PROMO_USED' })
    expect([await tokensOf(person), await usesOf(code)]).toEqual([20, 1])
    const { call } = await richOwner()
    const now = Date.now()
    const twin = { code: typed, tokens: 5, uses_max: 1, network_max: 1, starts_at: now - 1, ends_at: now + dayMs }
    expect(await call('POST', '/codes', { ...twin, ...why('Двойник') })).toMatchObject({ status: 409 })
  })

  test('takes nothing but the code from the request', async () => {
    const [person, other, code] = [await newPerson(), await newPerson(), await addCode()]
    const sent = { code, tokens: 1_000_000, userId: other.userId, user_id: other.userId, balance: 1_000_000 }
    expect(await answered(await person.send('POST', '/tokens/promo', sent))).toMatchObject({ data: { tokens: 20 } })
    expect([await tokensOf(person), await tokensOf(other)]).toEqual([20, 0])
  })

  test('sent twice at once is credited once', async () => {
    const [person, code] = [await newPerson(), await addCode()]
    await Promise.all([redeem(person, code), redeem(person, code), redeem(person, code)])
    expect([await tokensOf(person), await usesOf(code)]).toEqual([20, 1])
  })

  test('whose tokens were not credited because the call died is credited when it is sent again', async () => {
    const [person, code] = [await newPerson(), await addCode()]
    await env.DB.prepare('insert into promo_redemptions (code, user_id, address_hash, at) values (?, ?, ?, 1)')
      .bind(code, person.userId, person.userId)
      .run()
    expect(await redeem(person, code)).toMatchObject({ status: 200, data: { balance: 20 } })
    expect([await tokensOf(person), await usesOf(code)]).toEqual([20, 1])
  })

  test('is taken by as many as may use it, also when all come at once', async () => {
    const code = await addCode({ uses_max: 2 })
    const people = await Promise.all([1, 2, 3, 4].map(() => newPerson()))
    const results = await Promise.all(people.map((person) => redeem(person, code)))
    expect(results.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409])
    expect(results.filter(({ status }) => status === 409)).toMatchObject([
      { code: 'PROMO_OVER' },
      { code: 'PROMO_OVER' }
    ])
    expect(await usesOf(code)).toBe(2)
  })

  test('is used by so many accounts of a network a day', async () => {
    const code = await addCode({ network_max: 1 })
    const [one, other] = [await newPerson(), await newPerson()]
    expect(await redeem(one, code)).toMatchObject({ status: 200 })
    expect(await redeem(other, code)).toMatchObject({ status: 429 })
    expect(await tokensOf(other)).toBe(0)
  })

  test('is unknown before its time, after it, when it was ended, and when there is none', async () => {
    const now = Date.now()
    const early = await addCode({ starts_at: now + 60_000 })
    const ended = await addCode()
    await operate('POST', `/codes/${encodeURIComponent(ended)}/end`, because('Утёк в сеть'))
    const late = await addCode({ ends_at: now + 60_000 })
    const person = await newPerson()
    for (const code of [early, ended, 'НЕТТАКОГО', 'а'])
      expect(await redeem(person, code)).toMatchObject({ status: 404, code: 'PROMO_UNKNOWN' })
    vi.useFakeTimers({ toFake: ['Date'], now: now + 61_000 })
    expect(await redeem(person, late)).toMatchObject({ code: 'PROMO_UNKNOWN' })
    expect(await tokensOf(person)).toBe(0)
  })

  test('gives nothing to a second account of the same address, also when the first was erased', async () => {
    const [person, code] = [await newPerson(), await addCode()]
    const email = `${crypto.randomUUID()}@twice.example`
    await address(person, email)
    expect(await redeem(person, code)).toMatchObject({ status: 200 })
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(person.userId).run()
    await eraseAccounts(env, Date.now())
    const again = await newPerson()
    await address(again, email)
    expect(await redeem(again, code)).toMatchObject({ status: 409, code: 'PROMO_USED' })
    const { results } = await env.DB.prepare('select user_id from promo_redemptions where code = ?').bind(code).all()
    expect(JSON.stringify(results)).not.toContain(person.userId)
  })

  test('is not for accounts of operators: nothing is counted, also when the role comes meanwhile', async () => {
    const [person, code] = [await newPerson(), await addCode({ network_max: 1 })]
    await makeOperator(person)
    expect(await redeem(person, code)).toMatchObject({
      status: 403,
      code: 'NOT_PERMITTED',
      error: 'Аккаунты операторов не применяют промокоды'
    })
    const use = { code, userId: person.userId, addressHash: person.userId, now: Date.now() }
    expect(await useCode(openDirectory(env), use)).toBe(false)
    expect([await tokensOf(person), await usesOf(code)]).toEqual([0, 0])
    // The place of the network is still free.
    await endRole(person)
    expect(await redeem(person, code)).toMatchObject({ status: 200, data: { balance: 20 } })
  })

  test('that was used before the role is credited when that call died', async () => {
    const [person, code] = [await newPerson(), await addCode()]
    const use = { code, userId: person.userId, addressHash: person.userId, now: Date.now() }
    expect(await useCode(openDirectory(env), use)).toBe(true)
    await makeOperator(person)
    expect(await redeem(person, code)).toMatchObject({ status: 200, data: { balance: 20 } })
  })

  test('cannot be guessed: tries are limited', async () => {
    const person = await newPerson()
    for (let tries = 0; tries < 10; tries++) await redeem(person, `НЕТ${tries}${tries}`)
    expect(await redeem(person, await addCode())).toMatchObject({ status: 429 })
  })
})

describe('an operator', () => {
  test('adds a code once by a key, and no second one of its name', async () => {
    const { name, call } = await richOwner()
    const now = Date.now()
    const code = newCode()
    const asked = { code, tokens: 5, uses_max: 9, network_max: 3, starts_at: now, ends_at: now + dayMs, ...why() }
    const first = await call('POST', '/codes', asked)
    expect(first).toMatchObject({ status: 200, data: { code: { code, uses: 0, state: 'valid', created_by: name } } })
    expect(await call('POST', '/codes', asked)).toMatchObject({ status: 200 })
    expect(await call('POST', '/codes', { ...asked, ...why() })).toMatchObject({ status: 409 })
    expect(await call('POST', '/codes', { ...asked, ...why(), code: 'ab' })).toMatchObject({ status: 400 })
    const other = { ...asked, ...why(), code: newCode(), tokens: 6 }
    expect(await call('POST', '/codes', { ...other, code })).toMatchObject({ status: 409 })
    expect(await call('POST', '/codes', other)).toMatchObject({ status: 200 })
    const backwards = { ...asked, ...why(), code: newCode(), ends_at: now - 1 }
    expect(await call('POST', '/codes', backwards)).toMatchObject({ status: 400 })
  })

  test('shows an announcement from its start to its end, and takes it away', async () => {
    const now = Date.now()
    const text = 'Ночью с двух до трёх будут работы на серверах'
    const asked = { text, severity: 'warning', starts_at: now + 60_000, ends_at: now + dayMs, ...because() }
    const added = await operate('POST', '/announcements', asked)
    expect(added).toMatchObject({ status: 200, data: { announcement: { state: 'coming' } } })
    expect(await operate('POST', '/announcements', asked)).toMatchObject({ status: 200 })
    expect(await shown()).not.toContain(text)
    vi.useFakeTimers({ toFake: ['Date'], now: now + 60_000 })
    expect(await shown()).toContain(text)
    const { id } = (added.data as { announcement: { id: string } }).announcement
    expect(await operate('POST', `/announcements/${id}/end`, because())).toMatchObject({
      data: { announcement: { state: 'over' } }
    })
    vi.setSystemTime(now + 91_000)
    expect(await shown()).not.toContain(text)
    const { announcements } = (await operate('GET', '/announcements')).data as { announcements: { id: string }[] }
    expect(announcements.filter((one) => one.id === id)).toHaveLength(1)
  })
})
