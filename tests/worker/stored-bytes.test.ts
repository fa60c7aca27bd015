// The count of the bytes that a user stores, what it costs, and how many sessions a user has.
import { env } from 'cloudflare:workers'
import { historyRows } from '#tests/support/worker/histories.ts'
import { expect, test, vi } from 'vitest'
import { call, signIn, signUp } from '../support/worker/account.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { newOwner } from '../support/worker/owner.ts'
import { dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { ask, countOf, newConversation, recount, say } from '../support/worker/storing.ts'

hashCheaply()
test('the count follows every change, and an erasure removes it', async () => {
  const owner = await newOwner()
  const person: Person = { ...(await newPerson({ tokens: 50 })) }
  const ids = [await newConversation(person), await newConversation(person), await newConversation(person)]
  for (const id of ids) for (const text of ['раз', 'two', '三'.repeat(50)]) await say(person, id, text)
  await ask(person, ids[0]!, 'Кратко: что такое сланец?')
  await person.send('PUT', `/chat/conversations/${ids[1]}`, { title: 'Другое имя' })
  const made = await dataOf<{ folder: { id: number } }>(await person.send('POST', '/chat/folders', { name: 'Камни' }))
  await person.send('PUT', `/chat/folders/${made.folder.id}`, { name: 'Горные породы' })
  await historyRows(person.userId)
    .prepare("update messages set content = 'короче' where conversation_id = ? and content = 'two'")
    .bind(ids[1])
    .run()
  expect(await countOf(person)).toBe(await recount(person))
  await person.send('DELETE', `/chat/conversations/${ids[0]}`)
  await person.send('DELETE', `/chat/folders/${made.folder.id}`)
  await historyRows(person.userId).prepare('delete from conversations where id in (?, ?)').bind(ids[1], ids[2]).run()
  expect(await countOf(person)).toBe(0)

  expect(await countOf(owner)).toBe(await recount(owner))
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(owner.userId).run()
  await eraseAccounts(env, Date.now())
  expect(await countOf(owner)).toBeNull()
})

test('signing in again and again keeps at most a hundred sessions: the newest, and those that are not ended first', async () => {
  const owner = await signUp()
  const now = Date.now()
  await env.DB.prepare(
    `with recursive number(n) as (select 1 union all select n + 1 from number where n < 300)
     insert into sessions (id, user_id, refresh_hash, user_agent, ip, created_at, last_seen_at, expires_at, ended_at)
     select 'many-' || n, ?1, 'many-' || n, 'test', '127.0.0.1', n, n, ?2, iif(n > 250, ?2, null) from number`
  )
    .bind(owner.userId, now)
    .run()
  const { data } = (await signIn(owner.email)).body
  const { accessToken } = data!['tokens'] as { accessToken: string }
  const { results } = await env.DB.prepare('select id from sessions where user_id = ?')
    .bind(owner.userId)
    .all<{ id: string }>()
  expect(results).toHaveLength(100)
  expect(
    results
      .filter(({ id }) => id.startsWith('many-'))
      .map(({ id }) => Number(id.slice(5)))
      .toSorted((a, b) => a - b)
  ).toEqual(Array.from({ length: 98 }, (_, index) => 153 + index))
  expect((await call('/api/auth/profile', { accessToken })).status).toBe(200)
})

test('counting costs an answer no statement and no trip', async () => {
  const person = await newPerson({ tokens: 50 })
  const id = await newConversation(person)
  await ask(person, id, 'Кратко: что такое мрамор?')
  const prepared = vi.spyOn(historyRows(person.userId), 'prepare')
  const batches = vi.spyOn(historyRows(person.userId), 'batch')
  expect(await ask(person, id, 'Кратко: что такое мел?')).toMatchObject({ status: 200 })
  expect(prepared).toHaveBeenCalledTimes(6)
  expect(batches.mock.calls.map(([statements]) => statements.length)).toEqual([6])
})
