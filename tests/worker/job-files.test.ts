// A request names a file of an earlier work in place of an upload: whose it may be, what may be named, and what remains when
// the earlier work is deleted at any point.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
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
import { answered, newPerson } from '../support/worker/person.ts'
import { dataUrl, jpeg, png } from '../support/worker/pictures.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { edit, edited, expectRefusedImage, gone, newFinishedJob, removeJob } from '../support/worker/finished-job.ts'

setStage()

const { bindings } = standingQueues()

/** Makes the row say other things of its files. */
const setFiles = (id: string, changes: { type: string }[]) =>
  openHistory(env, id)
    .update(jobs)
    .set({ files: changes.map((change, index) => ({ ...noFacts, index, ...change })) })
    .where(eq(jobs.id, id))
const noFacts = { sizeBytes: 100, width: null, height: null, durationSeconds: null }

describe('a work as the source of another', () => {
  test('goes along on the server, and the new job knows it', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
    const { job } = await submitted(await edit(person, work.ref))
    const from = { job: work.operationId, file: 0 }
    expect(job).toMatchObject({ uploads: ['image'], sources: [{ parameter: 'image', from }] })
    const [row] = (await rowsOf(person)).filter(({ operationId }) => operationId === job.id)
    expect(row?.madeFrom).toEqual([{ parameter: 'image', ...from }])
    expect(await storedUpload(row!, 'image')).toEqual(png(80, 64))
  })

  test('may be deleted as soon as the job has begun', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
    const queue = new TestQueue()
    const { job } = await submitted(await edit(person, work.ref, {}, queue.bindings))
    expect((await removeJob(person, work.operationId)).status).toBe(200)
    await queue.drain()
    expect(await jobOf(person, job.id)).toMatchObject({ state: 'completed', chargedTokens: 7 })
  })

  test('that was deleted before is refused, and nothing is reserved', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
    await removeJob(person, work.operationId)
    await expectRefusedImage(await edit(person, work.ref), gone)
    expect(await moneyOf(person)).toEqual({ availableTokens: 20, reservedTokens: 0 })
    expect(await rowsOf(person)).toHaveLength(1)
  })

  test('of another user is refused like one that never was', async () => {
    const owner = await newPerson({ tokens: 20 })
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(owner)
    const nobodys = `work:${crypto.randomUUID()}.0`
    await expectRefusedImage(await edit(person, work.ref), gone)
    await expectRefusedImage(await edit(person, nobodys), gone)
    await expectUntouched(person, 20)
  })

  test('may be neither of another kind nor unfinished nor too large', async () => {
    const person = await newPerson({ tokens: 20 })
    const { job } = await submitted(await edit(person, (await newFinishedJob(person)).ref))
    await expectRefusedImage(await edit(person, `work:${job.id}.0`), 'Эта работа ещё не готова. Дождитесь результата')
    const lost = await newFinishedJob(person)
    await env.MEDIA.delete(`results/${lost.id}/0`)
    await expectRefusedImage(await edit(person, lost.ref), gone)
    const film = await newFinishedJob(person)
    await setFiles(film.id, [{ type: 'video/mp4' }])
    await expectRefusedImage(await edit(person, film.ref), 'Этот результат сюда не подходит: нужно изображение')
    const large = await newFinishedJob(person, new Uint8Array([...png(80, 64), ...new Uint8Array(4 * 1024 * 1024)]))
    await expectRefusedImage(await edit(person, large.ref), 'Размер файла не должен превышать 4MB')
    await expectRefusedImage(await edit(person, (await newFinishedJob(person)).ref.replace('.0', '.7')), gone)
    expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 7 })
  })

  test.each(['work:', 'work:x.0', 'work:../../results.0', 'work:12345678.01', 'work:12345678.a/b', 'work:12345678'])(
    'is not found under the name %s',
    async (name) => {
      const person = await newPerson({ tokens: 20 })
      await expectRefusedImage(await edit(person, name), 'Такой файл не поддерживается')
      await expectUntouched(person, 20)
    }
  )

  test('is named by a picture that the browser made of it', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
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
  expect((await edited(person, image, 'Закат', true)).files).toMatchObject([{ width: 1152, height: 864 }])
  const body = { image, prompt: 'Закат', size: '1024x1024' }
  const { job } = await submitted(await sendWith(person, bindings, '/ai/image/edit', { body, headers: later }))
  const row = (await rowsOf(person)).find(({ operationId }) => operationId === job.id)
  expect(row?.options).toMatchObject({ size: '1024x1024' })
})

describe('a submission that is repeated', () => {
  test('finds its job although the source was deleted meanwhile', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
    const headers = keyed()
    const { job } = await submitted(await edit(person, work.ref, headers))
    await removeJob(person, work.operationId)
    const again = await edit(person, work.ref, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await submitted(again)).job.id).toBe(job.id)
    expect(await moneyOf(person)).toEqual({ availableTokens: 13, reservedTokens: 7 })
  })

  test('with another source is refused', async () => {
    const person = await newPerson({ tokens: 20 })
    const headers = keyed()
    await submitted(await edit(person, (await newFinishedJob(person)).ref, headers))
    const other = await edit(person, (await newFinishedJob(person)).ref, headers)
    expect(await answered(other)).toMatchObject({ code: 'IDEMPOTENCY_MISMATCH' })
  })

  test('after a crash before its row begins the job with the stored copy', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
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
