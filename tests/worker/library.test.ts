// «Мои работы»: what the list has, what the search finds, and what happens to many works at once.
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { Folder } from '#contract/folders.ts'
import type { LibraryItem } from '#contract/library.ts'
import { jobIdOf, resultKey } from '#data/files/job-files.ts'
import { userOf } from '#durable-objects/stubs.ts'
import { filesLeft } from '../support/worker/owner.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person } from '../support/worker/person.ts'
import { addFinished, newestAt } from '../support/worker/finished-jobs.ts'
import { countOf, newConversation, recount } from '../support/worker/storing.ts'

interface Page {
  works: LibraryItem[]
  jobs: Job[]
  hasMore: boolean
  total: number | null
  indexing: boolean
  cut: boolean
}

const list = async ({ send }: Person, query = '') => dataOf<Page>(await send('GET', `/library/works?${query}`))
const idsIn = async (person: Person, query = '') => (await list(person, query)).works.map(({ id }) => id)
const find = (person: Person, q: string) => idsIn(person, new URLSearchParams({ q }).toString())
const place = async ({ send }: Person, body: object) => answered(await send('PUT', '/library/works', body))
const newFolder = async ({ send }: Person, name = 'Реклама') =>
  (await dataOf<{ folder: Folder }>(await send('POST', '/library/folders', { name }))).folder
const folders = async ({ send }: Person) =>
  (await dataOf<{ folders: Folder[] }>(await send('GET', '/library/folders'))).folders

test('the list has finished works only, newest first, in pages, and counts them once', async () => {
  const person = await newPerson()
  const first = await addFinished(person)
  await addFinished(person, { step: 'failed', failure: 'MODERATED', files: [] })
  await addFinished(person, { deletedAt: 1 })
  await addFinished(person, { step: 'running', finishedAt: null, files: [] })
  const second = await addFinished(person, {
    kind: 'audio',
    service: 'elevenlabs',
    files: [{ index: 0, type: 'audio/mpeg', sizeBytes: 7, width: null, height: null, durationSeconds: 2 }]
  })
  await addFinished(await newPerson())
  const page = await list(person, 'limit=1&whole=1')
  expect(page).toMatchObject({ hasMore: true, total: 2, indexing: false, cut: false })
  expect(page.works).toEqual([
    { id: second, created_at: newestAt() - 1000, ratio: null, favourite: false, folder_id: null, size_bytes: 7 }
  ])
  expect(page.jobs.map(({ id }) => id)).toEqual([second])
  const rest = await list(person, `limit=1&before=${second}`)
  expect(rest).toMatchObject({ hasMore: false, total: null, jobs: [], works: [{ id: first, ratio: 2 }] })
})

test('filters by service, kind and date hold together', async () => {
  const person = await newPerson()
  const old = await addFinished(person, { createdAt: 1000 })
  const film = await addFinished(person, { kind: 'video', service: 'luma' })
  const tool = await addFinished(person, { kind: 'image-tool', service: 'stability' })
  expect(await idsIn(person, 'kind=image')).toEqual([tool, old])
  expect(await idsIn(person, 'service=luma')).toEqual([film])
  expect(await idsIn(person, 'kind=image&from=2000')).toEqual([tool])
  expect(await list(person, 'to=1001')).toMatchObject({ total: 1, works: [{ id: old }] })
})

test('a search finds the beginnings of words without case, in the newest prompts first', async () => {
  const person = await newPerson()
  const cat = await addFinished(person, { prompt: 'Рыжий КОТ у Ёлки' })
  const cats = await addFinished(person, { prompt: 'коты и собаки' })
  expect(await find(person, 'кот')).toEqual([cats, cat])
  expect(await find(person, 'елк КОТ')).toEqual([cat])
  expect(await find(person, 'лошадь')).toEqual([])
  expect(await find(person, '"!')).toEqual([])
  const later = await addFinished(person, { prompt: 'ещё кот', service: 'midjourney' })
  expect(await find(person, 'кот')).toEqual([later, cats, cat])
  expect(await idsIn(person, `q=${encodeURIComponent('кот')}&service=midjourney`)).toEqual([later])
})

test('a work that was stored later than a newer one is found', async () => {
  const person = await newPerson()
  const now = Date.now()
  const newer = await addFinished(person, { prompt: 'лес', createdAt: now })
  expect(await find(person, 'лес')).toEqual([newer])
  const older = await addFinished(person, { prompt: 'лес', createdAt: now - 2000 })
  expect(await find(person, 'лес')).toEqual([newer, older])
})

test('no user finds the words of another user, and deleted words are forgotten', async () => {
  const person = await newPerson()
  const id = await addFinished(person, { prompt: 'секретный маяк' })
  expect(await find(await newPerson(), 'маяк')).toEqual([])
  expect(await find(person, 'маяк')).toEqual([id])
  expect((await person.send('DELETE', `/jobs/${id}/files`)).status).toBe(200)
  expect(await find(person, 'маяк')).toEqual([])
  const asker = {
    caller: { kind: 'session' as const, sessionId: person.sessionId },
    limit: { key: 'x', limit: 100, windowMs: 1000 }
  }
  expect(await userOf(env, person.userId).readJobHits(asker, ['маяк'])).toMatchObject({ hits: { operationIds: [] } })
})

test('favourites and folders: only one’s own works move, and only into one’s own folders', async () => {
  const person = await newPerson()
  const stranger = await newPerson()
  const [one, two] = [await addFinished(person), await addFinished(person)]
  const foreign = await addFinished(stranger)
  expect(await place(person, { ids: [one, foreign], favourite: true })).toMatchObject({ data: { ids: [one] } })
  expect(await idsIn(person, 'favourite=1')).toEqual([one])
  expect(await idsIn(stranger, 'favourite=1')).toEqual([])
  const folder = await newFolder(person)
  // In another database a folder may have the same number.
  const theirs = [await newFolder(stranger), await newFolder(stranger, 'Другая')].find(({ id }) => id !== folder.id)!
  expect(await place(person, { ids: [two], folderId: theirs.id })).toMatchObject({ status: 404 })
  expect((await list(person)).works[0]).toMatchObject({ id: two, folder_id: null })
  expect(await place(person, { ids: [one, two], folderId: folder.id })).toMatchObject({ status: 200 })
  expect(await idsIn(person, `folder=${folder.id}`)).toEqual([two, one])
  expect((await person.send('GET', `/library/works?folder=${theirs.id}`)).status).toBe(404)
  expect(await folders(person)).toMatchObject([{ name: 'Реклама', total: 2 }])
  expect((await person.send('PUT', `/library/folders/${folder.id}`, { name: 'Лето и осень' })).status).toBe(200)
  expect(await countOf(person)).toBe(await recount(person))
  expect((await person.send('DELETE', `/library/folders/${folder.id}`)).status).toBe(200)
  expect((await list(person)).works.map(({ folder_id: id }) => id)).toEqual([null, null])
  expect(await idsIn(person, 'favourite=1')).toEqual([one])
  expect(await countOf(person)).toBe(await recount(person))
})

test('a folder of chats is none of works, and the other way round', async () => {
  const person = await newPerson()
  const { id: works } = await newFolder(person)
  const { folder: chats } = await dataOf<{ folder: Folder }>(
    await person.send('POST', '/chat/folders', { name: 'Чаты' })
  )
  const ids = [await addFinished(person)]
  const conversation = await newConversation(person)
  const refused = [
    await person.send('GET', `/library/works?folder=${chats.id}`),
    await person.send('PUT', '/library/works', { ids, folderId: chats.id }),
    await person.send('PUT', `/library/folders/${chats.id}`, { name: 'Работы' }),
    await person.send('DELETE', `/library/folders/${chats.id}`),
    await person.send('PUT', `/chat/conversations/${conversation}/place`, { folderId: works }),
    await person.send('PUT', `/chat/folders/${works}`, { name: 'Чаты' }),
    await person.send('DELETE', `/chat/folders/${works}`)
  ]
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404))
  expect(await folders(person)).toMatchObject([{ id: works, name: 'Реклама' }])
  const listed = await dataOf<{ folders: Folder[] }>(await person.send('GET', '/chat/folders'))
  expect(listed.folders).toMatchObject([{ id: chats.id, name: 'Чаты' }])
})

test('a user has at most a hundred folders of works, whatever there is of chats', async () => {
  const person = await newPerson()
  await historyRows(person.userId)
    .prepare(
      `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 100)
      insert into folders (user_id, kind, name, created_at) select ?, 'library', 'Папка ' || n, n from counted`
    )
    .bind(person.userId)
    .run()
  expect(await answered(await person.send('POST', '/library/folders', { name: 'Ещё' }))).toMatchObject({
    status: 409,
    code: 'FOLDERS_FULL'
  })
  expect((await person.send('POST', '/chat/folders', { name: 'Чаты' })).status).toBe(200)
})

test('many works are deleted with their files; running ones and those of others stay, and a repetition says the same', async () => {
  const person = await newPerson()
  const stranger = await newPerson()
  const [one, two] = [await addFinished(person), await addFinished(person)]
  const running = await addFinished(person, { step: 'running', finishedAt: null, files: [] })
  const foreign = await addFinished(stranger)
  const remove = async () =>
    (
      await dataOf<{ deleted: string[] }>(
        await person.send('POST', '/library/deletions', { ids: [one, two, running, foreign, 'work-of-nobody'] })
      )
    ).deleted.toSorted()
  expect(await remove()).toEqual([one, two].toSorted())
  expect(await remove()).toEqual([one, two].toSorted())
  expect(await filesLeft([one, two].map((id) => resultKey(jobIdOf(person.userId, id), 0)))).toBe(0)
  expect(await idsIn(stranger)).toEqual([foreign])
  expect((await list(person)).total).toBe(0)
})

test('works are read by their ids, and only one’s own', async () => {
  const person = await newPerson()
  const [one, two] = [await addFinished(person), await addFinished(person)]
  const foreign = await addFinished(await newPerson())
  const read = await dataOf<Page>(await person.send('GET', `/library/jobs?ids=${[one, foreign, two].join(',')}`))
  expect(read.jobs.map(({ id }) => id)).toEqual([two, one])
  expect(read.works).toHaveLength(2)
  expect((await person.send('GET', '/library/jobs?ids=')).status).toBe(400)
})
