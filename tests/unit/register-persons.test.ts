// Whose a record is: no two people share one, and what somebody only claims to be takes nothing from another.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { registerHeaders } from '#contract/register.ts'
import { compare } from '#register/compare.ts'
import { orderErasure, pullErased } from '#register/erasure.ts'
import { addressHashOf } from '#register/keys.ts'
import {
  type Answered,
  bearer,
  key,
  openRegister,
  registration,
  type StandIn,
  startWorker
} from '../support/node/register.ts'

let worker: StandIn
let opened: Awaited<ReturnType<typeof openRegister>>
const now = Date.now()
const dayMs = 24 * 60 * 60_000

beforeEach(async () => {
  worker = await startWorker()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  opened = await openRegister('sqlite', worker.origin)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await opened.close()
  await worker.stop()
})

const newestId = () => String(worker.arrived.at(-1)!.headers[registerHeaders.id])
const answerWith = (answered: Answered | null) => {
  worker.answer = async () => answered
}
const of = (person: string) => ({ headers: { [registerHeaders.person]: person } })
const [attacker, boris, victim] = ['A', 'B', 'V'].map((letter) => letter.repeat(22)) as [string, string, string]

/** The Worker's accounts, for a comparison. */
const holdAbroad = (...accounts: { registerId: string; address: string; isConfirmed?: boolean }[]) => {
  const listed = accounts.map(({ registerId, address, isConfirmed = true }) => ({
    account: '1-old',
    registerId,
    addressHash: addressHashOf(key, address),
    isConfirmed
  }))
  worker.answer = async ({ path, body }) =>
    path.endsWith('/erased')
      ? { body: { erased: [] } }
      : { body: { accounts: JSON.parse(body).after === '' ? listed : [] } }
}

test('two people who confirm an address while the Worker is silent have a record each', async () => {
  answerWith(null)
  await opened.send('POST', '/auth/confirm-email-change', { token: 'of-anna' })
  const anna = newestId()
  answerWith({ body: { state: 'waiting' }, ...of(boris) })
  await opened.send('POST', '/auth/confirm-email-change', { token: 'of-boris' })
  expect(newestId()).not.toBe(anna)
})

test.each([
  ['/auth/register', { ...registration('anna@gmail.com'), consents: {} }, registration('anna@gmail.com')],
  ['/auth/register', registration('anna@gmail.com'), registration('an.na+x@gmail.com')],
  ['/tokens/purchase', { tokens: 100 }, { tokens: 200 }]
])('a call of %s with other content repeats none', async (path, first, second) => {
  answerWith(null)
  await opened.send('POST', path, first, bearer('1-anna'))
  answerWith({})
  await opened.send('POST', path, second, bearer('1-anna'))
  expect((await opened.rows()).map(({ state }) => state).toSorted()).toEqual(['passed', 'uncertain'])
})

test('a repetition keeps who called first, and when', async () => {
  answerWith(null)
  await opened.send('POST', '/auth/register', registration('anna@a.example'))
  const [{ at, client }] = (await opened.rows()) as [{ at: number; client: string }]
  vi.spyOn(Date, 'now').mockReturnValue(at + 5000)
  await opened.send('POST', '/auth/register', registration('anna@a.example'), { 'x-proxied-address': '203.0.113.66' })
  expect(await opened.rows()).toMatchObject([{ at, client }])
})

test('a token that nobody has checked does not tie its account to the caller', async () => {
  answerWith(of(victim))
  await opened.send('PUT', '/user/profile', { displayName: 'Жертва' }, bearer('1-victim'))
  answerWith({ body: { state: 'waiting' }, ...of(attacker) })
  await opened.send('POST', '/auth/confirm-email-change', { token: 'own' }, bearer('1-victim'))
  const erased = [{ registerId: attacker, account: '1-attacker', erasedAt: now }]
  worker.answer = async ({ body }) => ({ body: { erased: body.includes(attacker) ? [] : erased } })
  expect(await pullErased(opened.register)).toBe(1)
  expect((await opened.rows()).map(({ name }) => name)).toEqual(['Жертва'])
})

test('who only asked for an address is not erased with its owner', async () => {
  await opened.send('POST', '/auth/register', registration('anna@a.example'))
  const anna = newestId()
  answerWith(of(boris))
  await opened.send('PUT', '/user/email', { newEmail: 'anna@a.example' }, bearer('1-boris'))
  answerWith({ body: { erasedAt: now } })
  expect(await orderErasure(opened.register, 'anna@a.example', now)).toEqual([
    expect.stringMatching(new RegExp(`^${boris}: .+ Nothing was ordered`)),
    expect.stringMatching(new RegExp(`^${anna}: the platform erases`))
  ])
  expect((await opened.rows()).map(({ erasing_at: at }) => at)).toEqual([now, null])
})

test('an address asked for while the Worker was silent is the one that is confirmed', async () => {
  await opened.send('POST', '/auth/register', registration('anna@a.example'))
  const anna = of(newestId())
  answerWith(anna)
  await opened.send('PUT', '/user/email', { newEmail: 'wrong@a.example' }, bearer('1-anna'))
  answerWith(null)
  await opened.send('PUT', '/user/email', { newEmail: 'new@a.example' }, bearer('1-anna'))
  answerWith({ body: { state: 'changed' }, ...anna })
  await opened.send('POST', '/auth/confirm-email-change', { token: 't' })
  expect((await opened.rows()).at(-1)).toMatchObject({ kind: 'address-confirmed', address: 'new@a.example' })
})

test.each([true, false])('an older account without an address here is no finding; answered: %s', async (isAnswered) => {
  worker.answer = async ({ headers }) => (isAnswered ? of(String(headers[registerHeaders.id])) : null)
  await opened.send('PUT', '/user/profile', { displayName: 'Имя' }, bearer('1-old'))
  holdAbroad({ registerId: newestId(), address: 'old@a.example' })
  for (const later of [1000, 2000]) expect((await compare(opened.register, now + later)).findings).toEqual([])
})

test('a registration that still waits abroad is kept, and what is of nobody goes after a month', async () => {
  await opened.send('POST', '/auth/register', registration('anna@a.example'))
  const registerId = newestId()
  answerWith(null)
  await opened.send('PUT', '/user/profile', { displayName: 'Имя' }, bearer('1-forged'))
  holdAbroad({ registerId, address: 'anna@a.example', isConfirmed: false })
  await compare(opened.register, now + 30 * dayMs)
  expect(await opened.rows()).toHaveLength(2)
  await compare(opened.register, now + 32 * dayMs)
  expect((await opened.rows()).map(({ id }) => id)).toEqual([registerId])
  holdAbroad()
  await compare(opened.register, now + 33 * dayMs)
  expect(await opened.rows()).toEqual([])
})

test('a path that is spelled with percents is refused before anything is recorded', async () => {
  for (const path of ['/user/identities/v%6B', '/user/profil%65'])
    expect((await opened.send('DELETE', path, undefined, bearer('1-x'))).status).toBe(404)
  await opened.send('DELETE', '/user/identities/v-k', undefined, bearer('1-x'))
  expect(await opened.rows()).toEqual([])
  expect(worker.arrived.map(({ path }) => path)).toEqual(['/api/user/identities/v-k'])
})

test('a call that the Worker did not look into is forgotten, with its mark', async () => {
  answerWith({ status: 503, body: 'REGISTER_UNREACHABLE' })
  await opened.send('POST', '/auth/register', registration('anna@a.example'))
  expect(await opened.rows()).toMatchObject([{ state: 'refused', address: null, client: null, same_as: '' }])
})

test('an outcome that could not be written is written again', async () => {
  const { database } = opened.register
  const { run } = database
  let failures = 0
  database.run = async (statement, values) => {
    if (statement.includes('settled_at = ') && failures++ === 0) throw new Error('busy')
    return run(statement, values)
  }
  expect((await opened.send('POST', '/auth/register', registration('anna@a.example'))).status).toBe(200)
  expect(failures).toBe(2)
  expect(await opened.rows()).toMatchObject([{ state: 'passed' }])
})
