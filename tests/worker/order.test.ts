// The order of the list of chats: pinned ones, the archive, folders.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Conversation } from '#contract/chats.ts'
import { pinnedMax } from '#contract/chat-limits.ts'
import type { Folder } from '#contract/folders.ts'
import { foldersMax } from '#contract/chat-limits.ts'
import { openHistory } from '#data/base/database.ts'
import { pageOfConversations } from '#data/history/chats.ts'
import { placeConversations } from '#data/history/folders.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { addText, newProject } from '../support/worker/projects.ts'
import { plansOf } from '../support/worker/query-plans.ts'
import { ask, say } from '../support/worker/storing.ts'

interface List {
  items: Conversation[]
  total: number
  above: { pinned: Conversation[]; folders: Folder[]; archived: number }
}

const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id)

const list = async (person: Person, query = '') =>
  dataOf<List>(await person.send('GET', `/chat/conversations?${query}`))

const place = async (person: Person, id: number, body: object) =>
  answered(await person.send('PUT', `/chat/conversations/${id}/place`, body))

async function makeFolder(person: Person, name: string): Promise<Folder> {
  return (await dataOf<{ folder: Folder }>(await person.send('POST', '/chat/folders', { name }))).folder
}

async function makeChats(person: Person, count: number, service = 'chatgpt'): Promise<number[]> {
  const ids: number[] = []
  for (let number = 1; number <= count; number++) {
    const made = await person.send('POST', '/chat/conversations', { service, title: `Чат ${number}` })
    ids.push((await dataOf<{ conversation: Conversation }>(made)).conversation.id)
  }
  return ids
}

/** What each part of the list shows, as ids. */
async function parts(person: Person, service = 'chatgpt') {
  const rest = await list(person, `section=rest&service=${service}`)
  const archive = await list(person, `section=archive&service=${service}`)
  const all = await list(person, `service=${service}`)
  expect([rest.total, archive.total, all.total]).toEqual([rest.items.length, archive.items.length, all.items.length])
  expect(rest.above.archived).toBe(archive.total)
  return {
    pinned: idsOf(rest.above.pinned),
    folders: rest.above.folders.map(({ name, total }) => [name, total]),
    rest: idsOf(rest.items),
    archive: idsOf(archive.items),
    all: idsOf(all.items)
  }
}

test('a chat stands in one part of the list, and each part is counted', async () => {
  const person = await newPerson()
  const [one, two, three, four] = (await makeChats(person, 4)) as [number, number, number, number]
  await makeChats(person, 1, 'claude')
  const folder = await makeFolder(person, ' Работа ')
  await place(person, one, { pinned: true })
  await place(person, two, { folderId: folder.id })
  expect(await place(person, three, { archived: true })).toMatchObject({
    status: 200,
    data: { conversation: { id: three, archived_at: expect.any(Number), pinned_at: null, folder_id: null } }
  })
  expect(await parts(person)).toEqual({
    pinned: [one],
    folders: [['Работа', 1]],
    rest: [four],
    archive: [three],
    all: [four, two, one]
  })
  expect(idsOf((await list(person, `folder=${folder.id}`)).items)).toEqual([two])

  // What goes to the archive is no longer pinned; its folder is remembered.
  await place(person, one, { archived: true })
  await place(person, two, { archived: true })
  expect(await parts(person)).toMatchObject({ pinned: [], folders: [['Работа', 0]], archive: [three, two, one] })
  await place(person, two, { archived: false })
  await place(person, three, { pinned: true })
  await person.send('DELETE', `/chat/conversations/${one}`)
  expect(await parts(person)).toEqual({
    pinned: [three],
    folders: [['Работа', 1]],
    rest: [four],
    archive: [],
    all: [four, three, two]
  })
})

test('a deleted folder keeps its chats, also those in the archive', async () => {
  const person = await newPerson()
  const [open, archived] = (await makeChats(person, 2)) as [number, number]
  const folder = await makeFolder(person, 'Учёба')
  for (const id of [open, archived]) await place(person, id, { folderId: folder.id })
  await place(person, archived, { archived: true })
  expect(await answered(await person.send('PUT', `/chat/folders/${folder.id}`, { name: 'Школа' }))).toMatchObject({
    status: 200
  })
  const named = await dataOf<{ folders: Folder[] }>(await person.send('GET', '/chat/folders?service=chatgpt'))
  expect(named.folders).toEqual([{ ...folder, name: 'Школа', total: 1 }])
  expect((await person.send('DELETE', `/chat/folders/${folder.id}`)).status).toBe(200)
  expect((await person.send('DELETE', `/chat/folders/${folder.id}`)).status).toBe(404)
  await place(person, archived, { archived: false })
  expect(await parts(person)).toMatchObject({ folders: [], rest: [archived, open], all: [archived, open] })
})

test('a message or an answer brings a chat back from the archive', async () => {
  const person = await newPerson({ tokens: 20 })
  const [said, asked] = (await makeChats(person, 2)) as [number, number]
  for (const id of [said, asked]) await place(person, id, { archived: true })
  await say(person, said, 'Снова я')
  await ask(person, asked, 'Кратко: что такое гранит?')
  expect((await parts(person)).archive).toEqual([])
})

test('another user’s folder and an unknown place are refused, and change nothing', async () => {
  const [person, other] = [await newPerson({ shard: 1 }), await newPerson({ shard: 1 })]
  const [id = 0] = await makeChats(person, 1)
  const theirs = await makeFolder(other, 'Чужая')
  expect(await place(person, id, { folderId: theirs.id, pinned: true })).toMatchObject({ status: 404 })
  expect(await place(person, id, {})).toMatchObject({ status: 400 })
  expect(await place(person, id, { pinned: true, archived: true })).toMatchObject({ status: 400 })
  for (const name of ['', '   ', 'я'.repeat(61)])
    expect((await person.send('POST', '/chat/folders', { name })).status).toBe(400)
  expect(await parts(person)).toEqual({ pinned: [], folders: [], rest: [id], archive: [], all: [id] })
})

test('folders and pinned chats have limits', async () => {
  const person = await newPerson()
  const ids = await makeChats(person, 2)
  const rows = historyRows(person.userId)
  const numbers = 'with recursive number(n) as (select 1 union all select n + 1 from number where n < ?2)'
  await rows.batch([
    rows.prepare('update conversations set pinned_at = 1 where id = ?').bind(ids[0]),
    rows
      .prepare(
        `${numbers} insert into conversations (user_id, title, service, model, created_at, updated_at, pinned_at)
        select ?1, 'Чат', 'chatgpt', 'm', n, n, 1 from number`
      )
      .bind(person.userId, pinnedMax - 1),
    rows
      .prepare(
        `${numbers} insert into folders (user_id, kind, name, created_at) select ?1, 'chat', 'Ф' || n, n from number`
      )
      .bind(person.userId, foldersMax - 1)
  ])
  expect(await place(person, ids.at(-1)!, { pinned: true })).toMatchObject({ status: 409, code: 'PINNED_FULL' })
  expect(await place(person, ids[0]!, { pinned: true })).toMatchObject({ status: 200 })
  await makeFolder(person, 'Последняя')
  expect(await answered(await person.send('POST', '/chat/folders', { name: 'Ещё' }))).toMatchObject({
    status: 409,
    code: 'FOLDERS_FULL'
  })
})

test('600 chats in all parts of the list are read by index alone, in one trip', async () => {
  const person = await newPerson({ shard: 1 })
  const { userId } = person
  const history = openHistory(env, userId)
  const { id: folder } = await makeFolder(person, 'Большая')
  await historyRows(userId)
    .prepare(
      `with recursive number(n) as (select 1 union all select n + 1 from number where n < 600)
      insert into conversations (user_id, title, service, model, created_at, updated_at, pinned_at, archived_at, folder_id)
      select ?1, 'Чат', 'chatgpt', 'm', n, n, iif(n % 60 = 0, 1, null), iif(n % 4 = 1, 1, null), iif(n % 4 = 2, ?2, null)
      from number`
    )
    .bind(userId, folder)
    .run()
  const page = { limit: 20, offset: 40, sort: 'updated_at_desc', service: 'chatgpt' } as const
  for (const wanted of [{ section: 'rest' }, { section: 'archive' }, { section: 'all', folder }] as const) {
    const { trips, steps } = await plansOf(userId, async () => {
      expect((await pageOfConversations(history, userId, { ...page, ...wanted })).items).toHaveLength(20)
    })
    expect(trips).toBe(1)
    expect(steps.filter((step) => /^SCAN (conversations|folders|conversation_counts)|TEMP B-TREE/.test(step))).toEqual(
      []
    )
    expect(steps.join()).toContain('conversations_of_section (user_id=? AND service=? AND section=?)')
  }
  const rest = await pageOfConversations(history, userId, { ...page, section: 'rest' })
  expect([rest.total, rest.above]).toMatchObject([290, { pinned: { length: 10 }, archived: 150 }])
  expect(rest.above?.folders).toMatchObject([{ name: 'Большая', total: 150 }])
  // The list of all services is merged from theirs by the same index.
  await historyRows(userId)
    .prepare(`update conversations set service = iif(id % 3 = 0, 'claude', 'xai') where id % 3 < 2 and user_id = ?`)
    .bind(userId)
    .run()
  const { service: _service, ...ofAll } = page
  const { trips, steps } = await plansOf(userId, async () => {
    const found = await pageOfConversations(history, userId, { ...ofAll, section: 'rest' })
    expect(found.items.map(({ id }) => id)).toEqual(rest.items.map(({ id }) => id))
    expect([found.total, found.above]).toMatchObject([290, { pinned: { length: 10 }, archived: 150 }])
    expect(found.above?.folders).toMatchObject([{ name: 'Большая', total: 150 }])
  })
  expect(trips).toBe(1)
  expect(steps.filter((step) => /^SCAN (conversations|folders|conversation_counts)|TEMP B-TREE/.test(step))).toEqual([])
  const moved = await plansOf(userId, () =>
    placeConversations(history, userId, { ids: [rest.items[0]!.id], pinned: true, now: 1 })
  )
  expect(
    moved.steps.filter((step) => step.startsWith('SCAN') && !/json_each|CONSTANT ROW|subquery/.test(step))
  ).toEqual([])
})

test('folders with an instruction or files are marked as projects', async () => {
  const project = await newProject()
  const { person, id } = project
  const marked = async () => {
    const { above } = await list(person, 'section=rest')
    const { folders } = await dataOf<{ folders: Folder[] }>(await person.send('GET', '/chat/folders'))
    return [above.folders, folders].map((found) => found.map((folder) => folder.is_project))
  }
  expect(await marked()).toEqual([[undefined], [undefined]])
  await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { instruction: 'Кратко' }))
  expect(await marked()).toEqual([[true], [true]])
  await dataOf(await person.send('PUT', `/chat/folders/${id}/project`, { instruction: '', memory: false }))
  expect(await marked()).toEqual([[undefined], [undefined]])
  const file = await addText(project, 'заметки.txt', 'Маяк')
  expect(await marked()).toEqual([[true], [true]])
  await dataOf(await person.send('DELETE', `/chat/folders/${id}/files/${file}`))
  expect(await marked()).toEqual([[undefined], [undefined]])
})
