// A request names a file of an earlier work in place of an upload: whose it may be, what may be named, and what remains when
// the earlier work is deleted at any point.
import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { openHistory } from '#data/database.ts'
import { jobs } from '#data/history/schema.ts'
import { jobView } from '#data/history/job-view.ts'
import { sourceKey, uploadKey } from '#data/job-files.ts'
import { removeStrayUploads } from '#queues/files.ts'
import { environmentOf } from '#worker/http/context.ts'
import {
  expectUntouched,
  jobOf,
  keyed,
  later,
  moneyOf,
  rowsOf,
  sendWith,
  standingQueues,
  storedUpload,
  submitted
} from '../support/worker/generating.ts'
import { guardedDatabases } from '../support/worker/breaking.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg, png } from '../support/worker/pictures.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { newWork } from '../support/worker/works.ts'

setStage()

const dayMs = 24 * 60 * 60 * 1000
const gone = 'Этого файла больше нет: работа удалена. Загрузите файл или выберите другую работу'
const { bindings } = standingQueues()

const edit = (person: Person, image: unknown, headers: Record<string, string> = {}, more: object = bindings) =>
  sendWith(person, more, '/ai/image/edit', { body: { image, prompt: 'Закат' }, headers: { ...later, ...headers } })

const open = (url: string) => exports.default.fetch(new Request(url))

const remove = (person: Person, operationId: string) => person.send('DELETE', `/jobs/${operationId}/files`)

async function expectRefused(response: Response, msg: string) {
  expect(await answered(response)).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    data: { details: [{ path: 'image', msg }] }
  })
}

/** Makes the row say other things of its files. */
const setFiles = (id: string, changes: { type: string }[]) =>
  openHistory(env, id)
    .update(jobs)
    .set({ files: changes.map((change, index) => ({ ...noFacts, index, ...change })) })
    .where(eq(jobs.id, id))
const noFacts = { sizeBytes: 100, width: null, height: null, durationSeconds: null }

/** Runs the queue until the job has ended. */
async function edited(person: Person, image: unknown, prompt = 'Закат'): Promise<Job> {
  const queue = new TestQueue()
  const body = { image, prompt }
  const { job } = await submitted(await sendWith(person, queue.bindings, '/ai/image/edit', { body, headers: later }))
  await queue.drain()
  return jobOf(person, job.id)
}

describe('a work as the source of another', () => {
  test('goes along on the server, and the new job knows it', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    const { job } = await submitted(await edit(person, work.ref))
    const from = { job: work.operationId, file: 0 }
    expect(job).toMatchObject({ uploads: ['image'], sources: [{ parameter: 'image', from }] })
    const [row] = (await rowsOf(person)).filter(({ operationId }) => operationId === job.id)
    expect(row?.madeFrom).toEqual([{ parameter: 'image', ...from }])
    expect(await storedUpload(row!, 'image')).toEqual(png(80, 64))
  })

  test('may be deleted as soon as the job has begun', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    const queue = new TestQueue()
    const { job } = await submitted(await edit(person, work.ref, {}, queue.bindings))
    expect((await remove(person, work.operationId)).status).toBe(200)
    await queue.drain()
    expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: 7 })
  })

  test('that was deleted before is refused, and nothing is reserved', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    await remove(person, work.operationId)
    await expectRefused(await edit(person, work.ref), gone)
    expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
    expect(await rowsOf(person)).toHaveLength(1)
  })

  test('of another user is refused like one that never was', async () => {
    const owner = await newPerson({ tokens: 20 })
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(owner)
    const nobodys = `work:${crypto.randomUUID()}.0`
    await expectRefused(await edit(person, work.ref), gone)
    await expectRefused(await edit(person, nobodys), gone)
    await expectUntouched(person, 20)
  })

  test('may be neither of another kind nor unfinished nor too large', async () => {
    const person = await newPerson({ tokens: 20 })
    const { job } = await submitted(await edit(person, (await newWork(person)).ref))
    await expectRefused(await edit(person, `work:${job.id}.0`), 'Эта работа ещё не готова. Дождитесь результата')
    const lost = await newWork(person)
    await env.MEDIA.delete(`results/${lost.id}/0`)
    await expectRefused(await edit(person, lost.ref), gone)
    const film = await newWork(person)
    await setFiles(film.id, [{ type: 'video/mp4' }])
    await expectRefused(await edit(person, film.ref), 'Этот результат сюда не подходит: нужно изображение')
    const large = await newWork(person, new Uint8Array([...png(80, 64), ...new Uint8Array(4 * 1024 * 1024)]))
    await expectRefused(await edit(person, large.ref), 'Размер файла не должен превышать 4MB')
    await expectRefused(await edit(person, (await newWork(person)).ref.replace('.0', '.7')), gone)
    expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 7 })
  })

  test.each(['work:', 'work:x.0', 'work:../../results.0', 'work:12345678.01', 'work:12345678.a/b', 'work:12345678'])(
    'is not found under the name %s',
    async (name) => {
      const person = await newPerson({ tokens: 20 })
      await expectRefused(await edit(person, name), 'Такой файл не поддерживается')
      await expectUntouched(person, 20)
    }
  )

  test('is named by a picture that the browser made of it', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    const smaller = dataUrl('image/jpeg', jpeg).replace(';base64', `;work=${work.operationId}.0;base64`)
    const { job } = await submitted(await edit(person, smaller))
    expect(job.sources).toMatchObject([{ parameter: 'image', from: { job: work.operationId, file: 0 } }])
    const stranger = await newPerson({ tokens: 20 })
    const { job: other } = await submitted(await edit(stranger, smaller))
    expect(other.sources).toMatchObject([{ parameter: 'image', from: null }])
  })
})

test('an edited picture comes back in its own proportions, and as a square for a client that asks for one', async () => {
  const person = await newPerson({ tokens: 20 })
  const image = dataUrl('image/png', png(120, 90))
  expect((await edited(person, image)).files).toMatchObject([{ width: 1152, height: 864 }])
  const body = { image, prompt: 'Закат', size: '1024x1024' }
  const { job } = await submitted(await sendWith(person, bindings, '/ai/image/edit', { body, headers: later }))
  const row = (await rowsOf(person)).find(({ operationId }) => operationId === job.id)
  expect(row?.options).toMatchObject({ size: '1024x1024' })
})

describe('a submission that is repeated', () => {
  test('finds its job although the source was deleted meanwhile', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    const headers = keyed()
    const { job } = await submitted(await edit(person, work.ref, headers))
    await remove(person, work.operationId)
    const again = await edit(person, work.ref, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await submitted(again)).job.id).toBe(job.id)
    expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 7 })
  })

  test('with another source is refused', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = keyed()
    await submitted(await edit(person, (await newWork(person)).ref, headers))
    const other = await edit(person, (await newWork(person)).ref, headers)
    expect(await answered(other)).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
  })

  test('after a crash before its row begins the job with the stored copy', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    const headers = keyed()
    const dying = guardedDatabases((run, name) =>
      name.startsWith('insert into "jobs"') ? Promise.reject(new Error('Died')) : run()
    )
    expect((await edit(person, work.ref, headers, { ...bindings, ...dying })).status).toBe(500)
    const { job } = await submitted(await edit(person, work.ref, headers))
    expect(job.state).toBe('queued')
    expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 7 })
  })
})

describe('the file that a job was made from', () => {
  const keysOf = async (id: string) => {
    const [uploads, sources] = await Promise.all(
      [`uploads/${id}/`, `sources/${id}/`].map(async (prefix) => (await env.MEDIA.list({ prefix })).objects.length)
    )
    return { uploads, sources }
  }
  const rowOf = async (person: Person, { id }: Job) =>
    (await rowsOf(person)).find(({ operationId }) => operationId === id)!

  test('is kept with the result, can be read and used again, and goes with the work', async () => {
    const person = await newPerson({ tokens: 20 })
    const first = await edited(person, dataUrl('image/png', png(80, 64)))
    const { id } = await rowOf(person, first)
    expect(await keysOf(id)).toEqual({ uploads: 0, sources: 1 })
    const [source] = first.sources
    const read = await open(source!.url)
    expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(png(80, 64))
    const second = await submitted(await edit(person, `work:${first.id}.image`))
    expect(second.job.sources).toMatchObject([{ parameter: 'image', from: null }])
    await remove(person, first.id)
    expect(await keysOf(id)).toEqual({ uploads: 0, sources: 0 })
    expect((await open(source!.url)).status).toBe(404)
  })

  test('is not kept twice when it came from another work, and is found there', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newWork(person)
    const first = await edited(person, work.ref)
    expect(await keysOf((await rowOf(person, first)).id)).toEqual({ uploads: 0, sources: 0 })
    const { job } = await submitted(await edit(person, `work:${first.id}.image`))
    expect(job.sources).toMatchObject([{ from: { job: work.operationId, file: 0 } }])
    await remove(person, work.operationId)
    await expectRefused(await edit(person, `work:${first.id}.image`), gone)
  })

  test('of a job that failed can be used again for a day', async () => {
    const person = await newPerson({ tokens: 20 })
    const failed = await edited(person, dataUrl('image/png', png(80, 64)), 'Закат [сбой:модерация]')
    expect(failed).toMatchObject({ state: 'failed', chargedTokens: 0, sources: [{ parameter: 'image' }] })
    expect((await open(failed.sources[0]!.url)).status).toBe(200)
    const row = await rowOf(person, failed)
    expect(jobView(row, environmentOf(env), row.createdAt + dayMs).sources).toEqual([])
    await removeStrayUploads(env, Date.now() + dayMs)
    await expectRefused(await edit(person, `work:${failed.id}.image`), gone)
  })

  test('is moved once however often the move is interrupted', async () => {
    const person = await newPerson({ tokens: 20 })
    const image = dataUrl('image/png', png(80, 64))
    let deaths = 0
    const MEDIA = new Proxy(env.MEDIA, {
      get: (bucket, name) => {
        if (name === 'delete' && deaths++ < 2) return () => Promise.reject(new Error('Died'))
        const value: unknown = Reflect.get(bucket, name)
        return typeof value === 'function' ? value.bind(bucket) : value
      }
    })
    const queue = new TestQueue({ MEDIA })
    const { job } = await submitted(await edit(person, image, {}, queue.bindings))
    const { id } = await rowOf(person, job)
    await queue.drain()
    expect(deaths).toBeGreaterThan(2)
    expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: 7 })
    expect(await env.MEDIA.head(sourceKey(id, 'image'))).not.toBeNull()
    expect(await env.MEDIA.head(uploadKey(id, 'image'))).toBeNull()
  })
})
