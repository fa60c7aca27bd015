// A record of the register inside the country belongs to one account.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { registerHeaders } from '#contract/register.ts'
import { newAccount } from '../support/worker/account.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { callSigned, newRecordId } from '../support/worker/signed-call.ts'

hashCheaply()

const rename = (accessToken: string, id: string) =>
  callSigned('/api/user/profile', { method: 'PUT', body: { displayName: 'Имя' }, accessToken, id })

test('a record that one account has is given to no other', async () => {
  const [one, two] = [await newAccount(), await newAccount()]
  const [id, free] = [newRecordId(), newRecordId()]
  expect((await rename(one.accessToken, id)).headers[registerHeaders.person]).toBe(id)
  const other = await rename(two.accessToken, id)
  expect(other.status).toBe(200)
  expect(other.headers).not.toHaveProperty(registerHeaders.person)
  expect((await rename(two.accessToken, free)).headers[registerHeaders.person]).toBe(free)
  const { results } = await env.DB.prepare('select id from users where register_id = ?').bind(id).all()
  expect(results).toEqual([{ id: one.userId }])
})

test('a call that was done is answered as done when the record cannot be kept with the account', async () => {
  const { accessToken } = await newAccount()
  await env.DB.prepare(
    "create trigger busy before update of register_id on users begin select raise(abort, 'busy'); end"
  ).run()
  const answer = await rename(accessToken, newRecordId())
  await env.DB.prepare('drop trigger busy').run()
  expect(answer.status).toBe(200)
  expect(answer.headers).not.toHaveProperty(registerHeaders.person)
})
