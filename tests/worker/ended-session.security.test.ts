// A thief sends a call and holds its body back until the owner has thrown them out.
import { env, exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { call, newAccount, newestLinkTo, post, signIn } from '#tests/support/worker/account.ts'
import { hashCheaply } from '#tests/support/worker/hashing.ts'
import { arrive, dataOf, newNamed } from '#tests/support/worker/identifying.ts'

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

test('changes no password after the owner’s reset, with or without the old one', async () => {
  const { email, accessToken } = await newAccount()
  const goOn = await begin('PUT', '/api/user/password', { newPassword: thiefs }, accessToken)
  await reset(email)
  expect((await call('/api/auth/profile', { accessToken })).status).toBe(signedOut)
  expect(await goOn()).toBe(signedOut)
  expect((await signIn(email, thiefs)).status).toBe(401)
  expect((await signIn(email, owners)).status).toBe(200)
})

test('links no identity, connects nothing and makes no key', async () => {
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
