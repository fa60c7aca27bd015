// Files of jobs have signed addresses: an address opens one file for a limited time, and only the server can sign one.
import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openHistory } from '#data/base/database.ts'
import { fileLink, jobIdOf, resultKey } from '#data/files/job-files.ts'
import { closeJob, endJob, insertJob } from '#data/history/jobs.ts'
import type { StoredFile } from '#domain/job.ts'
import { environmentOf } from '#domain/parsed-environment.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { png } from '../support/worker/pictures.ts'

const bytes = png(80, 64)
const file: StoredFile = {
  index: 0,
  type: 'image/png',
  sizeBytes: bytes.length,
  width: 80,
  height: 64,
  durationSeconds: null
}

/** Creates a completed job with stored files, without running it. */
async function newFinishedJob(
  person: Person,
  { parameters = { prompt: 'Кот' }, count = 1 }: { parameters?: Record<string, string>; count?: number } = {}
) {
  const operationId = crypto.randomUUID()
  const history = openHistory(env, person.userId)
  const id = jobIdOf(person.userId, operationId)
  await insertJob(history, {
    id,
    userId: person.userId,
    operationId,
    fingerprint: 'x',
    kind: 'image',
    service: 'dalle',
    model: null,
    provider: 'openai',
    upstreamModel: 'gpt-image-2.5-flare',
    parameters,
    options: {},
    language: null,
    uploads: [],
    priceTokens: 5,
    createdAt: Date.now()
  })
  const files = Array.from({ length: count }, (_, index) => ({ ...file, index }))
  for (const { index } of files) await env.MEDIA.put(resultKey(id, index), bytes)
  await endJob(history, id, { step: 'completed', files }, { now: Date.now(), from: ['queued'] })
  await closeJob(history, id, { chargedTokens: 5, dueAt: null })
  return { id, operationId, url: fileLink(environmentOf(env), id, 0, Date.now()) }
}

const open = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  exports.default.fetch(new Request(url, { method, headers }))
const changed = (url: string, parameters: Record<string, string>) => {
  const copy = new URL(url)
  for (const [name, value] of Object.entries(parameters)) copy.searchParams.set(name, value)
  return String(copy)
}

let url = ''
let work: Awaited<ReturnType<typeof newFinishedJob>>
let owner: Person
beforeEach(async () => {
  owner = await newPerson()
  work = await newFinishedJob(owner)
  url = work.url
})
describe('a signed address', () => {
  test('gives the whole file with its type, and headers that keep it from running as a page', async () => {
    const response = await open(url)
    expect(response.status).toBe(200)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"\w+"$/),
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/)
    })
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1])
    const lifeSeconds = (Number(new URL(url).searchParams.get('expires')) - Date.now()) / 1000
    expect(Math.abs(lifeSeconds - maxAge)).toBeLessThan(5)
  })

  test('downloads under a readable name that is safe for file systems', async () => {
    const { url: named } = await newFinishedJob(owner, {
      parameters: { prompt: '../../Кот "на"\r\nкрыше: <b>', size: '1' }
    })
    const disposition = (await open(changed(named, { download: '1' }))).headers.get('content-disposition') ?? ''
    expect(disposition).toMatch(/^attachment; filename="dalle-[0-9a-f]{8}-1\.png"; filename\*=UTF-8''[\w.%-]+$/)
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe('DALL E 3 - Кот на крыше b.png')
  })

  test('answers HEAD with the same headers and no body', async () => {
    const [head, whole] = [await open(url, {}, 'HEAD'), await open(url)]
    expect(await head.text()).toBe('')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
  })

  test('answers 304 to a browser that has the file', async () => {
    const etag = (await open(url)).headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await open(url, { 'if-none-match': known })
      expect([response.status, await response.text()]).toEqual([304, ''])
    }
    expect((await open(url, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('a range', () => {
  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=10-', 10, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=5-99999', 5, undefined],
    ['bytes=-99999', 0, undefined]
  ])('%s gives that part of the file', async (range, from, to) => {
    const response = await open(url, { range })
    const part = bytes.slice(from, to)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(part)
    const first = from < 0 ? bytes.length + from : from
    expect([response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
      206,
      `bytes ${first}-${first + part.length - 1}/${bytes.length}`,
      String(part.length)
    ])
  })

  test.each(['bytes=99999-', 'bytes=-0', `bytes=${bytes.length}-`])('%s is refused with 416', async (range) => {
    const response = await open(url, { range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
  })

  test.each(['bytes=5-2', 'bytes=0-1,4-5', 'pages=1-2', 'bytes=a-b', 'bytes=-', `bytes=${'9'.repeat(400)}-`])(
    '%s is ignored, and the whole file is sent',
    async (range) => {
      const response = await open(url, { range })
      expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
    }
  )

  test('with an outdated if-range gets the whole file', async () => {
    const etag = (await open(url)).headers.get('etag') ?? ''
    const statuses = [etag, '"other"'].map(
      async (version) => (await open(url, { range: 'bytes=0-1', 'if-range': version })).status
    )
    expect(await Promise.all(statuses)).toEqual([206, 200])
  })
})

describe('an address that we did not sign', () => {
  const refused = { status: 403, success: false, code: 'BAD_LINK', error: expect.stringMatching(/недействительна/) }
  const hourMs = 60 * 60_000

  test.each<[name: string, forge: (url: string) => string]>([
    ['for another file', (sent) => sent.replace('/0?', '/1?')],
    [
      'for another job',
      (sent) => sent.replace(/files\/h(\d)-(.)/, (_, shard, digit) => `files/h${shard}-${digit === 'f' ? '0' : 'f'}`)
    ],
    ['with a later expiry', (sent) => changed(sent, { expires: String(Date.now() + 1000 * hourMs) })],
    ['with an infinite expiry', (sent) => changed(sent, { expires: 'Infinity' })],
    ['with an expiry in another notation', (sent) => changed(sent, { expires: '9e12' })],
    ['with another signature', (sent) => changed(sent, { signature: 'A'.repeat(32) })],
    ['with half a signature', (sent) => changed(sent, { signature: 'AAAA' })],
    ['with a character behind the signature', (sent) => `${sent}%3D`],
    ['for a file whose number begins with a zero', (sent) => sent.replace('/0?', '/00?')],
    ['with no signature', (sent) => sent.replace(/&signature=.*/, '')],
    ['with a path in it', (sent) => sent.replace('/0?', '/..%2F0?')],
    ['for an uploaded file', (sent) => sent.replace(/files\/([\w-]+)\/0/, 'files/uploads%2F$1%2Fimage')],
    ['with a negative number', (sent) => sent.replace('/0?', '/-1?')]
  ])('%s opens nothing', async (_, forge) => {
    expect(forge(url)).not.toBe(url)
    const response = await open(forge(url))
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const body = await answered(response)
    expect([403, 404]).toContain(body.status)
    if (body.status === 403) expect(body).toMatchObject(refused)
  })

  test('after it has expired opens nothing', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Number(new URL(url).searchParams.get('expires')) })
    expect(await answered(await open(url))).toMatchObject(refused)
  })

  test('signed with another secret opens nothing', async () => {
    const forged = fileLink({ ...environmentOf(env), JWT_SECRET: 'x'.repeat(40) }, work.id, 0, Date.now())
    expect(await answered(await open(forged))).toMatchObject(refused)
  })

  test('and without a signature opens nothing even for its owner', async () => {
    const response = await owner.send('GET', `/files/${work.id}/0`)
    expect(await answered(response)).toMatchObject(refused)
  })
})

describe('a deleted job', () => {
  test('is gone under every address and from the store', async () => {
    expect((await owner.send('DELETE', `/jobs/${work.operationId}/files`)).status).toBe(200)
    expect(await answered(await open(url))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    expect(await answered(await open(url, { range: 'bytes=0-1' }))).toMatchObject({ status: 404 })
    expect(await env.MEDIA.head(resultKey(work.id, 0))).toBeNull()
  })

  test('is gone at once even while the store still has its file', async () => {
    await owner.send('DELETE', `/jobs/${work.operationId}/files`)
    await env.MEDIA.put(resultKey(work.id, 0), bytes)
    expect((await open(url)).status).toBe(404)
  })
})

test('an uploaded file has no address', async () => {
  await env.MEDIA.put(`uploads/${work.id}/image`, bytes)
  for (const path of [`uploads/${work.id}/image`, `${work.id}/image`, `..%2Fuploads%2F${work.id}/image`]) {
    const sent = url.replace(/files\/[\w-]+\/0/, `files/${path}`)
    expect([403, 404]).toContain((await open(sent)).status)
  }
})
