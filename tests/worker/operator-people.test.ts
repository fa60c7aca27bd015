// A person is found, seen and helped in the console; what each role sees, and what is recorded of it.
import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PersonCard, PersonLine } from '#contract/operator-people.ts'
import type { OperatorAction } from '#contract/operator-change.ts'
import { chargeableOwner } from '#data/directory/subscription-payments.ts'
import { addSession } from '#data/directory/sessions.ts'
import { openDirectory } from '#data/database.ts'
import {
  mailsTo,
  newAddress,
  newestLinkTo,
  password,
  register,
  signIn,
  signUp,
  confirm
} from '../support/worker/account.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { emailOf, newOperator, type OperatorPerson } from '../support/worker/operating.ts'
import { because, operate } from '../support/worker/operator.ts'
import { addChat, addWork, question } from '../support/worker/owner.ts'
import { answered, newPerson } from '../support/worker/person.ts'
import { addPayment } from '../support/worker/reconciling.ts'

hashCheaply()
const directory = openDirectory(env)

let owner: OperatorPerson
let support: OperatorPerson
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  owner = await newOperator('owner')
  support = await newOperator('support')
})
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

const why = () => {
  const { operator: _operator, ...rest } = because('Просит помочь, обращение 118')
  return rest
}
const call = async ({ send }: OperatorPerson, method: string, path: string, body?: object) =>
  answered(await send(method, path, body))
const cardOf = async (operator: OperatorPerson, id: string) =>
  ((await call(operator, 'GET', `/people/${id}`)).data as { person: PersonCard }).person
const find = async (sought: string) =>
  ((await call(support, 'POST', '/people/find', { sought })).data as { people: { user_id: string; by: string }[] })
    .people
const block = (id: string) => call(owner, 'POST', `/people/${id}/block`, why())
const resend = (id: string, mail: string) => call(support, 'POST', `/people/${id}/mails`, { mail, ...why() })
const recordOf = async (subject: string) =>
  ((await operate('GET', `/record?subject=${subject}`)).data as { lines: OperatorAction[] }).lines

describe('finding', () => {
  test('by an address however it is spelled, a user, a payment of ours or the provider’s, and a job', async () => {
    const person = await newPerson()
    const { userId } = person
    const { jobId } = await addWork(userId)
    const providerPaymentId = `provider-${userId}`
    const paymentId = await addPayment(person, { providerPaymentId })
    expect(await find((await emailOf(userId)).toUpperCase())).toMatchObject([{ user_id: userId, by: 'email' }])
    expect(await find(userId)).toMatchObject([{ user_id: userId, by: 'user' }])
    expect(await find(paymentId)).toMatchObject([{ user_id: userId, by: 'payment' }])
    expect(await find(providerPaymentId)).toMatchObject([{ user_id: userId, by: 'payment' }])
    expect(await find(jobId)).toMatchObject([{ user_id: userId, by: 'job' }])
  })

  test('nobody is found by a part of an address or an id', async () => {
    const { userId } = await newPerson()
    expect(await find('@person.example')).toEqual([])
    expect(await find(userId.slice(0, -1))).toEqual([])
    expect(await find('%')).toEqual([])
  })
})

describe('the card', () => {
  test('shows the account, the balance and what hangs on it, and no text of the person', async () => {
    const person = await newPerson({ tokens: 500 })
    await addChat(person.userId)
    const { jobId } = await addWork(person.userId)
    const paymentId = await addPayment(person)
    const card = await cardOf(owner, person.userId)
    expect(card).toMatchObject({
      account: { email: await emailOf(person.userId), blocked_at: null, erased_at: null, plan: 'free' },
      balance: { available_tokens: 500, debt_tokens: 0 },
      sessions: [{ id: person.sessionId, ip: '127.0.0.1' }],
      payments: [{ id: paymentId }],
      jobs: [{ id: jobId }]
    })
    expect(card.limits.stored_bytes).toBeGreaterThan(0)
    expect(JSON.stringify(card)).not.toContain(question)
  })

  test('shows addresses of networks to owners alone', async () => {
    const { userId } = await signUp()
    const seen = await cardOf(owner, userId)
    const less = await cardOf(support, userId)
    expect(seen.consents[0]?.ip).toEqual(expect.any(String))
    expect([...less.sessions, ...less.consents].map(({ ip }) => ip)).toEqual([null, null, null])
  })

  test('each opening is in the record', async () => {
    const { userId } = await newPerson()
    await cardOf(support, userId)
    await cardOf(support, userId)
    expect(await recordOf(userId)).toMatchObject(
      [1, 2].map(() => ({ phase: 'read', action: 'person-read', operator: support.name }))
    )
    expect(await call(support, 'GET', '/people/nobody')).toMatchObject({ status: 404 })
  })

  test('the chain of the wallet is read page by page', async () => {
    const { userId } = await newPerson({ tokens: 10 })
    for (let times = 0; times < 55; times++)
      await env.USER.getByName(userId).credit({
        id: `gift:${times}`,
        amountTokens: 1,
        service: 'bonus',
        action: 'Бонус',
        reason: 'test'
      })
    const page = async (query = '') =>
      (await call(support, 'GET', `/people/${userId}/lines${query}`)).data as {
        lines: PersonLine[]
        next: number | null
      }
    const first = await page()
    const second = await page(`?before=${first.next}`)
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 6, null])
    expect(first.lines[0]).toMatchObject({ operation_id: 'gift:54', cost_tokens: -1, balance_after: 65 })
  })
})

describe('sessions', () => {
  test('all end, and the person has to sign in again', async () => {
    const person = await newPerson()
    const asked = why()
    for (let times = 0; times < 2; times++)
      expect(await call(support, 'POST', `/people/${person.userId}/sessions`, asked)).toMatchObject({ status: 200 })
    expect((await person.send('GET', '/chat/conversations')).status).toBe(401)
    expect(await recordOf(person.userId)).toMatchObject([
      { phase: 'done', action: 'sessions-end', facts: { sessions: 0 } },
      { phase: 'begun', facts: { sessions: 1 } }
    ])
  })

  test('one of another person is not ended', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const asked = { session_id: other.sessionId, ...why() }
    expect(await call(support, 'POST', `/people/${one.userId}/sessions`, asked)).toMatchObject({ status: 404 })
    expect((await other.send('GET', '/user/profile')).status).not.toBe(401)
  })
})

describe('a blocked account', () => {
  test('is signed out and refused, with a clear text only after the right password, until it is unblocked', async () => {
    const { email, userId } = await signUp()
    expect(await block(userId)).toMatchObject({ status: 200 })
    expect((await cardOf(owner, userId)).sessions).toEqual([])
    expect((await signIn(email)).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
    expect((await signIn(email, 'Wrong-Horse7!')).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await call(owner, 'POST', `/people/${userId}/unblock`, why())).toMatchObject({ status: 200 })
    expect((await signIn(email)).status).toBe(200)
  })

  test('gets no session of a sign-in that began before', async () => {
    const { userId } = await newPerson()
    await block(userId)
    const id = crypto.randomUUID()
    const now = Date.now()
    const device = { userAgent: 'test', ip: '127.0.0.1', place: null }
    await addSession(directory, { id, userId, refreshHash: id, ...device, now, expiresAt: now + 86_400_000 })
    expect((await cardOf(owner, userId)).sessions).toEqual([])
  })

  test('is not confirmed by a link in a mail', async () => {
    const email = newAddress()
    const token = await register(email)
    const [found] = await find(email)
    await block(found?.user_id ?? '')
    expect((await confirm(token)).status).toBe(400)
  })

  test('is not charged for Premium', async () => {
    const { userId } = await newPerson()
    expect(await chargeableOwner(directory, userId)).toBeDefined()
    await block(userId)
    expect(await chargeableOwner(directory, userId)).toBeUndefined()
  })

  test('is never an operator’s', async () => {
    expect(await block(support.person.userId)).toMatchObject({ status: 409 })
    expect((await support.send('GET', '/session')).status).toBe(200)
  })
})

describe('an erasure', () => {
  test('begins as if its owner had asked, once, and is taken back', async () => {
    const { email, userId } = await signUp()
    const at = `/people/${userId}/erasure`
    const asked = why()
    const begun = await call(owner, 'POST', at, asked)
    expect(begun).toMatchObject({ status: 200, data: { erased_at: expect.any(Number) } })
    expect(await call(owner, 'POST', at, asked)).toMatchObject({ data: begun.data })
    expect(await call(owner, 'POST', at, why())).toMatchObject({ status: 409 })
    expect((await mailsTo(email, 2))[0]?.subject).toMatch(/удал/i)
    expect(await call(owner, 'POST', `${at}/end`, why())).toMatchObject({ status: 200 })
    expect(await cardOf(owner, userId)).toMatchObject({ account: { erased_at: null } })
    expect(await call(owner, 'POST', `${at}/end`, why())).toMatchObject({ status: 409 })
  })

  test('that has become final is not taken back', async () => {
    const { userId } = await newPerson()
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(userId).run()
    expect(await call(owner, 'POST', `/people/${userId}/erasure/end`, why())).toMatchObject({ status: 409 })
  })
})

describe('mails', () => {
  test('a link to confirm the address, or to set a password, goes to the account', async () => {
    const email = newAddress()
    await register(email)
    const [found] = await find(email)
    const id = found?.user_id ?? ''
    expect(await resend(id, 'reset')).toMatchObject({ status: 409 })
    expect(await resend(id, 'confirmation')).toMatchObject({ status: 200 })
    expect((await confirm(await newestLinkTo(email, 'verify-email', 2))).status).toBe(200)
    expect(await resend(id, 'confirmation')).toMatchObject({ status: 409 })
    expect(await resend(id, 'reset')).toMatchObject({ status: 200 })
    expect(await newestLinkTo(email, 'reset-password')).toEqual(expect.any(String))
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('a stored mail is sent once more, and none of another person', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const id = `refund:${one.userId}`
    await env.DB.prepare(
      `insert into outgoing_mails (id, user_id, facts, created_at, attempts, send_at, sent_at) values (?, ?, ?, 1, 3, null, 2)`
    )
      .bind(id, one.userId, JSON.stringify({ kind: 'refund', amountKopecks: 100, tokens: 1, debtTokens: 0 }))
      .run()
    expect(await resend(other.userId, id)).toMatchObject({ status: 409 })
    expect(await cardOf(support, one.userId)).toMatchObject({ mails: [{ kind: 'refund', sent_at: 2, waits: false }] })
    expect(await resend(one.userId, id)).toMatchObject({ status: 200 })
    expect(await cardOf(support, one.userId)).toMatchObject({ mails: [{ id, waits: true }] })
  })
})

describe('what a person has written', () => {
  test('is read by an owner who says why, and the record has it', async () => {
    const { userId } = await newPerson()
    const { id: chat } = await addChat(userId)
    const { jobId } = await addWork(userId)
    const reason = 'Жалоба на содержание, запрос 44'
    const list = await call(owner, 'POST', `/people/${userId}/conversations/read`, { reason })
    expect(list).toMatchObject({ status: 200, data: { total: 1, conversations: [{ id: chat }] } })
    const texts = await call(owner, 'POST', `/people/${userId}/conversations/${chat}/read`, { reason })
    expect(JSON.stringify(texts.data)).toContain(question)
    const work = await call(owner, 'POST', `/people/${userId}/works/${jobId}/read`, { reason })
    expect(work).toMatchObject({ status: 200, data: { work: { id: jobId } } })
    expect(await recordOf(userId)).toMatchObject(
      ['work-read', 'chat-read', 'texts-read'].map((action) => ({
        phase: 'read',
        action,
        reason,
        operator: owner.name
      }))
    )
  })

  test.each(['conversations/read', 'conversations/1/read', 'works/x/read'])(
    '%s needs a reason, and an owner',
    async (path) => {
      const { userId } = await newPerson()
      expect(await call(owner, 'POST', `/people/${userId}/${path}`, {})).toMatchObject({ status: 400 })
      const reason = 'Просто так хочется'
      expect(await call(support, 'POST', `/people/${userId}/${path}`, { reason })).toMatchObject({ status: 403 })
    }
  )

  test('is not read under another person’s id', async () => {
    const [one, other] = [await newPerson({ shard: 1 }), await newPerson({ shard: 1 })]
    const { id: chat } = await addChat(one.userId)
    const { jobId } = await addWork(one.userId)
    const body = { reason: 'Жалоба на содержание' }
    for (const path of [`conversations/${chat}/read`, `works/${jobId}/read`])
      expect(await call(owner, 'POST', `/people/${other.userId}/${path}`, body)).toMatchObject({ status: 404 })
  })
})
