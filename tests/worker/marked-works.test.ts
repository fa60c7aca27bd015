// The mark that a model made a work: in its stored file, in what others get of it, and on the pages, as the operator wants.
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { JobShare, SharedJob } from '#contract/job-shares.ts'
import type { Share, SharedChat } from '#contract/shares.ts'
import { resultKey } from '#data/files/job-files.ts'
import { jobView } from '#data/history/job-view.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { sourceTypes } from '#formats/ai-mark-packet.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { jobContext } from '#queues/base/context.ts'
import { complete, deliver } from '#queues/steps/deliver.ts'
import { changedBinding } from '../support/worker/changed-binding.ts'
import { delivered, endOf, expectAtRest, jobOf, newJob, type Ordered } from '../support/worker/jobs.ts'
import { addChat } from '../support/worker/owner.ts'
import { dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { jpeg, png, pngChunk } from '../support/worker/pictures.ts'
import { setStage } from '../support/worker/stage.ts'
import { deliverBatch, TestQueue } from '../support/worker/test-queue.ts'

setStage()

const marking = { ...env, AI_MARK: 'metadata' } as Env
const prompt = pngChunk('tEXt', Buffer.from('parameters\0secret words'))

/** Makes a work with the mark switched on, from the order to the end. */
async function made(service: string, ordered: Ordered = {}, bindings: object = { AI_MARK: 'metadata' }) {
  const queue = new TestQueue(bindings)
  const job = await newJob(service, 'Маяк', ordered)
  queue.send(job.id)
  await queue.drain()
  await expectAtRest(job)
  return jobOf(job)
}

async function storedFile(id: string, index = 0) {
  const object = await env.MEDIA.get(resultKey(id, index))
  if (!object) throw new Error('No file')
  return new Uint8Array(await object.arrayBuffer())
}

const has = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text)

test.each([
  ['flux', sourceTypes.trained, {}],
  ['dalle', sourceTypes.trained, {}],
  ['elevenlabs', sourceTypes.trained, {}],
  ['luma', sourceTypes.trained, {}],
  ['gpt-image-edit', sourceTypes.composite, { files: { image: png(64, 64) } }]
] as const)('a file of %s is stored with the mark, and its size is noted', async (service, type, ordered) => {
  const { id, files, step } = await made(service, ordered)
  expect(step).toBe('completed')
  const [file] = files
  const bytes = await storedFile(id)
  expect(has(bytes, type)).toBe(true)
  expect(bytes.length).toBe(file?.sizeBytes)
  expect(await inspectMedia(sourceOf(bytes))).toMatchObject({ type: file?.type, width: file?.width })
})

test('nothing is written while the mark is off', async () => {
  const { id, files } = await made('flux', {}, {})
  expect(has(await storedFile(id), 'cv.iptc.org')).toBe(false)
  expect(files[0]?.sizeBytes).toBe((await storedFile(id)).length)
})

async function running(ordered: Ordered = {}) {
  const job = await newJob('flux', 'Маяк [сбой:вечно]', ordered)
  await deliverBatch([{ jobId: job.id }], { bindings: new TestQueue().bindings })
  return jobOf(job)
}
const bytesOf = (bytes: Uint8Array<ArrayBuffer>) => ({ kind: 'bytes' as const, bytes })

test('a repeated step finds the mark and the size, and changes nothing', async () => {
  const job = await running()
  const row = await jobOf(job)
  await deliver(jobContext(marking, job.id), row, [png(40, 30), jpeg].map(bytesOf))
  const before = await Promise.all([storedFile(job.id, 0), storedFile(job.id, 1)])
  const { files } = await jobOf(job)
  expect(files.map(({ sizeBytes }) => sizeBytes)).toEqual(before.map(({ length }) => length))
  // The row has the sizes from before: as if the step had died between the files and the row.
  await complete(
    jobContext(marking, job.id),
    row,
    files.map((file) => ({ ...file, sizeBytes: 1 }))
  )
  expect(await Promise.all([storedFile(job.id, 0), storedFile(job.id, 1)])).toEqual(before)
  expect(await endOf(job)).toEqual({ ...delivered, files: 2 })
})

test.each([
  ['the store refuses the marked file', { put: refusing(1) }],
  ['the store does not give the file back', { head: () => Promise.reject(new Error('head: no')) }]
])('when %s, the work is delivered and charged without the mark, and the log counts it', async (_, methods) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const job = await running()
  const bucket = changedBinding(env.MEDIA, methods)
  await deliver(jobContext({ ...marking, MEDIA: bucket }, job.id), await jobOf(job), [bytesOf(png(40, 30))])
  expect(await endOf(job)).toEqual(delivered)
  expect(has(await storedFile(job.id), 'cv.iptc.org')).toBe(false)
  expect(warn.mock.calls.map(([line]) => JSON.parse(String(line)) as object)).toContainEqual(
    expect.objectContaining({ event: 'result-not-marked', jobId: job.id, type: 'image/png' })
  )
})

/** Puts that fail after so many. */
function refusing(after: number) {
  let puts = 0
  return (key: string, ...value: unknown[]) => {
    puts += 1
    if (puts > after) return Promise.reject(new Error('put: Unspecified error (0)'))
    return Reflect.apply(env.MEDIA.put, env.MEDIA, [key, ...value])
  }
}

/** The token of a link without the prompt. */
async function shareOf(person: Person, { operationId }: { operationId: string }) {
  const { share } = await dataOf<{ share: JobShare }>(
    await person.send(
      'POST',
      `/library/works/${operationId}/shares`,
      { days: null, withPrompt: false },
      { 'idempotency-key': crypto.randomUUID() }
    )
  )
  return new URL(share.url ?? '').searchParams.get('t')
}

const sentTo = async (token: string | null) =>
  new Uint8Array(await (await sendAsVisitor('GET', `/shared-works/${token}/files/0`)).arrayBuffer())

test.each([
  [sourceTypes.trained, 'trainedAlgorithmicMedia'],
  [sourceTypes.composite, 'compositeWithTrainedAlgorithmicMedia']
])('a picture with its maker’s own statement keeps that, and visitors get %s', async (type, stated) => {
  const person = await newPerson({ tokens: 50 })
  const job = await running({ userId: person.userId })
  const signed = png(40, 30, [pngChunk('caBX', Buffer.from(`jumb c2pa secret words ${stated}`))])
  await deliver(jobContext(marking, job.id), await jobOf(job), [bytesOf(signed)])
  expect(Buffer.from(await storedFile(job.id))).toEqual(Buffer.from(signed))
  const token = await shareOf(person, job)
  environmentOf(env).AI_MARK = 'metadata'
  try {
    const sent = await sentTo(token)
    expect([has(sent, type), has(sent, 'secret words')]).toEqual([true, false])
    expect(await inspectMedia(sourceOf(sent))).toMatchObject({ type: 'image/png', width: 40, height: 30 })
  } finally {
    environmentOf(env).AI_MARK = 'off'
  }
})

test('visitors who get no prompt get the mark', async () => {
  const person = await newPerson({ tokens: 50 })
  const job = await running({ userId: person.userId })
  const told = png(40, 30, [prompt])
  await deliver(jobContext(marking, job.id), await jobOf(job), [bytesOf(told)])
  expect(has(await storedFile(job.id), 'secret words')).toBe(true)
  const token = await shareOf(person, job)
  const sent = await sentTo(token)
  expect([has(sent, sourceTypes.trained), has(sent, 'secret words')]).toEqual([true, false])
  expect(await dataOf<SharedJob>(await sendAsVisitor('GET', `/shared-works/${token}`))).not.toHaveProperty('ai_mark')
  environmentOf(env).AI_MARK = 'visible'
  try {
    const shown = await dataOf<SharedJob>(await sendAsVisitor('GET', `/shared-works/${token}`))
    expect(shown.ai_mark).toBe(true)
    expect(jobView(await jobOf(job), environmentOf(env), Date.now()).aiMark).toBe(true)
  } finally {
    environmentOf(env).AI_MARK = 'off'
  }
  expect(jobView(await jobOf(job), environmentOf(env), Date.now())).not.toHaveProperty('aiMark')
})

test('a shared chat says it with the copy as it is stored', async () => {
  const person = await newPerson({ tokens: 50 })
  const { id } = await addChat(person.userId, 'Вопрос?')
  const { share } = await dataOf<{ share: Share }>(
    await person.send('POST', `/chat/conversations/${id}/shares`, {}, { 'idempotency-key': crypto.randomUUID() })
  )
  const read = () => sendAsVisitor('GET', `/shares/${share.url?.split('#')[1]}`)
  const plain = await dataOf<SharedChat>(await read())
  environmentOf(env).AI_MARK = 'visible'
  try {
    expect(await dataOf<SharedChat>(await read())).toEqual({ ai_mark: true, ...plain })
  } finally {
    environmentOf(env).AI_MARK = 'off'
  }
})
