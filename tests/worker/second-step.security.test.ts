// The second step of signing in: who is asked for it, what takes it, and everything that must not.
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { environmentOf } from '#domain/parsed-environment.ts'
import { mailsTo, newestLinkTo, password, post } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { codeOf } from '#tests/support/worker/operating.ts'
import { sendAsVisitor } from '#tests/support/worker/person.ts'
import {
  addPasskey,
  age,
  connect,
  firstStep,
  logIn,
  minuteMs,
  newGuarded,
  newHolder,
  openedBy,
  passkeyFor,
  profileOf,
  prove,
  secondStep,
  switchOn
} from '#tests/support/worker/ways-in.ts'
import { newSecondStepTicket } from '#worker/crypto/second-step-ticket.ts'

hashCheaply()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))

const wrongCode = { status: 403, body: { success: false, code: 'INVALID_CODE' } }
const refused = { status: 429, body: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } }
const expired = { status: 403, body: { success: false, code: 'SECOND_STEP_EXPIRED' } }

describe('after a right password', () => {
  test('no session is opened, and the ways are told; a wrong password learns nothing of it', async () => {
    const { owner } = await newGuarded()
    await addPasskey(await prove(owner))
    const sessions = 'select count(*) as n from sessions where user_id = ?'
    const count = () => env.DB.prepare(sessions).bind(owner.userId).first('n')
    const before = await count()
    const answer = await logIn(owner.email)
    const data = { ticket: expect.any(String), ways: ['passkey', 'code', 'recovery'] }
    expect(answer).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_REQUIRED', data } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await count()).toBe(before)
    expect(await logIn(owner.email, 'Wrong-Horse7!')).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS', data: null }
    })
  })

  test.each(['code', 'recovery', 'passkey'] as const)('%s opens the session', async (way) => {
    const { owner, secret, codes } = await newGuarded()
    const key = await addPasskey(await prove(owner))
    const ticket = await firstStep(owner)
    const { options, shown } = await passkeyFor(ticket, key)
    expect(options).toMatchObject({ allowCredentials: [{ id: key.id }], userVerification: 'required' })
    const all = { code: { code: codeOf(secret) }, recovery: { recovery: codes[0] }, passkey: shown }
    const answer = await secondStep(ticket, all[way])
    expect(openedBy(answer)).toBe(owner.userId)
    const { accessToken } = (answer.body.data as unknown as { tokens: { accessToken: string } }).tokens
    expect((await profileOf(accessToken)).status).toBe(200)
    expect(answer.headers['set-cookie']).toContain('__Secure-known-device')
  })
})

describe('a code of the authenticator', () => {
  test('counts once, also for tickets that are used at once, and never an earlier one after it', async () => {
    const { owner, secret } = await newGuarded()
    const tickets = [await firstStep(owner), await firstStep(owner)]
    const code = codeOf(secret)
    const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const open = tickets[answers.findIndex(({ status }) => status === 403)] ?? ''
    expect(await secondStep(open, { code: codeOf(secret, -1) })).toMatchObject(wrongCode)
    expect((await secondStep(open, { code: codeOf(secret, 1) })).status).toBe(200)
  })

  test('that connected it signs nobody in', async () => {
    const owner = await newHolder()
    const secret = await connect(owner)
    await switchOn(owner)
    const ticket = await firstStep(owner)
    expect(await secondStep(ticket, { code: codeOf(secret) })).toMatchObject(wrongCode)
  })

  test('of a secret that was not confirmed takes no second step', async () => {
    const owner = await newHolder()
    const key = await addPasskey(owner)
    await switchOn(owner)
    const { data } = await owner.ask('POST', '/user/authenticator', {})
    const code = codeOf((data as { secret: string }).secret)
    const ticket = await firstStep(owner)
    expect(await secondStep(ticket, { code })).toMatchObject(wrongCode)
    expect((await secondStep(ticket, (await passkeyFor(ticket, key)).shown)).status).toBe(200)
  })

  test('is guessed five times with a ticket and thirty a day, which keeps the owner from neither passkey nor recovery code', async () => {
    const { owner, secret, codes } = await newGuarded()
    const valid = [-1, 0, 1].map((steps) => codeOf(secret, steps))
    const bad = ['000000', '111111', '222222'].find((one) => !valid.includes(one))
    const thiefs = await firstStep(owner)
    for (let tries = 0; tries < 5; tries++) expect(await secondStep(thiefs, { code: bad })).toMatchObject(wrongCode)
    for (let tries = 0; tries < 2; tries++) expect(await secondStep(thiefs, { code: bad })).toMatchObject(refused)
    const told = (await mailsTo(owner.email, 3)).filter(({ subject }) => subject === 'Кто-то подбирает код для входа')
    expect(told).toHaveLength(1)
    expect((await secondStep(await firstStep(owner), { code: codeOf(secret) })).status).toBe(200)
    for (let tickets = 0; tickets < 5; tickets++) {
      const ticket = await firstStep(owner)
      for (let tries = 0; tries < 5; tries++) await secondStep(ticket, { code: bad })
    }
    vi.setSystemTime(Date.now() + minuteMs)
    const owners = await firstStep(owner)
    expect(await secondStep(owners, { code: codeOf(secret) })).toMatchObject(refused)
    expect((await secondStep(owners, { recovery: codes[3] })).status).toBe(200)
    await age(owner)
    expect((await owner.ask('POST', '/user/proof', { code: codeOf(secret) })).status).toBe(200)
  })
})

describe('recovery codes', () => {
  test('of the owner work while a thief with the password tries others', async () => {
    const { owner, codes } = await newGuarded()
    const thiefs = await firstStep(owner)
    for (let tries = 0; tries < 5; tries++) await secondStep(thiefs, { recovery: 'WRONG-WRONG-0000' })
    expect(await secondStep(thiefs, { recovery: codes[1] })).toMatchObject(refused)
    expect((await secondStep(await firstStep(owner), { recovery: codes[0] })).status).toBe(200)
    const subjects = (await mailsTo(owner.email, 4)).map(({ subject }) => subject)
    expect(subjects).toContain('Кто-то подбирает код для входа')
  })

  test('are ten readable ones of which only hashes are kept; each works once, and its owner is told', async () => {
    const { owner, codes } = await newGuarded()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const { results } = await env.DB.prepare('select * from recovery_codes where user_id = ?').bind(owner.userId).all()
    for (const code of codes) expect(JSON.stringify(results)).not.toContain(code)
    const typed = ` ${codes[0]?.toLowerCase().replaceAll('-', ' ')}`
    const tickets = [await firstStep(owner), await firstStep(owner), await firstStep(owner)]
    const answers = await Promise.all(tickets.map((ticket) => secondStep(ticket, { recovery: typed })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
    const [mail] = (await mailsTo(owner.email, 3)).filter(({ subject }) => subject === 'Использован код восстановления')
    expect(mail?.text).toContain('Осталось: 9 кодов')
    expect(mail?.text).not.toContain(codes[0])
  })

  test('of another user, of a past list and of a step that is off count no more', async () => {
    const [first, second] = [await newGuarded(), await newGuarded()]
    expect(await secondStep(await firstStep(first.owner), { recovery: second.codes[0] })).toMatchObject(wrongCode)
    const renewed = await (await prove(first.owner)).ask('POST', '/user/recovery-codes', {})
    const { recoveryCodes } = renewed.data as { recoveryCodes: string[] }
    expect(await secondStep(await firstStep(first.owner), { recovery: first.codes[0] })).toMatchObject(wrongCode)
    expect((await secondStep(await firstStep(first.owner), { recovery: recoveryCodes[0] })).status).toBe(200)
    const ticket = await firstStep(second.owner)
    expect((await (await prove(second.owner)).ask('PUT', '/user/second-step', { on: false })).status).toBe(200)
    expect(await secondStep(ticket, { recovery: second.codes[0] })).toMatchObject(expired)
    expect((await logIn(second.owner.email)).status).toBe(200)
    expect(await second.owner.ask('POST', '/user/recovery-codes', {})).toMatchObject({ status: 409, code: 'CONFLICT' })
  })
})

describe('a ticket', () => {
  test('opens one session, whatever is shown with it', async () => {
    const { owner, secret, codes } = await newGuarded()
    const ticket = await firstStep(owner)
    const shown = [{ code: codeOf(secret) }, { recovery: codes[0] }, { recovery: codes[1] }]
    const answers = await Promise.all(shown.map((one) => secondStep(ticket, one)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403])
    expect(await secondStep(ticket, { recovery: codes[2] })).toMatchObject(expired)
  })

  test('ends after ten minutes, and when the password changes', async () => {
    const { owner, codes } = await newGuarded()
    const [late, old] = [await firstStep(owner), await firstStep(owner)]
    await post('/api/auth/reset-password', { email: owner.email })
    const token = await newestLinkTo(owner.email, 'reset-password')
    const changed = await post('/api/auth/reset-password-confirm', { token, newPassword: 'Another-Horse8!' })
    expect(changed.status).toBe(200)
    expect(await secondStep(old, { recovery: codes[0] })).toMatchObject(expired)
    const next = await firstStep(owner, 'Another-Horse8!')
    vi.setSystemTime(Date.now() + 10 * minuteMs)
    for (const ticket of [late, next]) expect(await secondStep(ticket, { recovery: codes[0] })).toMatchObject(expired)
  })

  test('is of one user, of our hand, and not a challenge; without a password before it, it is one too', async () => {
    const [first, second] = [await newGuarded(), await newGuarded()]
    const ticket = await firstStep(first.owner)
    const forged = [
      ticket.replace(first.owner.userId, second.owner.userId),
      `${ticket.slice(0, -2)}AA`,
      'x',
      newSecondStepTicket({ JWT_SECRET: 'another-secret-of-more-than-32-characters' }, second.owner, Date.now())
    ]
    for (const one of forged) expect(await secondStep(one, { recovery: second.codes[0] })).toMatchObject(expired)
    const plain = newSecondStepTicket(environmentOf(env), { userId: second.owner.userId }, Date.now())
    for (let tries = 0; tries < 6; tries++) await secondStep(plain, { code: '000000' })
    const told = (await mailsTo(second.owner.email, 3)).find(
      ({ subject }) => subject === 'Кто-то подбирает код для входа'
    )
    expect(told?.text).not.toContain('пароль подошёл')
    expect(openedBy(await secondStep(plain, { recovery: second.codes[0] }))).toBe(second.owner.userId)
  })

  test('opens no account that was blocked meanwhile', async () => {
    const { owner, codes } = await newGuarded()
    const ticket = await firstStep(owner)
    await env.DB.prepare('update users set blocked_at = 1 where id = ?').bind(owner.userId).run()
    expect(await secondStep(ticket, { recovery: codes[0] })).toMatchObject({ body: { code: 'ACCOUNT_BLOCKED' } })
  })

  test.each([{}, { code: '123456', recovery: 'AAAA-AAAA-AAAA-AAAA' }])(
    'with %j is refused as unclear',
    async (shown) => {
      const { owner } = await newGuarded()
      expect(await secondStep(await firstStep(owner), shown)).toMatchObject({ body: { code: 'VALIDATION_FAILED' } })
    }
  )
})

test('pages for signing in that a network opens take nothing from its second steps', async () => {
  const { owner, codes } = await newGuarded()
  const more = { headers: { 'cf-connecting-ip': '203.0.113.77' }, settings: { LIMIT_SIGN_IN_PER_MINUTE: '10' } }
  for (let pages = 0; pages < 20; pages++) expect((await post('/api/auth/passkeys/options', {}, more)).status).toBe(200)
  const shown = { ticket: await firstStep(owner), recovery: codes[0] }
  expect((await post('/api/auth/second-step', shown, more)).status).toBe(200)
})

test('a visitor without a session changes nothing of it', async () => {
  for (const [method, path] of [
    ['POST', '/user/authenticator'],
    ['PUT', '/user/second-step'],
    ['POST', '/user/proof']
  ] as const)
    expect((await sendAsVisitor(method, path, { password, on: true, code: '000000' })).status).toBe(401)
})
