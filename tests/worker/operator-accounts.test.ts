// What operators do to an account: its sessions end, it is blocked and erased, its mails are sent again.
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { addSession } from '#data/directory/add-session.ts'
import { passwordHashOf } from '#data/directory/users.ts'
import { chargeableOwner } from '#data/directory/subscription-payments.ts'
import {
  confirm,
  mailsTo,
  newAddress,
  newestLinkTo,
  password,
  register,
  signIn,
  signUp
} from '../support/worker/account.ts'
import { addKey, present } from '../support/worker/api-keys.ts'
import { sendOutgoingMails } from '../support/worker/clock.ts'
import { callAs, cardFor, findAs, recordAbout, why } from '../support/worker/console.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { newOperator, type OperatorPerson, withCookie } from '../support/worker/operating.ts'
import { newPerson } from '../support/worker/person.ts'

hashCheaply()
const directory = openDirectory(env)

let owner: OperatorPerson
let support: OperatorPerson
beforeAll(async () => {
  owner = await newOperator('owner')
  support = await newOperator('support')
})

const noMail = { UNISENDER_BASE_URL: `${new URL(env.UNISENDER_BASE_URL).origin}/nobody-is-here` }

const block = (id: string) => callAs(owner, 'POST', `/people/${id}/block`, why())
const resend = (id: string, mail: string) => callAs(support, 'POST', `/people/${id}/mails`, { mail, ...why() })

describe('sessions', () => {
  test('all end, and the person has to sign in again', async () => {
    const person = await newPerson()
    const asked = why()
    for (let times = 0; times < 2; times++)
      expect(await callAs(support, 'POST', `/people/${person.userId}/sessions`, asked)).toMatchObject({ status: 200 })
    expect((await person.send('GET', '/chat/conversations')).status).toBe(401)
    expect(await recordAbout(person.userId)).toMatchObject([
      { phase: 'done', action: 'sessions-end', facts: { sessions: 0 } },
      { phase: 'begun', facts: { sessions: 1 } }
    ])
  })

  test('of an operator are ended by owners alone', async () => {
    const { person } = await newOperator('finance')
    const end = (operator: OperatorPerson) => callAs(operator, 'POST', `/people/${person.userId}/sessions`, why())
    expect(await end(support)).toMatchObject({ status: 403 })
    expect(await end(owner)).toMatchObject({ status: 200 })
  })

  test('one of another person is not ended', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const asked = { session_id: other.sessionId, ...why() }
    expect(await callAs(support, 'POST', `/people/${one.userId}/sessions`, asked)).toMatchObject({ status: 404 })
    expect((await other.send('GET', '/user/profile')).status).not.toBe(401)
  })
})

const endKey = (operator: OperatorPerson, id: string, key: string, asked = why()) =>
  callAs(operator, 'POST', `/people/${id}/api-keys/${key}/end`, asked)

describe('a key of the API', () => {
  test('is seen without what opens anything, and ended once, with a line of the record and a mail', async () => {
    const { email, userId } = await signUp()
    const { keyId, text } = await addKey(userId, { name: 'Бот', networks: ['203.0.113.7'] })
    const [seen] = (await cardFor(support, userId)).api_keys
    expect(seen).toMatchObject({ id: keyId, name: 'Бот', networks: [], ended_at: null, spent: { total: 0 } })
    expect(JSON.stringify(seen)).not.toMatch(/hash/i)
    expect((await cardFor(owner, userId)).api_keys).toMatchObject([{ networks: ['203.0.113.7'] }])
    expect(await endKey(support, userId, 'nothing')).toMatchObject({ status: 404 })
    const asked = why()
    for (let times = 0; times < 2; times++)
      expect(await endKey(support, userId, keyId, asked)).toMatchObject({ status: 200 })
    expect(await present(text)).toMatchObject({ code: 'INVALID_KEY' })
    const [over] = (await cardFor(owner, userId)).api_keys
    expect(over).toMatchObject({ id: keyId, ended_at: expect.any(Number) })
    expect(over).not.toHaveProperty('networks')
    expect((await recordAbout(userId)).filter(({ action }) => action === 'api-key-end')).toMatchObject([
      { phase: 'done', facts: { hint: seen?.hint, ended: true } },
      { phase: 'begun', facts: { ended: false } }
    ])
    expect(await endKey(support, userId, keyId)).toMatchObject({ status: 409, error: 'Ключ уже отозван' })
    // A second letter about the first key would come before the one about this one.
    expect(await endKey(support, userId, (await addKey(userId, { name: 'Другой' })).keyId)).toMatchObject({
      status: 200
    })
    const ended = (await mailsTo(email, 3)).flatMap((mail) => /ключ API «(.+?)»/.exec(mail.text)?.[1] ?? [])
    expect(ended.toSorted()).toEqual(['Бот', 'Другой'])
  })

  test('of an operator is ended by owners alone', async () => {
    const { person } = await newOperator('finance')
    const { keyId } = await addKey(person.userId)
    expect(await endKey(support, person.userId, keyId)).toMatchObject({ status: 403 })
    expect(await endKey(owner, person.userId, keyId)).toMatchObject({ status: 200 })
  })
})

describe('a blocked account', () => {
  test('is signed out and refused, with a clear text only after the right password, until it is unblocked', async () => {
    const { email, userId } = await signUp()
    expect(await block(userId)).toMatchObject({ status: 200 })
    expect((await cardFor(owner, userId)).sessions).toEqual([])
    expect((await signIn(email)).body).toMatchObject({ code: 'ACCOUNT_BLOCKED' })
    expect((await signIn(email, 'Wrong-Horse7!')).body).toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await callAs(owner, 'POST', `/people/${userId}/unblock`, why())).toMatchObject({ status: 200 })
    expect((await signIn(email)).status).toBe(200)
  })

  test('gets no session of a sign-in that began before', async () => {
    const { userId } = await newPerson()
    await block(userId)
    const id = crypto.randomUUID()
    const now = Date.now()
    const device = { userAgent: 'test', ip: '127.0.0.1', place: null }
    const draft = { id, userId, refreshHash: id, ...device, now, expiresAt: now + 86_400_000 }
    const passwordHash = (await passwordHashOf(directory, userId)) ?? ''
    expect(await addSession(directory, draft, { passwordHash, secondStepAt: null })).toBe(false)
    expect((await cardFor(owner, userId)).sessions).toEqual([])
  })

  test('is not confirmed by a link in a mail', async () => {
    const email = newAddress()
    const token = await register(email)
    const [found] = await findAs(support, email)
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
    const begun = await callAs(owner, 'POST', at, asked)
    expect(begun).toMatchObject({ status: 200, data: { erased_at: expect.any(Number) } })
    expect(await callAs(owner, 'POST', at, asked)).toMatchObject({ data: begun.data })
    expect(await callAs(owner, 'POST', at, why())).toMatchObject({ status: 409 })
    expect((await mailsTo(email, 2))[0]?.subject).toMatch(/удал/i)
    expect(await callAs(owner, 'POST', `${at}/end`, why())).toMatchObject({ status: 200 })
    expect(await cardFor(owner, userId)).toMatchObject({ account: { erased_at: null } })
    expect(await callAs(owner, 'POST', `${at}/end`, why())).toMatchObject({ status: 409 })
  })

  test('is told by a mail that is kept until it is sent, and not after it was taken back', async () => {
    const { userId } = await newPerson()
    const at = `/people/${userId}/erasure`
    const unsent = withCookie(owner.cookie, noMail)
    expect((await unsent('POST', at, why())).status).toBe(200)
    const [mail] = (await cardFor(owner, userId)).mails
    expect(mail).toMatchObject({ kind: 'erasure', sent_at: null, waits: true })
    await callAs(owner, 'POST', `${at}/end`, why())
    await env.DB.prepare('update outgoing_mails set send_at = null where id = ?').bind(mail?.id).run()
    expect(await resend(userId, mail?.id ?? '')).toMatchObject({
      status: 409,
      error: expect.stringMatching(/устарело/)
    })
  })

  test('that has become final is not taken back', async () => {
    const { userId } = await newPerson()
    await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(userId).run()
    expect(await callAs(owner, 'POST', `/people/${userId}/erasure/end`, why())).toMatchObject({ status: 409 })
  })
})

describe('mails', () => {
  test('a link to confirm the address, or to set a password, goes to the account', async () => {
    const email = newAddress()
    await register(email)
    const [found] = await findAs(support, email)
    const id = found?.user_id ?? ''
    expect(await resend(id, 'reset')).toMatchObject({ status: 409 })
    expect(await resend(id, 'confirmation')).toMatchObject({ status: 200 })
    expect((await confirm(await newestLinkTo(email, 'verify-email', 2))).status).toBe(200)
    expect(await resend(id, 'confirmation')).toMatchObject({ status: 409 })
    expect(await resend(id, 'reset')).toMatchObject({ status: 200 })
    expect(await newestLinkTo(email, 'reset-password')).toEqual(expect.any(String))
    expect((await signIn(email, password)).status).toBe(200)
  })

  test('go to one mailbox only so often', async () => {
    const { userId } = await signUp()
    const limited = withCookie(support.cookie, { LIMIT_MAIL_PER_HOUR: '2' })
    const answers: number[] = []
    for (let times = 0; times < 3; times++)
      answers.push((await limited('POST', `/people/${userId}/mails`, { mail: 'reset', ...why() })).status)
    expect(answers).toEqual([200, 200, 429])
  })

  test('that outlived what they say are refused', async () => {
    const { userId } = await newPerson()
    const facts = JSON.stringify({ kind: 'reminder', subscriptionId: 'over', periodEnd: 1 })
    await env.DB.prepare(
      `insert into outgoing_mails (id, user_id, facts, created_at, sent_at) values (?1, ?1, ?2, 1, 2)`
    )
      .bind(userId, facts)
      .run()
    expect(await resend(userId, userId)).toMatchObject({ status: 409, error: expect.stringMatching(/устарело/) })
    expect((await cardFor(support, userId)).mails).toHaveLength(1)
  })

  test('a stored mail is sent once more with all its attempts, and none of another person', async () => {
    const [one, other] = [await newPerson(), await newPerson()]
    const id = `refund:${one.userId}`
    await env.DB.prepare(
      `insert into outgoing_mails (id, user_id, facts, created_at, attempts, send_at, sent_at) values (?, ?, ?, 1, 3, null, 2)`
    )
      .bind(id, one.userId, JSON.stringify({ kind: 'refund', amountKopecks: 100, tokens: 1, debtTokens: 0 }))
      .run()
    expect(await resend(other.userId, id)).toMatchObject({ status: 409 })
    expect(await cardFor(support, one.userId)).toMatchObject({ mails: [{ kind: 'refund', sent_at: 2, waits: false }] })
    expect(await resend(one.userId, id)).toMatchObject({ status: 200 })
    await sendOutgoingMails({ ...env, ...noMail }, Date.now() + 1000)
    expect(await cardFor(support, one.userId)).toMatchObject({ mails: [{ id, waits: true }] })
    // Of a later script, whose clock sends it: this one has no text for it.
    const later = `update outgoing_mails set facts = '{"kind":"later"}', send_at = 1 where id = ?`
    await env.DB.prepare(later).bind(id).run()
    expect(await sendOutgoingMails(env, Date.now())).toEqual({ sent: 0, failed: 1 })
    expect(await cardFor(support, one.userId)).toMatchObject({ mails: [{ id, waits: true }] })
  })
})
