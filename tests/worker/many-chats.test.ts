// Many chats are placed by one call, all or none, and deleted by another: of their owner alone.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { chatsDeletedMax, chatsPlacedMax, pinnedMax } from '#contract/chat-limits.ts'
import type { Conversation } from '#contract/chats.ts'
import { openHistory } from '#data/base/database.ts'
import { sharesPrefix } from '#data/files/share-files.ts'
import { placeConversations } from '#data/history/folders.ts'
import { textFile } from '../support/files.ts'
import { attach, objectsOf, refusalOf } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { addText, askIn, newFolder, newProject } from '../support/worker/projects.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { addTitled, indexOf, search } from '../support/worker/searching.ts'
import { openPage } from '../support/worker/socket.ts'
import { ask, countOf, newConversation, recount, say } from '../support/worker/storing.ts'

/** The ids from which the user's next chats are counted. */
async function addChats({ userId }: Person, count: number, service = 'chatgpt'): Promise<number[]> {
  const { results } = await historyRows(userId)
    .prepare(
      `with recursive number(n) as (select 1 union all select n + 1 from number where n < ?2)
      insert into conversations (user_id, title, service, model, created_at, updated_at)
      select ?1, 'Чат', ?3, 'm', n, n from number returning id`
    )
    .bind(userId, count, service)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}

const place = async (person: Person, body: object) => answered(await person.send('PUT', '/chat/conversations', body))

const remove = async (person: Person, ids: readonly number[]) =>
  answered(await person.send('POST', '/chat/conversations/deletions', { ids }))

/** What stands where, as the rows say. */
async function placesOf({ userId }: Person): Promise<Pick<Conversation, 'id' | 'folder_id'>[]> {
  const rows = historyRows(userId).prepare(
    `select id, folder_id, pinned_at is not null as pinned, archived_at is not null as archived
    from conversations where user_id = ? order by id`
  )
  return (await rows.bind(userId).all<Pick<Conversation, 'id' | 'folder_id'>>()).results
}

const at = (id: number, part: object = {}) => ({ id, folder_id: null, pinned: 0, archived: 0, ...part })

test('a call places all of them, skips what the user does not have, and may be repeated', async () => {
  const [person, stranger] = [await newPerson({ shard: 1 }), await newPerson({ shard: 1 })]
  const [one, two, three] = (await addChats(person, 3)) as [number, number, number]
  const [theirs] = (await addChats(stranger, 1)) as [number]
  const folderId = await newFolder(person, 'Работа')
  const page = await openPage(person)
  const wanted = { ids: [one, theirs, two, 987_654_321], folderId, pinned: false }
  for (const _ of ['once', 'again']) {
    const { status, data } = await place(person, wanted)
    expect([status, (data as { ids: number[] }).ids.toSorted((a, b) => a - b)]).toEqual([200, [one, two]])
  }
  expect(await place(person, { ids: [two], archived: true })).toMatchObject({ status: 200, data: { ids: [two] } })
  const filed = { folder_id: folderId }
  const placed = [at(one, filed), at(two, { ...filed, archived: 1 }), at(three)]
  expect(await placesOf(person)).toEqual(placed)
  await expect
    .poll(() => page.heard.filter(({ type }) => type === 'conversations'))
    .toEqual([[one, two], [one, two], [two]].map((ids) => ({ type: 'conversations', ids })))

  const foreign = await newFolder(stranger, 'Чужая')
  expect(await place(person, { ids: [three], folderId: foreign, archived: true })).toMatchObject({ status: 404 })
  expect(await place(person, { ids: [theirs], archived: true })).toMatchObject({ status: 200, data: { ids: [] } })
  for (const body of [{ ids: [] }, { ids: [three] }, { ids: [three], pinned: true, archived: true }])
    expect(await place(person, { archived: undefined, ...body })).toMatchObject({ status: 400 })
  const tooMany = Array.from({ length: chatsPlacedMax + 1 }, (_, index) => index + 1)
  expect(await place(person, { ids: tooMany, archived: true })).toMatchObject({ status: 400 })
  expect([await placesOf(person), await placesOf(stranger)]).toEqual([placed, [at(theirs)]])
})

test('of more than may be pinned none is; of each service as many as may be', async () => {
  const person = await newPerson()
  const [chats, others] = [await addChats(person, pinnedMax + 1), await addChats(person, pinnedMax, 'claude')]
  expect(await place(person, { ids: [...chats, ...others], pinned: true })).toMatchObject({
    status: 409,
    code: 'PINNED_FULL'
  })
  expect((await placesOf(person)).filter((chat) => 'pinned' in chat && chat.pinned === 1)).toEqual([])
  const fitting = [...chats.slice(1), ...others]
  expect(await place(person, { ids: fitting, pinned: true })).toMatchObject({ status: 200 })
  expect(await place(person, { ids: chats.slice(0, 1), pinned: true })).toMatchObject({ status: 409 })
  // Those that are pinned already take no place.
  expect(await place(person, { ids: fitting, pinned: true })).toMatchObject({ status: 200 })
})

test('what chats find of a project follows when many are moved', async () => {
  const project = await newProject()
  const { person, id, chat } = project
  await addText(project, 'маяк.txt', 'Маяк построен в 1904 году.')
  expect((await askIn(project, 'Кратко: раз')).read).toHaveLength(1)
  await place(person, { ids: [chat, await newConversation(person)], folderId: null })
  expect((await askIn(project, 'Кратко: два')).read).toBeUndefined()
  await place(person, { ids: [chat], folderId: id })
  expect((await askIn(project, 'Кратко: три')).read).toHaveLength(1)
})

test('deleted ones take their words, files and links along; those of others stay', async () => {
  const [person, stranger] = [await newPerson({ tokens: 20, shard: 1 }), await newPerson({ shard: 1 })]
  const [said, asked, kept] = [
    await addTitled(person, 'chatgpt', 'Канарейка'),
    await addTitled(person, 'chatgpt', 'С файлом'),
    await addTitled(person, 'chatgpt', 'Остаётся')
  ]
  const [theirs] = (await addChats(stranger, 1)) as [number]
  await say(person, said, 'Канарейка-вопрос')
  const file = await attach(person, textFile('Маяк'), { name: 'маяк.txt' })
  const key = { 'idempotency-key': crypto.randomUUID() }
  const question = { prompt: 'Кратко: что там?', model: 'gpt-4o-mini', conversationId: asked, attachments: [file.id] }
  await dataOf(await person.send('POST', '/ai/text/chatgpt', question, key))
  await ask(person, kept, 'Кратко: что такое гранит?')
  const share = async (id: number) =>
    dataOf(
      await person.send('POST', `/chat/conversations/${id}/shares`, undefined, {
        'idempotency-key': crypto.randomUUID()
      })
    )
  await share(asked)
  await share(kept)
  const copies = async () => (await env.MEDIA.list({ prefix: sharesPrefix(person.userId) })).objects.length
  expect(await copies()).toBe(2)
  expect((await search(person, 'канарейка')).items).toHaveLength(1)
  const page = await openPage(person)

  const ids = [said, asked, theirs, 987_654_321]
  for (const _ of ['once', 'again']) expect(await remove(person, ids)).toMatchObject({ status: 200 })
  expect([await placesOf(person), await placesOf(stranger)]).toEqual([[at(kept)], [at(theirs)]])
  expect(await indexOf(person)).not.toMatch(/канарейка/)
  expect((await search(person, 'канарейка')).items).toEqual([])
  expect(await copies()).toBe(1)
  await expect.poll(() => objectsOf(file.id), { timeout: 10_000 }).toBe(0)
  expect(await countOf(person)).toBe(await recount(person))
  const told = () => page.heard.flatMap((heard) => ('change' in heard && heard.change === 'deleted' ? [heard.id] : []))
  await expect.poll(told).toEqual([said, asked])
  expect(await refusalOf(person.send('GET', `/chat/conversations/${said}`))).toMatchObject({ status: 404 })
  const tooMany = Array.from({ length: chatsDeletedMax + 1 }, () => kept)
  expect(await remove(person, tooMany)).toMatchObject({ status: 400 })
})

test('as many as a call may name are found by their ids, in one trip', async () => {
  const person = await newPerson({ shard: 1 })
  const { userId } = person
  const history = openHistory(env, userId)
  const ids = await addChats(person, chatsPlacedMax)
  const folderId = await newFolder(person, 'Большая')
  const placed = await plansOf(userId, async () => {
    expect(await placeConversations(history, userId, { ids, folderId, pinned: false, now: 1 })).toHaveLength(ids.length)
  })
  expect(placed.trips).toBe(1)
  const scans = placed.steps.filter((step) => step.startsWith('SCAN'))
  expect(scans.filter((step) => !/json_each|CONSTANT ROW|subquery/.test(step))).toEqual([])
  expect(await remove(person, ids.slice(0, chatsDeletedMax))).toMatchObject({ status: 200 })
  expect(await placesOf(person)).toHaveLength(ids.length - chatsDeletedMax)
})
