// Attempts to make files do more than be files: names, types, sizes, links, keys, bombs.
import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { attachmentLimits } from '#contract/catalogue/attachments.ts'
import { fileLimits } from '#contract/catalogue/plans.ts'
import { attachmentKey } from '#data/files/attachment-files.ts'
import { documentsRule, unsentGraceMs, unsentKeptMs } from '#domain/attachment.ts'
import { attachedBytesKey } from '#domain/stored-bytes.ts'
import { purgeAttachments } from '#queues/attachments.ts'
import { pdf, textFile } from '../support/files.ts'
import { attach, objectsOf, open, refusalOf, sendFile } from '../support/worker/attaching.ts'
import { historyRows } from '../support/worker/histories.ts'
import { newPerson } from '../support/worker/person.ts'
import { jpeg, png, pngChunk, webp } from '../support/worker/pictures.ts'

const page = '<!doctype html><script>alert(1)</script>'

test('a page, a drawing and a script are only ever downloaded, as bytes', async () => {
  const person = await newPerson()
  for (const [name, text] of [
    ['page.html', page],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['picture.png', page]
  ] as const) {
    const { kind, type, url } = await attach(person, textFile(text), { name })
    expect({ kind, type }).toEqual({ kind: 'text', type: 'text/plain' })
    const { headers } = await open(url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringMatching(/^attachment; filename="file"; filename\*=UTF-8''[\w.%-]+$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'")
    })
  }
})

test('a picture with a page behind its end loses it', async () => {
  const person = await newPerson()
  const both = new Uint8Array(Buffer.concat([jpeg, textFile(page)]))
  const { url } = await attach(person, both, { name: 'x.html' })
  const file = await open(url)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  expect(await file.text()).not.toContain('<script>')
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\docs\\отчёт.pdf', 'отчёт.pdf'],
  ['a\u202Egnp.exe\u0000\r\nSet-Cookie: x', 'agnp.exeSet-Cookie: x'],
  ['"><img src=x onerror=alert(1)>.txt', '"><img src=x onerror=alert(1)>.txt'],
  [`${'д'.repeat(300)}.txt`, `${'д'.repeat(196)}.txt`]
])('the name %j is kept as %j', async (sent, kept) => {
  const person = await newPerson()
  const { name, url } = await attach(person, textFile('слово'), { name: sent })
  expect(name).toBe(kept)
  expect((await open(url)).headers.get('content-disposition')).not.toMatch(/[<>\r\n]/)
})

test.each([
  ['an empty name', { name: ' ' }, 400],
  ['a name that is no text', { headers: { 'x-file-name': '%E0%A4%A' } }, 400],
  ['a form', { headers: { 'content-type': 'multipart/form-data; boundary=x' } }, 400],
  ['a key that is none', { key: 'x' }, 400]
])('%s is refused', async (_, sent, status) => {
  expect(await refusalOf(sendFile(await newPerson(), textFile('слово'), sent))).toMatchObject({ status })
})

test.each([
  ['an animated picture', png(4, 4, [pngChunk('acTL', Buffer.alloc(8))])],
  ['a WebP, which not every model takes', webp],
  ['a picture cut off', jpeg.slice(0, 300)],
  ['an empty text', textFile(' \n ')],
  ['a text that is too long', textFile('а'.repeat(attachmentLimits.textLengthMax + 1))],
  ['a text of more than 2 MB', new Uint8Array(attachmentLimits.bytesMax.text + 1).fill(97)],
  ['a picture of more than 3,5 MB', png(4, 4, [pngChunk('teSt', Buffer.alloc(attachmentLimits.bytesMax.picture))])]
])('%s is refused in Russian, and leaves nothing', async (_, bytes) => {
  const person = await newPerson()
  expect(await refusalOf(sendFile(person, bytes))).toMatchObject({
    status: 400,
    code: 'VALIDATION_FAILED',
    error: expect.stringMatching(/^[А-Я]/)
  })
  const left = await historyRows(person.userId)
    .prepare('select count(*) as n from attachments where user_id = ?')
    .bind(person.userId)
    .first('n')
  expect(left).toBe(0)
})

test('a key is one file: sent again it is the same, another file under it is refused', async () => {
  // Links change every half hour.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const person = await newPerson()
  const key = crypto.randomUUID()
  const [one, again] = [await attach(person, jpeg, { key }), await attach(person, jpeg, { key })]
  expect(again).toEqual(one)
  expect(await refusalOf(sendFile(person, png(4, 4), { key }))).toMatchObject({
    status: 422,
    code: 'IDEMPOTENCY_MISMATCH'
  })
  const other = await attach(await newPerson(), jpeg, { key })
  expect(other.id).not.toBe(one.id)
})

test('a link opens one file until it expires', async () => {
  const person = await newPerson()
  const [one, other] = [await attach(person, jpeg), await attach(person, jpeg)]
  const link = new URL(one.url)
  for (const changed of [
    one.url.replace(one.id, other.id),
    one.url.replace(/expires=\d/, 'expires=9'),
    one.url.replace(/signature=.+/, 'signature=x'),
    `${link.origin}${link.pathname}`
  ])
    expect((await open(changed)).status).toBe(403)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 })
  expect((await open(one.url)).status).toBe(403)
  vi.useRealTimers()
})

test('files that are not asked with go after a day, with their bytes', async () => {
  const person = await newPerson()
  const { id } = await attach(person, jpeg)
  await purgeAttachments(env, Date.now() + unsentKeptMs)
  expect(await objectsOf(id)).toBe(1)
  const later = Date.now() + unsentKeptMs + unsentGraceMs + 1000
  expect(await purgeAttachments(env, later)).toBeGreaterThan(0)
  expect(await objectsOf(id)).toBe(0)
  expect(await purgeAttachments(env, later)).toBe(0)
  expect(await refusalOf(person.send('GET', `/chat/attachments/${id}`))).toMatchObject({ status: 404 })
})

test('a user may store so many bytes of files, and so many in a day', async () => {
  // Hundreds of bytes of a day come back each second.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const person = await newPerson()
  const { id } = await attach(person, jpeg)
  await historyRows(person.userId)
    .prepare('update attachments set size_bytes = ? where id = ?')
    .bind(fileLimits.free.bytesMax, id)
    .run()
  expect(await refusalOf(sendFile(person, jpeg))).toMatchObject({
    status: 403,
    code: 'STORAGE_FULL',
    error: expect.stringContaining('файлов')
  })
  await historyRows(person.userId).prepare('update attachments set size_bytes = 1 where id = ?').bind(id).run()
  // In kilobytes; the picture has taken one.
  const limit = fileLimits.free.bytesPerDay / 1000
  const rest = { key: attachedBytesKey, limit, windowMs: 86_400_000, count: limit - Math.ceil(jpeg.byteLength / 1000) }
  expect(await env.USER.getByName(person.userId).take([rest])).toEqual({ allowed: true })
  expect(await refusalOf(sendFile(person, jpeg))).toMatchObject({
    status: 429,
    code: 'STORAGE_DAY_FULL',
    error: expect.stringContaining('файлов')
  })
})

test('a body that is shorter or longer than declared is no file', async () => {
  const person = await newPerson()
  for (const length of [jpeg.length - 10, jpeg.length + 10]) {
    const response = await sendFile(person, jpeg, { headers: { 'content-length': String(length) } }).catch(() => null)
    if (response) expect([200, 400]).toContain(response.status)
    if (response?.status !== 200) continue
    // The runtime corrects a wrong header.
    const { attachment } = (await response.json<{ data: { attachment: { id: string } } }>()).data
    expect((await env.MEDIA.head(attachmentKey(attachment.id)))?.size).toBeGreaterThan(0)
  }
})

test('documents that would keep a reader busy for hours are refused, and nothing else', async () => {
  const person = await newPerson()
  expect((await attach(person, pdf('Report'))).kind).toBe('document')
  expect(await env.USER.getByName(person.userId).take([{ ...documentsRule, count: documentsRule.limit - 1 }])).toEqual({
    allowed: true
  })
  expect(await refusalOf(sendFile(person, pdf('Report')))).toMatchObject({
    status: 429,
    code: 'RATE_LIMITED',
    error: expect.stringContaining('документов')
  })
  expect((await attach(person, textFile('слово'))).state).toBe('ready')
})
