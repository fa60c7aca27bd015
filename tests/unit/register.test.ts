// The register inside the country: what a person gives is recorded durably before the Worker hears of it, or the call is refused.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { consentVersions } from '#contract/agreements.ts'
import { registerHeaders } from '#contract/register.ts'
import { recoverRecords } from '#register/records.ts'
import {
  type Answered,
  bearer,
  consents,
  databases,
  openRegister,
  registration,
  type StandIn,
  startWorker
} from '../support/node/register.ts'

type Opened = Awaited<ReturnType<typeof openRegister>>
let worker: StandIn
let said = ''

beforeEach(async () => {
  worker = await startWorker()
  said = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => Boolean((said += String(line))))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await worker.stop()
})

const answerWith = (answered: Answered) => {
  worker.answer = async () => answered
}

describe.each(databases)('on %s', (kind) => {
  let opened: Opened
  beforeEach(async () => {
    opened = await openRegister(kind, worker.origin)
  })
  afterEach(() => opened.close())

  test('a registration is recorded before the Worker hears of it, and passed on unchanged and signed', async () => {
    let before: unknown
    worker.answer = async () => {
      before = (await opened.rows()).map(({ state, address }) => ({ state, address }))
      return { body: {} }
    }
    const sent = { ...registration(' Анна@почта.рф '), nonce: 'ab' }
    const forged = { [registerHeaders.id]: 'A'.repeat(22), 'x-proxy-token': 'ours' }
    const answered = await opened.send('POST', '/auth/register?from=vk', sent, forged)
    expect(answered).toMatchObject({ status: 200, body: { success: true } })
    expect(before).toEqual([{ state: 'open', address: 'Анна@почта.рф' }])
    const [row] = await opened.rows()
    expect(row).toMatchObject({
      kind: 'registration',
      state: 'passed',
      person: row!['id'],
      address: 'Анна@почта.рф',
      consents: JSON.stringify(consentVersions),
      client: '198.51.100.7',
      status: 200
    })
    expect(Date.now() - Number(row!['at'])).toBeLessThan(60_000)
    expect(worker.arrived).toMatchObject([
      { method: 'POST', path: '/api/auth/register?from=vk', body: JSON.stringify(sent), isSigned: true }
    ])
    expect(worker.arrived[0]!.headers).toMatchObject({
      [registerHeaders.id]: row!['id'],
      'x-proxy-token': 'ours',
      'x-proxied-address': '198.51.100.7'
    })
  })

  test('what the Worker refuses is stored nowhere, and its answer reaches the person', async () => {
    answerWith({ status: 429, body: 'RATE_LIMITED', headers: { 'retry-after': '60' } })
    const answered = await opened.send('POST', '/auth/register', registration('a@a.example'))
    expect(answered).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(answered.headers.get('retry-after')).toBe('60')
    expect(await opened.rows()).toMatchObject([
      { state: 'refused', status: 429, address: null, address_hash: null, consents: null, client: null }
    ])
  })

  test.each([
    ['closes the connection', null, 503, 'UNAVAILABLE'],
    ['fails', { status: 500, body: 'INTERNAL' }, 500, 'INTERNAL']
  ])(
    'while the Worker %s the record is kept as uncertain, and a repetition uses it again',
    async (_, answered, status, code) => {
      worker.answer = async () => answered
      const first = await opened.send('POST', '/auth/register', registration('a@a.example'))
      expect(first).toMatchObject({ status, body: { success: false, code } })
      expect(await opened.rows()).toMatchObject([{ state: 'uncertain', address: 'a@a.example' }])
      answerWith({})
      await opened.send('POST', '/auth/register', registration('b@a.example'))
      expect((await opened.send('POST', '/auth/register', registration('a@a.example'))).status).toBe(200)
      const rows = await opened.rows()
      expect(rows.map(({ state, address }) => [state, address]).toSorted()).toEqual([
        ['passed', 'a@a.example'],
        ['passed', 'b@a.example']
      ])
      const [once, , again] = worker.arrived.map(({ headers }) => headers)
      expect(again![registerHeaders.id]).toBe(once![registerHeaders.id])
      expect(again![registerHeaders.time]).not.toBe(once![registerHeaders.time])
    }
  )

  test('that the Worker does not know the signature is told to the operator', async () => {
    answerWith({ status: 503, body: 'REGISTER_UNREACHABLE' })
    await opened.send('POST', '/auth/register', registration('a@a.example'))
    expect(said).toContain('"event":"signature-refused"')
  })

  test('a refused repetition keeps what the first attempt may have left abroad', async () => {
    worker.answer = async () => null
    await opened.send('POST', '/auth/register', registration('a@a.example'))
    answerWith({ status: 429, body: 'RATE_LIMITED' })
    await opened.send('POST', '/auth/register', registration('a@a.example'))
    expect(await opened.rows()).toMatchObject([{ state: 'uncertain', address: 'a@a.example' }])
  })

  test('what was open when the process ended is uncertain from the next start on', async () => {
    worker.answer = async () => ({ status: (await recoverRecords(opened.register.database)) === 1 ? 500 : 400 })
    await opened.send('POST', '/auth/register', registration('a@a.example'))
    expect(await opened.rows()).toMatchObject([{ state: 'uncertain', status: 500 }])
  })

  test('a new address is the person’s once both mailboxes have agreed', async () => {
    answerWith({})
    await opened.send('POST', '/auth/register', registration('old@a.example'))
    const person = String((await opened.rows())[0]!['id'])
    const headers = { [registerHeaders.person]: person }
    answerWith({ headers, body: { state: 'waiting' } })
    await opened.send('PUT', '/user/email', { newEmail: 'new@a.example', currentPassword: 'x' }, bearer('1-user'))
    const waiting = await opened.send('POST', '/auth/confirm-email-change', { token: 'one' })
    expect(waiting.headers.get(registerHeaders.person)).toBe(null)
    answerWith({ headers, body: { state: 'changed' } })
    await opened.send('POST', '/auth/confirm-email-change', { token: 'other' })
    const rows = await opened.rows()
    const found = rows.map((row) => [row['kind'], row['person'] === person, row['account'], row['address']])
    expect(found.slice(1)).toEqual([
      ['address', true, '1-user', 'new@a.example'],
      ['address-confirmed', true, null, null],
      ['address-confirmed', true, null, 'new@a.example']
    ])
  })

  test('a receipt goes to the address that the person has, as far as the register knows whose account it is', async () => {
    answerWith({})
    await opened.send('POST', '/auth/register', registration('anna@a.example'))
    const person = String((await opened.rows())[0]!['id'])
    const before: unknown[] = []
    worker.answer = async () => {
      before.push((await opened.rows()).at(-1)!['address'])
      return { headers: { [registerHeaders.person]: person } }
    }
    for (const tokens of [100, 200]) await opened.send('POST', '/tokens/purchase', { tokens }, bearer('1-anna'))
    expect(before).toEqual([null, 'anna@a.example'])
    expect((await opened.rows()).slice(1)).toMatchObject(
      Array.from({ length: 2 }, () => ({ address: 'anna@a.example', person }))
    )
  })

  const ticket = `${Buffer.from(JSON.stringify({ provider: 'yandex', subject: '77', email: 'ya@a.example' })).toString('base64url')}.signature`

  test.each([
    [
      'POST',
      '/auth/identities/create',
      { ticket, consents },
      { identity: 'yandex:77', address: 'ya@a.example', account: null }
    ],
    ['POST', '/user/identities', { ticket }, { identity: 'yandex:77', address: null, account: '1-user' }],
    ['DELETE', '/user/identities/yandex', undefined, { identity: 'yandex', account: '1-user' }],
    ['PUT', '/user/profile', { displayName: ' Анна ' }, { name: 'Анна', account: '1-user' }],
    ['POST', '/tokens/purchase', { tokens: 100, amount: 100 }, { kind: 'receipt', account: '1-user' }],
    ['PUT', '/subscription', { planId: 'premium' }, { kind: 'receipt', account: '1-user' }],
    ['POST', '/user/deletion', { currentPassword: 'x' }, { kind: 'deletion', account: '1-user' }]
  ])('%s %s is recorded', async (method, path, body, expected) => {
    await opened.send(method, path, body, bearer('1-user'))
    expect(await opened.rows()).toMatchObject([{ state: 'passed', ...expected }])
    expect(worker.arrived).toMatchObject([{ isSigned: true, method }])
  })

  test('what cannot be read is passed on all the same, and refused by the Worker', async () => {
    answerWith({ status: 400, body: 'VALIDATION_FAILED' })
    for (const body of [
      null,
      7,
      [],
      { email: 7, consents: 'да' },
      { email: '\0\ud800'.repeat(999), consents },
      { ticket: '.' }
    ])
      expect((await opened.send('POST', '/auth/register', body)).status).toBe(400)
    expect((await opened.rows()).map(({ state }) => state)).toEqual(Array(6).fill('refused'))
  })

  test('other calls of the same paths pass unrecorded, and the register’s own calls never', async () => {
    expect((await opened.send('GET', '/subscription', undefined)).status).toBe(200)
    expect(worker.arrived).toMatchObject([{ isSigned: false }])
    const own = await opened.send('POST', '/register/erased', { acknowledged: [] })
    expect(own).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect(worker.arrived).toHaveLength(1)
    expect(await opened.rows()).toEqual([])
  })

  test('without its database nothing goes abroad, and the person reads why', async () => {
    await opened.register.database.run('alter table records rename to elsewhere')
    const answered = await opened.send('POST', '/auth/register', registration('secret@a.example'))
    expect(answered).toMatchObject({ status: 503, body: { success: false, code: 'REGISTER_UNREACHABLE' } })
    expect(answered.body['error']).toMatch(/^Сейчас мы не можем принять личные данные/)
    expect(worker.arrived).toEqual([])
    expect(said).toContain('"event":"not-recorded"')
    expect(said).not.toContain('secret')
    await opened.register.database.run('alter table elsewhere rename to records')
  })
})
