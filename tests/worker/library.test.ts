// «Мои работы»: what the list has, what the search finds, and what happens to many works at once.
import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import type { LibraryWork, WorkFolder } from '#contract/library.ts'
import { openHistory } from '#data/database.ts'
import { jobs } from '#data/history/schema.ts'
import { jobIdOf, resultKey } from '#data/job-files.ts'
import { unzipSync } from 'fflate'
import { userOf } from '#durable-objects/stubs.ts'
import { filesLeft } from '../support/worker/owner.ts'
import { historyRows } from '../support/worker/histories.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { countOf, recount } from '../support/worker/storing.ts'

afterEach(() => void vi.restoreAllMocks())

type NewWork = Partial<typeof jobs.$inferInsert> & { prompt?: string }

let clock = 1_790_000_000_000

/** A finished picture; later ones are newer. @returns its id */
async function add({ userId }: Person, { prompt = 'море', ...more }: NewWork = {}): Promise<string> {
  const operationId = more.operationId ?? crypto.randomUUID()
  const id = jobIdOf(userId, operationId)
  clock += 1000
  const file = { index: 0, type: 'image/png', sizeBytes: 5, width: 1024, height: 512, durationSeconds: null }
  await openHistory(env, userId)
    .insert(jobs)
    .values({
      id,
      userId,
      operationId,
      fingerprint: 'x',
      kind: 'image',
      service: 'flux',
      provider: 'bfl',
      upstreamModel: 'flux-2-pro',
      parameters: { prompt },
      options: { prompt },
      uploads: [],
      priceTokens: 3,
      chargedTokens: 3,
      step: 'completed',
      deadlineAt: clock,
      files: [file],
      createdAt: clock,
      finishedAt: clock,
      ...more
    })
  await env.MEDIA.put(resultKey(id, 0), 'bytes')
  return operationId
}

interface Page {
  works: LibraryWork[]
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
  (await dataOf<{ folder: WorkFolder }>(await send('POST', '/library/folders', { name }))).folder
const folders = async ({ send }: Person) =>
  (await dataOf<{ folders: WorkFolder[] }>(await send('GET', '/library/folders'))).folders

test('the list has finished works only, newest first, in pages, and counts them once', async () => {
  const person = await newPerson()
  const first = await add(person)
  await add(person, { step: 'failed', failure: 'MODERATED', files: [] })
  await add(person, { deletedAt: 1 })
  await add(person, { step: 'running', finishedAt: null, files: [] })
  const second = await add(person, {
    kind: 'audio',
    service: 'elevenlabs',
    files: [{ index: 0, type: 'audio/mpeg', sizeBytes: 7, width: null, height: null, durationSeconds: 2 }]
  })
  await add(await newPerson())
  const page = await list(person, 'limit=1&whole=1')
  expect(page).toMatchObject({ hasMore: true, total: 2, indexing: false, cut: false })
  expect(page.works).toEqual([
    { id: second, created_at: clock - 1000, ratio: null, favourite: false, folder_id: null, size_bytes: 7 }
  ])
  expect(page.jobs.map(({ id }) => id)).toEqual([second])
  const rest = await list(person, `limit=1&before=${second}`)
  expect(rest).toMatchObject({ hasMore: false, total: null, jobs: [], works: [{ id: first, ratio: 2 }] })
})

test('filters by service, kind and date hold together', async () => {
  const person = await newPerson()
  const old = await add(person, { createdAt: 1000 })
  const film = await add(person, { kind: 'video', service: 'luma' })
  const tool = await add(person, { kind: 'image-tool', service: 'stability' })
  expect(await idsIn(person, 'kind=image')).toEqual([tool, old])
  expect(await idsIn(person, 'service=luma')).toEqual([film])
  expect(await idsIn(person, 'kind=image&from=2000')).toEqual([tool])
  expect(await list(person, 'to=1001')).toMatchObject({ total: 1, works: [{ id: old }] })
})

test('a search finds the beginnings of words without case, in the newest prompts first', async () => {
  const person = await newPerson()
  const cat = await add(person, { prompt: 'Рыжий КОТ у Ёлки' })
  const cats = await add(person, { prompt: 'коты и собаки' })
  expect(await find(person, 'кот')).toEqual([cats, cat])
  expect(await find(person, 'елк КОТ')).toEqual([cat])
  expect(await find(person, 'лошадь')).toEqual([])
  expect(await find(person, '"!')).toEqual([])
  const later = await add(person, { prompt: 'ещё кот', service: 'midjourney' })
  expect(await find(person, 'кот')).toEqual([later, cats, cat])
  expect(await idsIn(person, `q=${encodeURIComponent('кот')}&service=midjourney`)).toEqual([later])
})

test('a work that was stored later than a newer one is found', async () => {
  const person = await newPerson()
  const now = Date.now()
  const newer = await add(person, { prompt: 'лес', createdAt: now })
  expect(await find(person, 'лес')).toEqual([newer])
  const older = await add(person, { prompt: 'лес', createdAt: now - 2000 })
  expect(await find(person, 'лес')).toEqual([newer, older])
})

test('nobody finds the words of somebody else, and deleted words are forgotten', async () => {
  const person = await newPerson()
  const id = await add(person, { prompt: 'секретный маяк' })
  expect(await find(await newPerson(), 'маяк')).toEqual([])
  expect(await find(person, 'маяк')).toEqual([id])
  expect((await person.send('DELETE', `/jobs/${id}/files`)).status).toBe(200)
  expect(await find(person, 'маяк')).toEqual([])
  const asker = { sessionId: person.sessionId, limit: { key: 'x', limit: 100, windowMs: 1000 } }
  expect(await userOf(env, person.userId).readWorkHits(asker, ['маяк'])).toMatchObject({ hits: { workIds: [] } })
})

test('favourites and folders: only one’s own works move, and only into one’s own folders', async () => {
  const person = await newPerson()
  const stranger = await newPerson()
  const [one, two] = [await add(person), await add(person)]
  const foreign = await add(stranger)
  expect(await place(person, { ids: [one, foreign], favourite: true })).toMatchObject({ data: { ids: [one] } })
  expect(await idsIn(person, 'favourite=1')).toEqual([one])
  expect(await idsIn(stranger, 'favourite=1')).toEqual([])
  const folder = await newFolder(person)
  const theirs = await newFolder(stranger)
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

test('a user has at most a hundred folders', async () => {
  const person = await newPerson()
  await historyRows(person.userId)
    .prepare(
      `with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 100)
      insert into work_folders (user_id, name, created_at) select ?, 'Папка ' || n, n from counted`
    )
    .bind(person.userId)
    .run()
  expect(await answered(await person.send('POST', '/library/folders', { name: 'Ещё' }))).toMatchObject({
    status: 409,
    code: 'FOLDERS_FULL'
  })
})

test('many works are deleted with their files; running ones and those of others stay, and a repetition says the same', async () => {
  const person = await newPerson()
  const stranger = await newPerson()
  const [one, two] = [await add(person), await add(person)]
  const running = await add(person, { step: 'running', finishedAt: null, files: [] })
  const foreign = await add(stranger)
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

interface Zip {
  url: string
  files: number
  sizeBytes: number
}
const pathOf = (url: string) => url.slice(`${env.SITE_ORIGIN}/api`.length)

test('a ZIP has all files under different names, as many bytes as was said, and ends with the session', async () => {
  const person = await newPerson({ shard: 1 })
  const ids = [await add(person), await add(person), await add(person, { prompt: 'другое' })]
  const made = await dataOf<Zip>(await person.send('POST', '/library/zips', { ids }))
  const response = await sendAsVisitor('GET', pathOf(made.url))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="works.zip"'
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect(bytes.length).toBe(made.sizeBytes)
  const files = unzipSync(bytes)
  expect(Object.keys(files).toSorted()).toEqual(
    ['Flux - другое.png', 'Flux - море (2).png', 'Flux - море.png'].toSorted()
  )
  expect(Object.values(files).map((file) => new TextDecoder().decode(file))).toEqual(['bytes', 'bytes', 'bytes'])
  expect((await sendAsVisitor('GET', pathOf(made.url).replace(/subject=[^&]/, 'subject=A'))).status).toBe(404)
  await person.send('POST', '/auth/logout')
  expect((await sendAsVisitor('GET', pathOf(made.url))).status).toBe(404)
})

test('no ZIP has a work of somebody else, and none is larger than may be', async () => {
  const person = await newPerson()
  const own = await add(person)
  const foreign = await add(await newPerson())
  expect(await answered(await person.send('POST', '/library/zips', { ids: [own, foreign] }))).toMatchObject({
    status: 404
  })
  const file = { index: 0, type: 'video/mp4', sizeBytes: 1_000_000_000, width: 1, height: 1, durationSeconds: 1 }
  const film = await add(person, { kind: 'video', service: 'luma', files: [file] })
  expect(await answered(await person.send('POST', '/library/zips', { ids: [own, film] }))).toMatchObject({
    status: 413,
    code: 'ZIP_TOO_LARGE'
  })
})

test('a ZIP whose work is deleted before the download is refused', async () => {
  const person = await newPerson()
  const ids = [await add(person), await add(person)]
  const { url } = await dataOf<Zip>(await person.send('POST', '/library/zips', { ids }))
  await person.send('DELETE', `/jobs/${ids[0]}/files`)
  expect((await sendAsVisitor('GET', pathOf(url))).status).toBe(404)
})

test('works are read by their ids, and only one’s own', async () => {
  const person = await newPerson()
  const [one, two] = [await add(person), await add(person)]
  const foreign = await add(await newPerson())
  const read = await dataOf<Page>(await person.send('GET', `/library/jobs?ids=${[one, foreign, two].join(',')}`))
  expect(read.jobs.map(({ id }) => id)).toEqual([two, one])
  expect(read.works).toHaveLength(2)
  expect((await person.send('GET', '/library/jobs?ids=')).status).toBe(400)
})
