// A thief sends a call and holds its body back, or signs in, while the owner throws them out.
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { call, newAccount, newestLinkTo, password, post, signIn } from '#tests/support/worker/account.ts'
import { guardedDatabases } from '#tests/support/worker/breaking.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { arrive, dataOf, newNamed } from '#tests/support/worker/identifying.ts'
import { firstStep, newGuarded } from '#tests/support/worker/ways-in.ts'

hashCheaply()

const owners = 'Owner-Horse9!'
const thiefs = 'Thief-Horse9!'
const signedOut = 401

async function reset(email: string): Promise<void> {
  await post('/api/auth/reset-password', { email })
  const token = await newestLinkTo(email, 'reset-password')
  expect((await post('/api/auth/reset-password-confirm', { token, newPassword: owners })).status).toBe(200)
}

/** Resolves when the body is awaited, so that the call has been admitted. @returns sends the rest of it */
async function begin(method: string, path: string, body: object, accessToken: string): Promise<() => Promise<number>> {
  const sent = new TextEncoder().encode(JSON.stringify(body))
  const { readable, writable } = new FixedLengthStream(sent.length)
  const writer = writable.getWriter()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` }
  const answer = exports.default.fetch(new Request(`${env.SITE_ORIGIN}${path}`, { method, headers, body: readable }))
  await writer.write(sent.slice(0, 1))
  return async () => {
    const { status } = (await Promise.all([answer, writer.write(sent.slice(1)).then(() => writer.close())]))[0]
    return status
  }
}

test('a slow call changes no password after the owner’s reset, with or without the old one', async () => {
  const { email, accessToken } = await newAccount()
  const goOn = await begin('PUT', '/api/user/password', { newPassword: thiefs }, accessToken)
  await reset(email)
  expect((await call('/api/auth/profile', { accessToken })).status).toBe(signedOut)
  expect(await goOn()).toBe(signedOut)
  expect((await signIn(email, thiefs)).status).toBe(401)
  expect((await signIn(email, owners)).status).toBe(200)
})

test('a slow call links no identity, connects nothing and makes no key', async () => {
  const account = await newAccount()
  const named = newNamed()
  const { ticket } = dataOf(await arrive(named, 'vk', { ...account, intent: 'link' }))
  const calls = [
    ['POST', '/api/user/identities', { ticket }],
    ['POST', '/api/user/passkeys/options', {}],
    ['POST', '/api/user/authenticator', {}],
    ['POST', '/api/api-keys', { name: 'Сервер' }]
  ] as const
  const begun = []
  for (const [method, path, body] of calls) begun.push(await begin(method, path, body, account.accessToken))
  await reset(account.email)
  for (const goOn of begun) expect(await goOn()).toBe(signedOut)
  expect(dataOf(await arrive(named, 'vk')).state).not.toBe('signed-in')
})

/** D1 in which this happens after the account was read, just before its session is stored. */
const meanwhile = (change: () => Promise<unknown>) =>
  guardedDatabases(async (run, name) => {
    if (name === 'batch' && ++batches.count === batches.ofSession) await change()
    return run()
  })
const batches = { count: 0, ofSession: 0 }

const set = (assignment: string, userId: string) =>
  env.DB.prepare(`update users set ${assignment} where id = ?`).bind(userId).run()

test.each(["password_hash = 'another'", 'second_step_at = 1', 'blocked_at = 1'])(
  'no session is opened by a password when meanwhile %s',
  async (assignment) => {
    const { email, userId } = await newAccount()
    Object.assign(batches, { count: 0, ofSession: 2 })
    const settings = meanwhile(() => set(assignment, userId))
    expect(await signIn(email, password, { settings })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_CREDENTIALS' }
    })
    const { results } = await env.DB.prepare(
      'select 1 from sessions where user_id = ?1 and ended_at is null and created_at >= (select max(created_at) from sessions where user_id = ?1 and ended_at is not null)'
    )
      .bind(userId)
      .all()
    expect(results).toEqual([])
  }
)

test('no session is opened by a second step that support takes away meanwhile', async () => {
  const { owner, codes } = await newGuarded()
  const ticket = await firstStep(owner)
  Object.assign(batches, { count: 0, ofSession: 1 })
  const settings = meanwhile(() => set('second_step_at = null', owner.userId))
  const answer = await post('/api/auth/second-step', { ticket, recovery: codes[0] }, { settings })
  expect(answer).toMatchObject({ status: 403, body: { code: 'SECOND_STEP_EXPIRED' } })
})
