// The file that a work was made from: how long it is kept, who reads it, and that it is used again.
import { env, exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Job } from '#contract/jobs.ts'
import { jobView } from '#data/history/job-view.ts'
import { sourceKey, uploadKey } from '#data/files/job-files.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { removeStray } from '#queues/steps/files.ts'
import { archiveBody } from '#worker/people/account-archive.ts'
import { jobOf, rowsOf, storedUpload, submitted } from '../support/worker/generating.ts'
import { newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, png } from '../support/worker/pictures.ts'
import { entriesOf } from '../support/worker/zip.ts'
import { setStage } from '../support/worker/stage.ts'
import { TestQueue } from '../support/worker/test-queue.ts'
import { edit, edited, expectRefusedImage, gone, newFinishedJob, removeJob } from '../support/worker/finished-job.ts'

setStage()

const dayMs = 24 * 60 * 60 * 1000
const open = (url: string) => exports.default.fetch(new Request(url))

const keysOf = async (id: string) => {
  const [uploads, sources] = await Promise.all(
    [`uploads/${id}/`, `sources/${id}/`].map(async (prefix) => (await env.MEDIA.list({ prefix })).objects.length)
  )
  return { uploads, sources }
}
const rowOf = async (person: Person, { id }: Job) =>
  (await rowsOf(person)).find(({ operationId }) => operationId === id)!

describe('the file that a job was made from', () => {
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
    await removeJob(person, first.id)
    expect(await keysOf(id)).toEqual({ uploads: 0, sources: 0 })
    expect((await open(source!.url)).status).toBe(404)
  })

  test('is not kept twice when it came from another work, and is found there', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
    const first = await edited(person, work.ref)
    expect(await keysOf((await rowOf(person, first)).id)).toEqual({ uploads: 0, sources: 0 })
    const { job } = await submitted(await edit(person, `work:${first.id}.image`))
    expect(job.sources).toMatchObject([{ from: { job: work.operationId, file: 0 } }])
    await removeJob(person, work.operationId)
    await expectRefusedImage(await edit(person, `work:${first.id}.image`), gone)
  })

  test('of a job that failed can be used again for a day', async () => {
    const person = await newPerson({ tokens: 20 })
    const failed = await edited(person, dataUrl('image/png', png(80, 64)), 'Закат [сбой:модерация]')
    expect(failed).toMatchObject({ state: 'failed', chargedTokens: 0, sources: [{ parameter: 'image' }] })
    expect((await open(failed.sources[0]!.url)).status).toBe(200)
    const row = await rowOf(person, failed)
    expect(jobView(row, environmentOf(env), row.createdAt + dayMs).sources).toEqual([])
    await removeStray(env, Date.now() + dayMs)
    await expectRefusedImage(await edit(person, `work:${failed.id}.image`), gone)
  })

  test('is in the archive, with what the work was made from', async () => {
    const person = await newPerson({ tokens: 20 })
    const first = await edited(person, dataUrl('image/png', png(80, 64)))
    const second = await edited(person, `work:${first.id}.0`)
    const archive = new Uint8Array(await new Response(archiveBody(env, person.userId)).arrayBuffer())
    const entries = entriesOf(archive)
    const works = [...entries.keys()].filter((name) => name.startsWith('works/'))
    const files = [`${first.id}-1.png`, `${first.id}-image.png`, `${first.id}.json`, `${second.id}-1.png`]
    expect(works.toSorted()).toEqual([...files, `${second.id}.json`].map((name) => `works/${name}`).toSorted())
    expect(JSON.parse(entries.get(`works/${second.id}.json`) ?? '')).toMatchObject({
      madeFrom: [{ parameter: 'image', job: first.id, file: 0 }]
    })
  })

  test('is no copy of a deleted work, although the job that took it failed', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person)
    const failed = await edited(person, work.ref, 'Закат [сбой:модерация]')
    expect(await keysOf((await rowOf(person, failed)).id)).toEqual({ uploads: 0, sources: 0 })
    expect(failed.sources).toMatchObject([{ from: { job: work.operationId } }])
  })

  test('is kept when the browser made it from a work, and is used again as it was sent', async () => {
    const person = await newPerson({ tokens: 30 })
    const work = await newFinishedJob(person, png(160, 128))
    const sent = dataUrl('image/png', png(80, 64)).replace(';base64', `;work=${work.operationId}.0;base64`)
    const first = await edited(person, sent)
    const from = { job: work.operationId, file: 0 }
    const row = await rowOf(person, first)
    expect(row.madeFrom).toEqual([{ parameter: 'image', ...from, derived: true }])
    expect(await keysOf(row.id)).toEqual({ uploads: 0, sources: 1 })
    expect(first.sources).toMatchObject([{ parameter: 'image', from, derived: true }])
    const read = await open(first.sources[0]!.url)
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(png(80, 64))
    await removeJob(person, work.operationId)
    const { job } = await submitted(await edit(person, `work:${first.id}.image`))
    const again = await rowOf(person, job)
    expect(again.madeFrom).toEqual(row.madeFrom)
    expect(await storedUpload(again, 'image')).toEqual(png(80, 64))
  })

  test('stays for a day when the browser made it from a work and the job failed', async () => {
    const person = await newPerson({ tokens: 20 })
    const work = await newFinishedJob(person, png(160, 128))
    const sent = dataUrl('image/png', png(80, 64)).replace(';base64', `;work=${work.operationId}.0;base64`)
    const failed = await edited(person, sent, 'Закат [сбой:модерация]')
    expect(await keysOf((await rowOf(person, failed)).id)).toEqual({ uploads: 1, sources: 0 })
    expect((await open(failed.sources[0]!.url)).status).toBe(200)
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
