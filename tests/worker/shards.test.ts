// Users in several histories: what one makes is in one of them alone, and everything works for all of them.
import { env, exports } from 'cloudflare:workers'
import { describe, expect, test, vi } from 'vitest'
import type { SubmittedJobs } from '#contract/job-orders.ts'
import { openHistories, openHistory } from '#data/base/database.ts'
import { newUserId, shardOf } from '#domain/shard.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import { eraseAccounts } from '#tests/support/worker/clock.ts'
import { call, newAddress, password, register } from '../support/worker/account.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { moneyOf, sendAndWait } from '../support/worker/generating.ts'
import { hashCheaply } from '../support/worker/hashing.ts'
import { countOnD1, historyRows, runOnD1 } from '../support/worker/histories.ts'
import { controlSandbox, endOf, delivered, jobOf, newJob } from '../support/worker/jobs.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { indexOf, search, titlesIn } from '../support/worker/searching.ts'
import { setStage } from '../support/worker/stage.ts'
import { newConversation } from '../support/worker/storing.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'
import { expectCopied, ringUntilQuiet } from '../support/worker/wallet-rows.ts'

hashCheaply()
const made = ['conversations', 'jobs', 'ledger_entries', 'usage', 'stored_bytes']

/** How many rows of the user each history has, by its number. */
async function rowsByShard({ userId }: Person): Promise<Record<number, number>> {
  const counted = openHistories(env).map(async ({ shard, history: { $client } }) => {
    const counts = made.map((table) =>
      $client.prepare(`select count(*) as n from ${table} where user_id = ?`).bind(userId).first<number>('n')
    )
    return [shard, (await Promise.all(counts)).reduce<number>((sum, n) => sum + (n ?? 0), 0)] as const
  })
  return Object.fromEntries(await Promise.all(counted))
}

const titlesOf = async ({ send }: Person) =>
  (await dataOf<{ items: { title: string }[] }>(await send('GET', '/chat/conversations'))).items.map(
    ({ title }) => title
  )

/** The history of a new account. */
const shardOfNew = async (settings: object): Promise<number> => {
  const email = newAddress()
  await register(email, password, { settings })
  const id = await env.DB.prepare('select id from users where email = ?').bind(email).first<string>('id')
  return shardOf(id ?? '')
}

describe.each([1, 2])('a user in history %i', (shard) => {
  test('chats, generates, pays and leaves there, and nowhere else', async () => {
    const person = await newPerson({ tokens: 50, shard })
    expect(shardOf(person.userId)).toBe(shard)
    const conversationId = await newConversation(person)
    const asked = { prompt: 'Кратко: что такое мрамор?', model: 'gpt-4o-mini', conversationId }
    await dataOf(await person.send('POST', '/ai/text/chatgpt', asked))
    await controlSandbox({ speed: 20_000 })
    const { job } = await dataOf<SubmittedJobs>(
      await sendAndWait(person, '/ai/image/flux', { body: { prompt: 'Кот' } })
    )
    const { files } = job
    expect((await exports.default.fetch(files[0]!.url)).status).toBe(200)

    const { messages } = await dataOf<{ messages: unknown[] }>(
      await person.send('GET', `/chat/conversations/${conversationId}/messages`)
    )
    expect(messages).toHaveLength(2)
    expect(await dataOf(await person.send('GET', '/chat/conversations'))).toMatchObject({ total: 1 })
    expect((await dataOf<{ jobs: unknown[] }>(await person.send('GET', '/jobs'))).jobs).toHaveLength(1)
    expect(await dataOf(await person.send('POST', '/user/tokens/check', {}))).toMatchObject({ agrees: true })
    expect(await dataOf(await person.send('GET', '/subscription/usage'))).toMatchObject({
      requests: expect.any(Number)
    })

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    await ringUntilQuiet(person.userId)
    const rows = await rowsByShard(person)
    expect(rows[shard]).toBeGreaterThan(6)
    expect(Object.values(rows).filter((count) => count > 0)).toHaveLength(1)

    expect(titlesIn(await search(person, 'мрамор'))).toHaveLength(1)
    await runOnD1('update users set deletion_requested_at = 1 where id = ?', person.userId)
    expect(await eraseAccounts(env, Date.now())).toBe(1)
    expect(await indexOf(person)).toBeNull()
    expect(await countOnD1('select count(*) as n from conversations where user_id = ?', person.userId)).toBe(0)
    expect(await countOnD1('select count(*) as n from jobs where user_id = ?', person.userId)).toBe(0)
    expect(await countOnD1('select count(*) as n from ledger_entries where user_id = ?', person.userId)).toBe(
      await historyRows(person.userId)
        .prepare('select count(*) as n from ledger_entries where user_id = ?')
        .bind(person.userId)
        .first('n')
    )
  })
})

test('conversations of the same number in two histories belong to two people', async () => {
  const people = [await newPerson({ shard: 1 }), await newPerson({ shard: 2 })]
  for (const { userId } of people) {
    const row = `insert into conversations (id, user_id, title, service, model, created_at, updated_at)
      values (777001, ?1, ?1, 'chatgpt', 'gpt-4o-mini', 1, 1)`
    await historyRows(userId).prepare(row).bind(userId).run()
  }
  const [one, other] = people as [Person, Person]
  expect([await titlesOf(one), await titlesOf(other)]).toEqual([[one.userId], [other.userId]])
  await dataOf(await one.send('DELETE', '/chat/conversations/777001'))
  expect((await one.send('GET', '/chat/conversations/777001/messages')).status).toBe(404)
  expect(await titlesOf(other)).toEqual([other.userId])
})

describe('new accounts', () => {
  test('go into the histories that are open, and a history that is opened takes them at once', async () => {
    const before = await newPerson({ tokens: 5, shard: 1 })
    expect(await shardOfNew({ HISTORY_OPEN: '1' })).toBe(1)
    expect(await shardOfNew({ HISTORY_OPEN: '2' })).toBe(2)
    // Earlier users stay, also in a history that takes no new users any more.
    const accessToken = signAccessToken(environmentOf(env), before, Date.now())
    const settings = { HISTORY_OPEN: '2' }
    const created = await call('/api/chat/conversations', { accessToken, settings, body: { service: 'chatgpt' } })
    expect(created.status).toBe(200)
    expect(await countOnD1('select count(*) as n from conversations where user_id = ?', before.userId)).toBe(1)
    expect((await rowsByShard(before))[1]).toBeGreaterThan(0)
  })

  test('share the open histories evenly', async () => {
    const ids = Array.from({ length: 3000 }, () => shardOf(newUserId([1, 2, 7], crypto.randomUUID())))
    for (const shard of [1, 2, 7]) expect(ids.filter((one) => one === shard).length).toBeGreaterThan(850)
  })

  test('are refused, and nothing else is, when a setting names a history that is missing', async () => {
    const settings = { HISTORY_OPEN: '1,5' }
    const refused = await call('/api/auth/profile', { settings })
    expect(refused).toMatchObject({ status: 500, body: { code: 'BAD_ENVIRONMENT' } })
    expect(refused.text).toContain('HISTORY_5')
  })
})

describe('jobs of several histories', () => {
  setStage()

  test('share the places of a provider, and a free place goes to the job that has waited longest', async () => {
    const queue = new TestQueue({ LIMIT_PROVIDER_JOBS: '1' })
    const people = [await newPerson({ tokens: 100, shard: 1 }), await newPerson({ tokens: 100, shard: 2 })]
    const [first, second] = [
      await newJob('elevenlabs', 'Раз', { userId: people[0]!.userId }),
      await newJob('elevenlabs', 'Два', { userId: people[1]!.userId })
    ]
    const send = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (input, init) => {
      const [waiting] = await deliverBatch([{ jobId: second.id }], { bindings: queue.bindings })
      expect(waiting?.end).toBe('retry')
      expect(await jobOf(second)).toMatchObject({ step: 'queued' })
      return send(input, init)
    })
    await deliverBatch([{ jobId: first.id }], { bindings: queue.bindings })
    expect(await endOf(first)).toEqual(delivered)
    await queue.deliverDue()
    expect(await endOf(second)).toEqual(delivered)
    expect(await countOnD1("select count(*) as n from provider_places where provider = 'elevenlabs'")).toBe(0)
    for (const { userId } of people) await expectCopied(userId)
  })

  test('a place that was never given back is free when its time has run out', async () => {
    const queue = new TestQueue({ LIMIT_PROVIDER_JOBS: '1' })
    await runOnD1(
      'insert into provider_places (job_id, provider, waits_since, taken_until) values (?1, ?2, 1, ?3)',
      'lost',
      'elevenlabs',
      Date.now() + 30_000
    )
    const job = await newJob('elevenlabs', 'Раз')
    queue.send(job.id)
    await queue.deliverDue()
    expect(await jobOf(job)).toMatchObject({ step: 'queued' })
    await queue.drain()
    expect(await endOf(job)).toEqual(delivered)
    await runOnD1('delete from provider_places')
  })
})

test('a history that is down stops its own users only', async () => {
  const [theirs, ours] = [await newPerson({ tokens: 5, shard: 1 }), await newPerson({ tokens: 5, shard: 2 })]
  const down = { prepare: () => ({ bind: () => ({}) }), batch: () => Promise.reject(new Error('D1_ERROR: down')) }
  const settings = { HISTORY_1: changedBinding(env.HISTORY_1, down) }
  const statusOf = async (person: Person) => {
    const accessToken = signAccessToken(environmentOf(env), person, Date.now())
    const list = await call('/api/chat/conversations', { accessToken, settings })
    const profile = await call('/api/auth/profile', { accessToken, settings })
    return [list.status, profile.status]
  }
  expect(await statusOf(ours)).toEqual([200, 200])
  const [list, profile] = await statusOf(theirs)
  expect(list).toBeGreaterThanOrEqual(500)
  expect(profile).toBe(200)
  expect((await answered(await ours.send('GET', '/user/tokens'))).status).toBe(200)
  expect(await moneyOf(theirs)).toEqual({ availableTokens: 5, reservedTokens: 0 })
  expect(openHistory(env, theirs.userId)).not.toBe(openHistory(env, ours.userId))
})
