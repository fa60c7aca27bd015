// An erasure deletes a bounded amount in each step, and may be killed between any two of them.
import { env } from 'cloudflare:workers'
import { historyRows } from '#tests/support/worker/histories.ts'
import { describe, expect, test } from 'vitest'
import { addConversation } from '#data/history/chats.ts'
import { openHistory } from '#data/base/database.ts'
import { breakingDatabases, guardedDatabases } from '../support/worker/breaking.ts'
import { eraseAccounts } from '../support/worker/clock.ts'
import { addJob, filesLeft } from '../support/worker/owner.ts'
import { newPerson } from '../support/worker/person.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A user who asked for deletion long ago, with messages in one conversation. */
async function newLeaver(messages: { count: number; bytes: number }): Promise<string> {
  const { userId } = await newPerson()
  const { id } = await addConversation(openHistory(env, userId), {
    userId,
    title: 'Чат',
    service: 'chatgpt',
    model: 'm',
    now: 1
  })
  await historyRows(userId)
    .prepare(
      `with recursive number(n) as (select 1 union all select n + 1 from number where n < ?1)
     insert into messages (conversation_id, role, content, model, created_at)
     select ?2, 'user', hex(zeroblob(?3 / 2)), 'm', n from number`
    )
    .bind(messages.count, id, messages.bytes)
    .run()
  await env.DB.prepare('update users set deletion_requested_at = 1 where id = ?').bind(userId).run()
  return userId
}

const erase = (databases: Partial<Env> = {}) => eraseAccounts({ ...env, ...databases }, Date.now() + 15 * dayMs)

const leftOf = async (userId: string) => {
  const query = `select count(*) as count, coalesce(sum(octet_length(content)), 0) as bytes from messages
    where conversation_id in (select id from conversations where user_id = ?)`
  return (await historyRows(userId).prepare(query).bind(userId).first<{ count: number; bytes: number }>())!
}

const ofHistory = ['conversations', 'conversation_counts', 'folders', 'stored_bytes', 'jobs']
const ofDirectory = ['sessions', 'email_links', 'email_changes', 'outgoing_mails', 'users']
const counting = (tables: string[]) =>
  `select ${tables.map((table) => `(select count(*) from ${table} where ${table === 'users' ? 'id' : 'user_id'} = ?1) as ${table}`).join()}`

const rowsOf = async (userId: string): Promise<Record<string, number>> => {
  const [made, known] = await Promise.all([
    historyRows(userId).prepare(counting(ofHistory)).bind(userId).first<Record<string, number>>(),
    env.DB.prepare(counting(ofDirectory)).bind(userId).first<Record<string, number>>()
  ])
  return { ...made, ...known }
}

const nothing = Object.fromEntries([...ofHistory, ...ofDirectory].map((table) => [table, 0]))

async function addRecords(userId: string, count: number): Promise<void> {
  const many = `with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})`
  await env.DB.batch(
    [
      `${many} insert into email_links (token_hash, user_id, purpose, created_at, expires_at)
         select ?1 || n, ?1, 'reset-password', 1, 1 from number`,
      `${many} insert into email_changes (id, user_id, new_email, new_canonical_email, old_token_hash, new_token_hash,
         created_at, expires_at) select ?1 || n, ?1, 'x', 'x', ?1 || n, ?1 || n, 1, 1 from number`,
      `${many} insert into outgoing_mails (id, user_id, facts, created_at) select ?1 || n, ?1, '{}', 1 from number`
    ].map((query) => env.DB.prepare(query).bind(userId))
  )
}

describe('an erasure', () => {
  test('of one long conversation deletes a megabyte of texts at a time', async () => {
    const userId = await newLeaver({ count: 15, bytes: 300_000 })
    const steps: number[] = []
    const watched = guardedDatabases(async (run) => {
      const { bytes } = await leftOf(userId)
      const result = await run()
      steps.push(bytes - (await leftOf(userId)).bytes)
      return result
    })
    while ((await erase(watched)) === 0) expect(steps.length).toBeLessThan(500)
    expect(steps.reduce((sum, bytes) => sum + bytes, 0)).toBe(4_500_000)
    expect(Math.max(...steps)).toBeLessThanOrEqual(1_200_000)
    expect(await rowsOf(userId)).toEqual(nothing)
  })

  test('deletes a few hundred rows at a time, of messages and of any other kind', async () => {
    const userId = await newLeaver({ count: 1200, bytes: 2 })
    await addRecords(userId, 1100)
    const steps: number[] = []
    const sizeOf = async () => {
      const rows = Object.values(await rowsOf(userId)).reduce((sum, count) => sum + count, 0)
      return rows + (await leftOf(userId)).count
    }
    let size = await sizeOf()
    const watched = guardedDatabases(async (run) => {
      const [before, result] = [size, await run()]
      size = await sizeOf()
      steps.push(before - size)
      return result
    })
    while ((await erase(watched)) === 0) expect(steps.length).toBeLessThan(500)
    expect(Math.max(...steps)).toBeLessThanOrEqual(1000)
    expect(await rowsOf(userId)).toEqual(nothing)
  })

  // After the one it is before the next, so one of both is enough; here its files are not gone yet.
  test('that is killed after any of its steps leaves the account to be found again, and ends in the next run', async () => {
    let killed = 0
    for (let call = 2; ; call++) {
      const userId = await newLeaver({ count: 3, bytes: 400_000 })
      const { keys } = await addJob(userId, `work-${call}`)
      await addRecords(userId, 3)
      const run = await erase(breakingDatabases({ call, moment: 'after' })).catch((error: unknown) => String(error))
      if (run === 1) break
      killed += 1
      const { users, ...left } = await rowsOf(userId)
      if (users === 0) expect(left).toEqual({ ...nothing, users: undefined })
      else expect(await erase()).toBe(1)
      expect([await rowsOf(userId), await leftOf(userId), await filesLeft(keys)]).toEqual([
        nothing,
        { count: 0, bytes: 0 },
        0
      ])
    }
    expect(killed).toBeGreaterThanOrEqual(7)
  })
})
