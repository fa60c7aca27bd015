// Attempts on the links to shared conversations: guessing, other histories, and accounts that go.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Share } from '#contract/shares.ts'
import { sharesPrefix } from '#data/files/share-files.ts'
import { createApp } from '#worker/app.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { historyRows } from '../support/worker/histories.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { addChat } from '../support/worker/owner.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'

hashCheaply()

async function newShare(person: Person) {
  const { id } = await addChat(person.userId)
  const { share } = await dataOf<{ share: Share }>(await person.send('POST', `/chat/conversations/${id}/shares`, {}))
  return { ...share, token: share.url!.split('#')[1]! }
}

const open = (token: string) => sendAsVisitor('GET', `/shares/${encodeURIComponent(token)}`)

test('a token that opens nothing is answered the same, whatever is wrong with it', async () => {
  const person = await newPerson({ shard: 1 })
  const { token, id } = await newShare(person)
  const revoked = await newShare(person)
  await person.send('DELETE', `/chat/shares/${revoked.id}`)
  const digest = await historyRows(person.userId)
    .prepare('select token_digest from shares where id = ?')
    .bind(id)
    .first<string>('token_digest')
  const wrong = [
    revoked.token,
    token.replace('h1-', 'h2-'),
    token.replace('h1-', 'h9-'),
    token.replace('h1-', 'h01-'),
    token.replace('h1-', ''),
    token.toUpperCase(),
    `${token}0`,
    token.slice(0, -1),
    `h1-${'0'.repeat(40)}`,
    id,
    digest!,
    '%00',
    '../../results',
    "' or 1=1 --"
  ]
  const refused = await answered(await open('nothing'))
  expect(refused).toMatchObject({ status: 404, success: false, data: null, code: 'NOT_FOUND' })
  for (const one of wrong) expect(await answered(await open(one)), one).toEqual(refused)
  expect((await open(token)).status).toBe(200)
})

test('the stored row does not tell the token', async () => {
  const person = await newPerson()
  const { token } = await newShare(person)
  const row = await historyRows(person.userId)
    .prepare('select * from shares where user_id = ?')
    .bind(person.userId)
    .first()
  expect(JSON.stringify(row)).not.toContain(token.split('-').at(-1))
})

test('a deletion request closes the user’s links, coming back opens them, and an erasure leaves no copy', async () => {
  const person = await newPerson()
  const { token } = await newShare(person)
  // A copy whose row an interrupted request has not left.
  await env.MEDIA.put(`${sharesPrefix(person.userId)}orphan`, 'text')
  const wish = (at: number | null) =>
    env.DB.prepare('update users set deletion_requested_at = ? where id = ?').bind(at, person.userId).run()
  await wish(1)
  expect((await open(token)).status).toBe(404)
  await wish(null)
  expect((await open(token)).status).toBe(200)
  await wish(1)
  await eraseAccounts(env, Date.now())
  expect((await open(token)).status).toBe(404)
  expect((await env.MEDIA.list({ prefix: sharesPrefix(person.userId) })).objects).toEqual([])
  expect(
    await historyRows(person.userId).prepare('select id from shares where user_id = ?').bind(person.userId).first()
  ).toBe(null)
})

test('a network that reads too much is refused, and another is not', async () => {
  const { token } = await newShare(await newPerson())
  const bindings = { ...env, LIMIT_READS_PER_MINUTE: '3' }
  const from = async (address: string) => {
    const request = new Request(`${env.SITE_ORIGIN}/api/shares/${token}`, { headers: { 'cf-connecting-ip': address } })
    return (await createApp().fetch(request, bindings)).status
  }
  const seen = []
  for (let count = 0; count < 4; count++) seen.push(await from('203.0.113.77'))
  expect(seen).toEqual([200, 200, 200, 429])
  expect(await from('198.51.100.9')).toBe(200)
})
