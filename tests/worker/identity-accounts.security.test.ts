// Accounts of people whom a provider has named, against others who know or own their address.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openDirectory } from '#data/base/database.ts'
import { eraseAccount } from '#data/directory/erasure.ts'
import { userOf } from '#durable-objects/stubs.ts'
import {
  call,
  confirm,
  consents,
  mailsTo,
  newAccount,
  newAddress,
  newestLinkTo,
  password,
  post,
  register,
  signIn,
  subjectOf
} from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { hashToken } from '#worker/crypto/link-token.ts'
import { arrive, create, dataOf, enter, newNamed, ticketOf } from '#tests/support/worker/identifying.ts'

hashCheaply()

const expired = { status: 400, body: { code: 'IDENTITY_EXPIRED' } }
const rows = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all()
  ).results

test('a registration that nobody confirmed gives way to the address’s owner, and nothing of it stays', async () => {
  const named = newNamed()
  const link = await register(named.email!, 'Stranger-Horse7!')
  const { accessToken } = await enter(named)
  const userId = subjectOf(accessToken)
  expect((await confirm(link)).status).toBe(400)
  expect(await signIn(named.email!, 'Stranger-Horse7!')).toMatchObject({ status: 401 })
  expect(await rows('select count(*) as n from users where email = ?', named.email)).toEqual([{ n: 1 }])
  expect((await userOf(env, userId).view()).availableTokens).toBe(10)
})

test('a typed address has the same answer whether or not it has an account, and never links to it', async () => {
  const named = newNamed(null)
  const fresh = await create(await ticketOf(named, 'vk'), { email: newAddress() })
  const ticket = await ticketOf(named, 'vk')
  const known = await create(ticket, { email: (await newAccount()).email })
  expect(known.body).toEqual(fresh.body)
  expect(await create(ticket, { email: newAddress() })).toMatchObject(expired)
  expect(dataOf(await arrive(named, 'vk'))).toMatchObject({ state: 'new' })
  expect(await rows('select user_id from identities where subject = ?', named.id)).toEqual([])
})

test('whoever proves the mailbox of a vouched account by a reset is alone in it', async () => {
  const named = newNamed(newAddress())
  const { accessToken } = await enter(named)
  const userId = subjectOf(accessToken)
  await post('/api/api-keys', { name: 'Сервер' }, { accessToken })
  await env.DB.batch(
    [
      "insert into passkeys (id, user_id, public_key, counter, name, is_backed_up, created_at) values ('p' || ?1, ?1, 'k', 0, 'Ключ', 0, 1)",
      "insert into authenticators (user_id, factor, created_at) values (?1, 'x', 1)",
      "insert into recovery_codes (code_hash, user_id, created_at) values ('c' || ?1, ?1, 1)",
      'update users set second_step_at = 1 where id = ?1'
    ].map((query) => env.DB.prepare(query).bind(userId))
  )
  await post('/api/auth/reset-password', { email: named.email })
  const token = await newestLinkTo(named.email!, 'reset-password')
  expect((await post('/api/auth/reset-password-confirm', { token, newPassword: password })).status).toBe(200)

  for (const table of ['identities', 'passkeys', 'authenticators', 'recovery_codes'])
    expect(await rows(`select * from ${table} where user_id = ?`, userId), table).toEqual([])
  expect(await rows('select email_vouched_by, second_step_at from users where id = ?', userId)).toEqual([
    { email_vouched_by: null, second_step_at: null }
  ])
  expect(await userOf(env, userId).viewKeys()).toEqual([])
  expect(await call('/api/auth/profile', { accessToken })).toMatchObject({ status: 401 })
  expect(dataOf(await arrive(named))).toMatchObject({ state: 'known-address' })
  expect((await signIn(named.email!)).status).toBe(200)
})

test('a vouched account has no second step, which a reset would end, until a letter has proven the mailbox', async () => {
  const { email, ...named } = newNamed(newAddress())
  const { accessToken } = await enter({ ...named, email })
  const userId = subjectOf(accessToken)
  const on = () => call('/api/user/second-step', { method: 'PUT', body: { on: true }, accessToken })
  expect((await on()).text).toContain('Сначала добавьте ключ доступа')
  await env.DB.prepare("insert into authenticators values (?1, 'x', 1, null, 1)").bind(userId).run()
  expect(await on()).toMatchObject({ status: 409, body: { error: 'Сначала подтвердите почту: мы отправили письмо' } })
  const link = await newestLinkTo(email!, 'verify-email')
  expect(await signIn(email!, password)).toMatchObject({ status: 401 })
  for (const again of [1, 2])
    expect(await confirm(link), `${again}`).toMatchObject({ status: 409, body: { code: 'EMAIL_ALREADY_VERIFIED' } })
  expect(await rows('select email_vouched_by from users where id = ?', userId)).toEqual([{ email_vouched_by: null }])
  expect((await on()).status).toBe(200)
  await post('/api/auth/reset-password', { email })
  const token = await newestLinkTo(email!, 'reset-password')
  expect((await post('/api/auth/reset-password-confirm', { token, newPassword: password })).status).toBe(200)
  expect(await signIn(email!, password)).toMatchObject({ body: { code: 'SECOND_STEP_REQUIRED' } })
})

test('a link for the mailbox proves no other one, and nothing when it is old', async () => {
  const named = newNamed(newAddress())
  const userId = subjectOf((await enter(named)).accessToken)
  const add = (token: string, email: string, expiresAt: number) =>
    env.DB.prepare(
      "insert into email_links (token_hash, user_id, purpose, email, created_at, expires_at) values (?1, ?2, 'confirm-email', ?3, 1, ?4)"
    )
      .bind(hashToken(token), userId, email, expiresAt)
      .run()
  await add('other'.padEnd(43, 'x'), newAddress(), Date.now() + 60_000)
  await add('old'.padEnd(43, 'x'), named.email!, Date.now() - 1)
  for (const token of ['other', 'old']) await confirm(token.padEnd(43, 'x'))
  expect(await rows('select email_vouched_by from users where id = ?', userId)).toEqual([
    { email_vouched_by: 'yandex' }
  ])
})

test('a reset of an account whose mailbox a letter has proven leaves its other ways in', async () => {
  const account = await newAccount()
  const named = newNamed()
  const { ticket } = dataOf(await arrive(named, 'vk', { ...account, intent: 'link' }))
  await call('/api/user/identities', { body: { ticket }, accessToken: account.accessToken })
  await post('/api/auth/reset-password', { email: account.email })
  const token = await newestLinkTo(account.email, 'reset-password')
  await post('/api/auth/reset-password-confirm', { token, newPassword: password })
  expect(dataOf(await arrive(named, 'vk'))).toMatchObject({ state: 'signed-in' })
})

test('one identity with two typed addresses is linked to the one that is confirmed first, and brings one bonus', async () => {
  const named = newNamed(null)
  const addresses = [newAddress(), newAddress()]
  const links: string[] = []
  for (const email of addresses) {
    await create(await ticketOf(named, 'vk'), { email })
    links.push(await newestLinkTo(email, 'verify-email'))
  }
  const confirmed = []
  for (const link of links) confirmed.push(subjectOf(dataOf(await confirm(link)).tokens.accessToken))
  const [first = '', second = ''] = confirmed
  expect(await rows('select user_id from identities where subject = ?', named.id)).toEqual([{ user_id: first }])
  const balances = await Promise.all([first, second].map(async (id) => (await userOf(env, id).view()).availableTokens))
  expect(balances).toEqual([10, 0])
})

test('a stranger’s identity is not linked by the click of a person who has registered the address too', async () => {
  const email = newAddress()
  await register(email, 'Owner-Horse9!')
  const strangers = newNamed(null)
  await create(await ticketOf(strangers, 'vk'), { email })
  const link = await newestLinkTo(email, 'verify-email', 2)
  const [mail] = (await mailsTo(email, 2)).filter(({ text }) => text.includes(link))
  expect(mail).toMatchObject({
    subject: 'Подтвердите email',
    text: expect.stringContaining('регистрировались по-разному')
  })
  const userId = subjectOf(dataOf(await confirm(link)).tokens.accessToken)
  expect(dataOf(await arrive(strangers, 'vk')).state).toBe('new')
  expect((await userOf(env, userId).view()).availableTokens).toBe(10)
  expect(await rows('select * from bonus_grants where user_id = ?', userId)).toHaveLength(1)
})

test('a repeated letter for two typed identities says that it confirms the address alone, and links neither', async () => {
  const email = newAddress()
  for (const provider of ['vk', 'yandex'] as const) await create(await ticketOf(newNamed(null), provider), { email })
  await newestLinkTo(email, 'verify-email', 2)
  await post('/api/auth/resend-verification', { email })
  const link = await newestLinkTo(email, 'verify-email', 3)
  const [mail] = (await mailsTo(email, 3)).filter(({ text }) => text.includes(link))
  expect(mail!.text).toContain('регистрировались по-разному')
  const userId = subjectOf(dataOf(await confirm(link)).tokens.accessToken)
  expect(await rows('select * from identities where user_id = ?', userId)).toEqual([])
})

test('one ticket is tried three times, because each try costs slow hashes', async () => {
  const named = newNamed()
  const ticket = await ticketOf(named)
  const answers = []
  for (let tries = 0; tries < 4; tries++) answers.push(await create(ticket))
  expect(answers.map(({ status }) => status)).toEqual([200, 400, 400, 429])
  expect(answers[3]!.body).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) })
})

test('a completed change of address proves the new mailbox', async () => {
  const named = newNamed()
  const { accessToken } = await enter(named)
  const newEmail = newAddress()
  expect((await call('/api/user/email', { method: 'PUT', body: { newEmail }, accessToken })).status).toBe(200)
  for (const address of [named.email!, newEmail])
    await post('/api/auth/confirm-email-change', { token: await newestLinkTo(address, 'confirm-email-change') })
  const account = await rows('select email, email_vouched_by from users where id = ?', subjectOf(accessToken))
  expect(account).toEqual([{ email: newEmail, email_vouched_by: null }])
  expect(dataOf(await arrive(named))).toMatchObject({ state: 'signed-in' })
})

test('an erased account’s identity creates a new one without a second bonus', async () => {
  const named = newNamed()
  const { accessToken } = await enter(named)
  const userId = subjectOf(accessToken)
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(userId).run()
  await eraseAccount(openDirectory(env), userId)
  expect(await rows('select * from identities where user_id = ?', userId)).toEqual([])
  const again = await enter({ ...named, email: newNamed().email })
  const nextId = subjectOf(again.accessToken)
  expect(nextId).not.toBe(userId)
  expect((await userOf(env, nextId).view()).availableTokens).toBe(0)
})

test('consents are demanded', async () => {
  const ticket = await ticketOf(newNamed())
  expect(await create(ticket, { consents: { ...consents, offer: false } })).toMatchObject({ status: 400 })
  expect(await create(ticket, {})).toMatchObject({ status: 200 })
})
