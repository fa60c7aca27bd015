// Operators give and take tokens: once, by the wallet, and beyond their limit only when a second person agrees.
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TokenChange } from '#contract/operator/people/tokens.ts'
import { openDirectory } from '#data/base/database.ts'
import { closeTokens, openTokenChanges } from '#data/directory/token-changes.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { callAs, why } from '../support/worker/console.ts'
import { newOperator, type OperatorPerson, withCookie } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { holdOf, settleOf } from '../support/worker/wallet-rows.ts'
import { planOf } from '../support/worker/query-plans.ts'

let support: OperatorPerson
let finance: OperatorPerson
let owner: OperatorPerson
beforeAll(async () => {
  ;[support, finance, owner] = [await newOperator('support'), await newOperator('finance'), await newOperator('owner')]
})
beforeEach(async () => {
  // Each test has an operator with a whole limit.
  await env.DB.prepare('update token_changes set limit_of = null').run()
})

const give = (operator: OperatorPerson, { userId }: Person, tokens: number, more: object = why()) =>
  callAs(operator, 'POST', `/people/${userId}/tokens`, { tokens, ...more })
const changeIn = ({ data }: { data?: unknown }) => (data as { change: TokenChange }).change
const balanceOf = ({ userId }: Person) => userOf(env, userId).view()
const decide = (operator: OperatorPerson, id: string, decision: 'agree' | 'decline', more: object = why()) =>
  callAs(operator, 'POST', `/token-changes/${id}/decision`, { decision, ...more })
const open = async () => ((await callAs(finance, 'GET', '/token-changes')).data as { changes: TokenChange[] }).changes

describe('within the limit', () => {
  test('tokens are given once, and the person sees it', async () => {
    const person = await newPerson({ tokens: 100 })
    const asked = why()
    for (let times = 0; times < 3; times++)
      expect(changeIn(await give(support, person, 300, asked))).toMatchObject({ tokens: 300, state: 'booked' })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 400, debtTokens: 0 })
    const history = await answered(await person.send('GET', '/ai/usage'))
    expect(history.data).toMatchObject({
      usage: [{ action: 'Начисление от поддержки', cost_in_tokens: -300, balance_after: 400 }, {}]
    })
    expect(JSON.stringify(history.data)).not.toContain('обращение')
    expect(await answered(await person.send('POST', '/user/tokens/check', {}))).toMatchObject({
      data: { agrees: true }
    })
  })

  test('the key of one change is not taken for another', async () => {
    const person = await newPerson()
    const asked = why()
    await give(support, person, 300, asked)
    expect(await give(support, person, 400, asked)).toMatchObject({ status: 422 })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 300 })
  })

  test('only available tokens are taken, unless a debt is asked for', async () => {
    const person = await newPerson({ tokens: 100 })
    const wallet = userOf(env, person.userId)
    await wallet.reserve({ ...holdOf('operation-1'), priceTokens: 60 })
    await wallet.settle(settleOf('operation-1', 60))
    expect(await give(support, person, -41)).toMatchObject({ status: 409 })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 40, debtTokens: 0 })
    expect(changeIn(await give(support, person, -10))).toMatchObject({ state: 'booked' })
    expect(await give(support, person, -500, { may_owe: true, ...why() })).toMatchObject({ status: 409 })
    expect(changeIn(await give(support, person, -50, { may_owe: true, ...why() }))).toMatchObject({ state: 'booked' })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 0, debtTokens: 20 })
    expect((await wallet.inspect(true)).frozenAt).toBeNull()
    expect(await answered(await person.send('POST', '/user/tokens/check', {}))).toMatchObject({
      data: { agrees: true }
    })
  })

  test('what is impossible stays refused, however often it is asked for', async () => {
    const person = await newPerson({ tokens: 100 })
    const alone = why()
    for (let times = 0; times < 2; times++)
      expect(await give(support, person, -101, alone)).toMatchObject({ status: 409 })
    const { id } = changeIn(await give(support, person, -2000))
    const more = why()
    for (let times = 0; times < 2; times++)
      expect(await decide(finance, id, 'agree', more)).toMatchObject({ status: 409 })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 100 })
  })

  test('of two bookings at once the one that the wallet made stands', async () => {
    const person = await newPerson({ tokens: 100 })
    const { id } = changeIn(await give(support, person, -50))
    const directory = openDirectory(env)
    // The other call was refused by the wallet a moment before.
    await env.DB.prepare(`update token_changes set state = 'impossible' where id = ?`).bind(id).run()
    expect(await closeTokens(directory, id, null)).toMatchObject({ state: 'booked' })
    expect(await closeTokens(directory, id, 'Столько токенов нет')).toMatchObject({ state: 'booked', refusal: null })
  })

  test('a change whose last step was lost is finished by the same call', async () => {
    const person = await newPerson()
    const asked = why()
    const bindings = guardedDatabases((run, name) => {
      if (name.startsWith('update "token_changes"')) throw new Error('Broken')
      return run()
    })
    const broken = withCookie(support.cookie, bindings)
    expect((await broken('POST', `/people/${person.userId}/tokens`, { tokens: 70, ...asked })).status).toBeGreaterThan(
      499
    )
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 70 })
    expect(changeIn(await give(support, person, 70, asked))).toMatchObject({ state: 'booked' })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 70 })
  })
})

describe('beyond the limit of a day', () => {
  test('small changes for different users add up', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    expect(changeIn(await give(support, one, 600))).toMatchObject({ state: 'booked' })
    expect(changeIn(await give(support, other, 401))).toMatchObject({ state: 'asked' })
    expect(changeIn(await give(support, other, 400))).toMatchObject({ state: 'booked' })
    expect(changeIn(await give(support, other, -1))).toMatchObject({ state: 'asked' })
  })

  test('two calls at once do not both take the rest of the limit', async () => {
    const person = await newPerson()
    const both = await Promise.all([give(support, person, 700), give(support, person, 700)])
    expect(both.map((one) => changeIn(one).state).toSorted()).toEqual(['asked', 'booked'])
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 700 })
  })

  test('the account that asked may not agree, whatever it is called', async () => {
    const person = await newPerson()
    const { id } = changeIn(await give(owner, person, 1001))
    await env.DB.prepare(`update token_changes set asked_by = 'another-name' where id = ?`).bind(id).run()
    expect(await decide(owner, id, 'agree')).toMatchObject({ status: 403 })
    expect(changeIn(await decide(finance, id, 'agree'))).toMatchObject({ state: 'booked' })
  })

  test('nothing is given to a blocked account, or agreed to for one', async () => {
    const person = await newPerson({ tokens: 10 })
    const { id } = changeIn(await give(support, person, 5000))
    await callAs(owner, 'POST', `/people/${person.userId}/block`, why())
    expect(await decide(finance, id, 'agree')).toMatchObject({ status: 409 })
    expect(await give(support, person, 5)).toMatchObject({ status: 409 })
    expect(changeIn(await give(support, person, -5))).toMatchObject({ state: 'booked' })
    expect(changeIn(await decide(finance, id, 'decline'))).toMatchObject({ state: 'declined' })
  })

  test('no operator gives tokens to the own account, or agrees to them', async () => {
    expect(await give(support, support.person, 5)).toMatchObject({ status: 403 })
    const { id } = changeIn(await give(support, finance.person, 5000))
    expect(await decide(finance, id, 'agree')).toMatchObject({ status: 403 })
    expect(await callAs(finance, 'POST', `/wallets/${finance.person.userId}/thaw`, why())).toMatchObject({
      status: 403
    })
    expect(changeIn(await decide(owner, id, 'agree'))).toMatchObject({ state: 'booked' })
  })

  test('the token of a script cannot be the second operator', async () => {
    const person = await newPerson()
    const { id } = changeIn(await give(support, person, 5000))
    const asked = { decision: 'agree', ...because() }
    expect(await operate('POST', `/token-changes/${id}/decision`, asked)).toMatchObject({ status: 403 })
  })

  test('what is declined or older than a day is never booked', async () => {
    const person = await newPerson()
    const { id } = changeIn(await give(support, person, 5000))
    expect(changeIn(await decide(finance, id, 'decline'))).toMatchObject({ state: 'declined' })
    expect(await decide(finance, id, 'agree')).toMatchObject({ status: 409 })
    const late = changeIn(await give(support, person, 6000))
    await env.DB.prepare('update token_changes set expires_at = 1 where id = ?').bind(late.id).run()
    expect(await decide(finance, late.id, 'agree')).toMatchObject({ status: 409 })
    expect(await open()).not.toContainEqual(expect.objectContaining({ id: late.id }))
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 0 })
  })

  test('of two decisions at once one stands', async () => {
    const person = await newPerson()
    const { id } = changeIn(await give(support, person, 5000))
    await Promise.all([decide(finance, id, 'agree'), decide(owner, id, 'decline')])
    const row = await env.DB.prepare('select state from token_changes where id = ?').bind(id).first<string>('state')
    expect(['booked', 'declined']).toContain(row)
    expect(await balanceOf(person)).toMatchObject({ availableTokens: row === 'booked' ? 5000 : 0 })
  })

  test('an agreement that died before the wallet is finished by any operator who may agree', async () => {
    const person = await newPerson()
    const { id } = changeIn(await give(support, person, 5000))
    await env.DB.prepare(`update token_changes set state = 'agreed', decided_by = ? where id = ?`)
      .bind(finance.name, id)
      .run()
    expect(await open()).toContainEqual(expect.objectContaining({ id, state: 'agreed' }))
    expect(changeIn(await decide(owner, id, 'agree'))).toMatchObject({ state: 'booked', decided_by: finance.name })
    expect(await balanceOf(person)).toMatchObject({ availableTokens: 5000 })
  })
})

test('what waits is found by its index', async () => {
  const query = openTokenChanges(openDirectory(env), { now: 1, limit: 50 })
  expect((await planOf(query.toSQL())).join('\n')).toMatch(/USING INDEX token_changes_open/)
})
