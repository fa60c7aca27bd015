// A long conversation with versions: each reading is one trip to D1, every step of which is found by an index.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { findForAsking } from '#data/history/asking.ts'
import { findPath, showVersion } from '#data/history/message-paths.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { historyRows } from '../support/worker/histories.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { newConversation } from '../support/worker/storing.ts'

const turns = 1000
const page = 50

/** A path of 2,000 messages, on which every answer has two more versions. @returns the first of the answers */
async function addLong({ userId }: Person, id: number): Promise<number> {
  const rows = historyRows(userId)
  const first = ((await rows.prepare('select max(id) as id from messages').first<number>('id')) ?? 0) + 1
  const numbers = `with recursive numbers (n) as (values (0) union all select n + 1 from numbers where n < ${turns - 1})`
  const insert = 'insert into messages (id, conversation_id, parent_id, role, content, model, created_at)'
  // Of each turn: the question, two other answers, and the answer that the next question follows.
  for (const [step, role, parent] of [
    [0, 'user', 'case n when 0 then 0 else ?1 + 4 * n - 1 end'],
    [1, 'assistant', '?1 + 4 * n'],
    [2, 'assistant', '?1 + 4 * n'],
    [3, 'assistant', '?1 + 4 * n']
  ] as const)
    await rows
      .prepare(
        `${numbers} ${insert} select ?1 + 4 * n + ${step}, ?2, ${parent}, '${role}', 'Текст', 'm', 1 from numbers`
      )
      .bind(first, id)
      .run()
  await rows
    .prepare('update conversations set leaf_id = ? where id = ?')
    .bind(first + 4 * turns - 1, id)
    .run()
  return first + 1
}

const throughTable = /^SCAN (conversations|messages?|version)\b/

test('2,000 messages with versions are opened, gone on from and switched by index alone', async () => {
  const person = await newPerson({ shard: 1 })
  const { userId } = person
  const id = await newConversation(person)
  const answer = await addLong(person, id)
  const history = openHistory(env, userId)

  const opened = await plansOf(userId, async () => {
    const found = await findPath(history, userId, id, { limit: page })
    expect(found).toMatchObject({ hasMore: true, messages: { length: page } })
    expect(found!.messages.at(-1)!.versions).toHaveLength(3)
  })
  const asking = { userId, countsBytes: true, conversationId: id }
  const asked = await plansOf(userId, () => findForAsking(history, { ...asking, place: undefined }))
  const changed = await plansOf(userId, () => findForAsking(history, { ...asking, place: { after: answer } }))
  for (const { trips, steps } of [opened, asked, changed]) {
    expect(trips).toBe(1)
    expect(steps).not.toEqual([])
    expect(steps.filter((step) => throughTable.test(step))).toEqual([])
  }
  const shown = await plansOf(userId, () => showVersion(history, userId, { conversationId: id, messageId: answer }))
  expect(shown.steps.filter((step) => throughTable.test(step))).toEqual([])
  expect((await findPath(history, userId, id, { limit: page }))!.messages.map((message) => message.id)).toEqual([
    answer - 1,
    answer
  ])
})
