// What links to works must not tell or allow: prompts that were not shared, reads without a limit, a changed request.
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { JobShare } from '#contract/job-shares.ts'
import { openHistory } from '#data/base/database.ts'
import { jobs } from '#data/history/schema.ts'
import { createApp } from '#worker/app.ts'
import { box, film } from '../support/film.ts'
import { addJob, finishedJobId } from '../support/worker/owner.ts'
import { answered, dataOf, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { png, pngChunk } from '../support/worker/pictures.ts'

const create = ({ send }: Person, body: object = {}, key = crypto.randomUUID()) =>
  send(
    'POST',
    `/library/works/${finishedJobId}/shares`,
    { days: null, withPrompt: false, ...body },
    { 'idempotency-key': key }
  )

async function pathOf(person: Person, body: object = {}): Promise<string> {
  const { share } = await dataOf<{ share: JobShare }>(await create(person, body))
  return `/shared-works/${new URL(share.url!).searchParams.get('t')}/files/0`
}

async function owner() {
  const person = await newPerson()
  return { person, ...(await addJob(person.userId)) }
}

const get = (path: string, headers = {}) => sendAsVisitor('GET', path, undefined, headers)

test('a download without the prompt is not named after it', async () => {
  const { person } = await owner()
  const nameOf = async (body: object) =>
    decodeURIComponent((await get(`${await pathOf(person, body)}?download=1`)).headers.get('content-disposition')!)
  expect(await nameOf({ withPrompt: false })).toMatch(
    /^attachment; filename="flux-[0-9a-f]{8}-1\.png"; filename\*=UTF-8''[A-Za-z0-9 ]+\.png$/
  )
  expect(await nameOf({ withPrompt: true })).toContain('море')
})

test('a picture shared without the prompt is sent without its metadata', async () => {
  const { person, keys } = await owner()
  const told = png(4, 4, [pngChunk('tEXt', Buffer.from('parameters\0SECRET PROMPT'))])
  await env.MEDIA.put(keys[0]!, told)
  const path = await pathOf(person)
  const seen = await get(path)
  const bytes = new Uint8Array(await seen.arrayBuffer())
  expect(bytes).toEqual(png(4, 4))
  expect(seen.headers.get('content-length')).toBe(String(bytes.length))
  const etag = seen.headers.get('etag')!
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  const part = await get(path, { range: 'bytes=30-49', 'if-range': etag })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 30-49/${bytes.length}`])
  expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(30, 50))
  const whole = await get(await pathOf(person, { withPrompt: true }))
  expect(new Uint8Array(await whole.arrayBuffer())).toEqual(told)
  expect(whole.headers.get('etag')).not.toBe(etag)
})

/** Stores other bytes as the person's work. */
async function stored(person: Person, key: string, { type, bytes }: { type: string; bytes: Uint8Array }) {
  await env.MEDIA.put(key, bytes)
  const files = [{ index: 0, type, sizeBytes: bytes.length, width: 1, height: 1, durationSeconds: null }]
  await openHistory(env, person.userId).update(jobs).set({ files }).where(eq(jobs.userId, person.userId))
}

test.each([
  { type: 'video/mp4', bytes: film(box('udta', box('\xa9cmt', 'SECRET PROMPT'))) },
  // As large as the pictures that are not held in memory.
  {
    type: 'image/png',
    bytes: png(4, 4, [pngChunk('tEXt', Buffer.from('c\0SECRET PROMPT'))], Buffer.alloc(21 * 1024 * 1024, 1))
  }
])('$type that is not held in memory is sent without its texts, whole and in parts', async ({ type, bytes }) => {
  const { person, keys } = await owner()
  await stored(person, keys[0]!, { type, bytes })
  const path = await pathOf(person)
  const seen = await get(path)
  expect(seen.headers.get('content-length')).toBe(String(bytes.length))
  const sent = Buffer.from(await seen.arrayBuffer())
  expect(sent.length).toBe(bytes.length)
  expect(sent.includes('SECRET')).toBe(false)
  const at = Buffer.from(bytes).indexOf('SECRET') + 3
  const part = await get(path, { range: `bytes=${at}-${at + 9}`, 'if-range': seen.headers.get('etag')! })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${at}-${at + 9}/${bytes.length}`])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(sent.subarray(at, at + 10))
  const whole = await get(await pathOf(person, { withPrompt: true }))
  expect(Buffer.from(await whole.arrayBuffer()).includes('SECRET')).toBe(true)
})

const readAs = async (address: string, path: string, limit: number) => {
  const url = new URL(path.startsWith('/shared') ? `/api${path}` : path, env.SITE_ORIGIN)
  const request = new Request(url, { headers: { 'cf-connecting-ip': address } })
  const response = await createApp().fetch(request, { ...env, LIMIT_READS_PER_MINUTE: String(limit) })
  await response.body?.cancel()
  return response.status
}

test('a network that tries tokens of files is refused, and another is not', async () => {
  const { person } = await owner()
  const path = await pathOf(person)
  const wrong = path.replace(/[0-9a-f]{40}/, '0'.repeat(40))
  const seen = []
  for (let count = 0; count < 4; count++) seen.push(await readAs('203.0.113.81', wrong, 3))
  expect(seen).toEqual([404, 404, 404, 429])
  expect(await readAs('203.0.113.81', path, 3)).toBe(429)
  expect(await readAs('198.51.100.81', path, 3)).toBe(200)
})

test('visitors do not use up the reads of the owner', async () => {
  const { person } = await owner()
  const path = await pathOf(person)
  const { job } = await dataOf<{ job: { files: { url: string }[] } }>(
    await person.send('GET', `/jobs/${finishedJobId}`)
  )
  const seen = []
  for (let count = 0; count < 3; count++) seen.push(await readAs(`198.51.100.${90 + count}`, path, 2))
  expect(seen).toEqual([200, 200, 429])
  expect(await readAs('198.51.100.99', job.files[0]!.url, 2)).toBe(200)
})

test('a key that made a link makes no other one', async () => {
  const { person } = await owner()
  const key = crypto.randomUUID()
  const asked = { withPrompt: true, days: 7 }
  const { share } = await dataOf<{ share: JobShare }>(await create(person, asked, key))
  for (const other of [{ withPrompt: false }, { days: 1 }, { days: null }])
    expect(await answered(await create(person, { ...asked, ...other }, key))).toMatchObject({
      status: 422,
      code: 'IDEMPOTENCY_MISMATCH'
    })
  expect(await dataOf(await create(person, asked, key))).toEqual({ share })
  const endless = crypto.randomUUID()
  await create(person, {}, endless)
  expect((await create(person, { days: 30 }, endless)).status).toBe(422)
})
