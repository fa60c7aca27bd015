// No operator could give roles any more if the last owner of the console deleted the own account.
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { call, newestLinkTo, password, post, signUp } from '../support/worker/account.ts'
import { callAs, why } from '../support/worker/console.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { grant, newOperator } from '../support/worker/operating.ts'

hashCheaply()

beforeEach(() => env.DB.prepare('update operators set ended_at = 1 where ended_at is null').run())

/** An owner of the console who has an authenticator, and a password of the site. */
async function newConsoleOwner(): Promise<Account> {
  const account = await signUp()
  await grant(account.email, 'owner')
  await env.DB.prepare('update operators set factor_since = 1 where user_id = ?').bind(account.userId).run()
  return account
}

type Account = Awaited<ReturnType<typeof signUp>>

const askDeletion = ({ accessToken }: Account) =>
  call('/api/user/deletion', { accessToken, body: { currentPassword: password } })

const isAsked = async ({ userId }: Account) =>
  (await env.DB.prepare('select deletion_requested_at from users where id = ?')
    .bind(userId)
    .first<number | null>('deletion_requested_at')) !== null

const refusal = {
  status: 409,
  body: { code: 'LAST_OWNER', error: 'Вы единственный владелец консоли: сначала назначьте другого' }
}

test('the last owner does not delete the own account, and nothing of it changes', async () => {
  const owner = await newConsoleOwner()
  await post('/api/auth/reset-password', { email: owner.email })
  const token = await newestLinkTo(owner.email, 'reset-password')
  expect(await askDeletion(owner)).toMatchObject(refusal)
  expect(await isAsked(owner)).toBe(false)
  expect((await call('/api/auth/profile', owner)).status).toBe(200)
  const mail = env.DB.prepare('select 1 from outgoing_mails where user_id = ?').bind(owner.userId)
  expect(await mail.first()).toBeNull()
  expect((await post('/api/auth/reset-password-confirm', { token, newPassword: 'Another-Horse8!' })).status).toBe(200)
})

test('an owner whom another owner can replace deletes the own account, as does any other operator', async () => {
  const [one, other, helper] = [await newConsoleOwner(), await newConsoleOwner(), await signUp()]
  await grant(helper.email, 'support')
  expect((await askDeletion(one)).status).toBe(200)
  expect((await askDeletion(helper)).status).toBe(200)
  expect(await askDeletion(other)).toMatchObject(refusal)
})

test('of two owners who delete themselves at once one stays', async () => {
  const owners = [await newConsoleOwner(), await newConsoleOwner()]
  const answers = await Promise.all(owners.map(askDeletion))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await Promise.all(owners.map(isAsked))).toSorted()).toEqual([false, true])
})

test('an owner who deletes the own account while another one ends: one stays', async () => {
  const [one, other] = [await newConsoleOwner(), await newOperator('owner')]
  const [deletion, ending] = await Promise.all([
    askDeletion(one),
    callAs(other, 'POST', `/team/${other.person.userId}/end`, why())
  ])
  expect([deletion.status, ending.status].toSorted()).toEqual([200, 409])
})

test('no operator blocks or erases the last owner', async () => {
  const owner = await newConsoleOwner()
  const other = await newOperator('owner')
  await env.DB.prepare('update operators set factor_since = null where user_id = ?').bind(other.person.userId).run()
  for (const path of ['block', 'erasure'])
    expect(await callAs(other, 'POST', `/people/${owner.userId}/${path}`, why())).toMatchObject({ status: 409 })
  expect(await isAsked(owner)).toBe(false)
})
