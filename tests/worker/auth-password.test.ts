import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { turns } from '#worker/crypto/hashing-turns.ts'
import { hashLike } from '#worker/crypto/passwords.ts'
import { confirm, newAddress, password, register, signIn } from '#tests/support/worker/account.ts'

// No request waits for a turn here: hashing-turns.test.ts tests turns.
turns.turnMs = 0

const hashOf = (email: string) =>
  env.DB.prepare('select password_hash from users where email = ?').bind(email).first<string>('password_hash')
const current = /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/

// Few calls, each of which is a hash at full cost: the last sign-in also shows that the right password fits a hash of workerd.
test('workerd makes and checks hashes at full cost, and renews one with old parameters by the right password alone', async () => {
  const email = newAddress()
  await confirm(await register(email))
  expect(await hashOf(email)).toMatch(current)
  expect((await signIn(email, `${password}!`)).status).toBe(401)
  const old = await hashLike(password, 'scrypt$10$8$1$c2FsdHNhbHRzYWx0c2FsdA$')
  await env.DB.prepare('update users set password_hash = ? where email = ?').bind(old, email).run()
  expect((await signIn(email, 'Wrong-Horse7!')).status).toBe(401)
  expect(await hashOf(email)).toBe(old)
  expect((await signIn(email)).status).toBe(200)
  expect(await hashOf(email)).toMatch(current)
  expect((await signIn(email)).status).toBe(200)
})
