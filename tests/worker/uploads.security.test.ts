// Uploaded files: their type is read from their bytes, and unusable files are refused before a reservation.
import { env, exports } from 'cloudflare:workers'
import { deflateSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { environmentOf } from '#domain/parsed-environment.ts'
import { signAccessToken } from '#worker/crypto/access-token.ts'
import {
  expectUntouched,
  later,
  rowsOf,
  sendWith,
  standingQueues,
  storedUpload,
  submitted
} from '../support/worker/generating.ts'
import { answered, newPerson, type Person, sendAsVisitor } from '../support/worker/person.ts'
import { dataUrl, jpeg, png, pngChunk, secret, webp } from '../support/worker/pictures.ts'
import { megabyte, slowly } from '../support/worker/slow-body.ts'

const noPicture = 'Это не изображение PNG, JPEG или WebP, или файл повреждён'
const html = new TextEncoder().encode('<!doctype html><script>alert(1)</script>')
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))

const { bindings } = standingQueues()
const edit = (person: Person, image: unknown) =>
  sendWith(person, bindings, '/ai/image/edit', { body: { image, prompt: 'Закат' }, headers: later })

async function expectRefused(response: Response, person: Person, details: { path: string; msg: string }[]) {
  expect(await answered(response)).toMatchObject({ status: 400, code: 'VALIDATION_FAILED', data: { details } })
  await expectUntouched(person, 100)
}

/** The stored bytes of an accepted picture. */
async function stored(image: string): Promise<Buffer> {
  const person = await newPerson({ tokens: 100 })
  await submitted(await edit(person, image))
  const [row] = await rowsOf(person)
  return Buffer.from((await storedUpload(row!, 'image')) ?? [])
}

describe('a picture', () => {
  test.each([
    ['jpeg', 'image/jpeg', jpeg],
    ['webp', 'image/webp', webp],
    ['png', 'image/png', png(80, 64, [pngChunk('tEXt', Buffer.from(`Comment\0${secret}`))])]
  ])('as %s is stored without its metadata', async (_, type, bytes) => {
    expect(Buffer.from(bytes).includes(secret)).toBe(true)
    const kept = await stored(dataUrl(type, bytes))
    expect(kept.length).toBeGreaterThan(60)
    expect(kept.includes(secret)).toBe(false)
  })

  test('gets its type from its bytes, whatever it is called', async () => {
    const kept = await stored(dataUrl('image/jpeg', png(80, 64)))
    expect(kept.subarray(1, 4).toString()).toBe('PNG')
  })

  test('loses data hidden after its end', async () => {
    for (const bytes of [jpeg, webp, png(80, 64)])
      expect((await stored(dataUrl('image/png', joined(bytes, html)))).includes('script')).toBe(false)
  })

  const animated = png(80, 64, [pngChunk('acTL', Buffer.alloc(8))])
  test.each<[name: string, bytes: Uint8Array, msg: string]>([
    ['a page', html, noPicture],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), noPicture],
    ['a gif', Buffer.from('GIF89a\u0001\0\u0001\0;'), noPicture],
    ['a test virus', Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'), noPicture],
    ['a page that begins like a png', joined(png(8, 8).subarray(0, 8), html), noPicture],
    ['a page that begins like a jpeg', joined(jpeg.subarray(0, 20), html), noPicture],
    ['half a jpeg', jpeg.subarray(0, jpeg.length / 2), noPicture],
    ['half a png', png(80, 64).subarray(0, 60), noPicture],
    ['a png with a wrong checksum', png(80, 64).map((byte, at) => (at === 45 ? byte ^ 1 : byte)), noPicture],
    ['a png without its pixels', png(80, 64, [], deflateSync(Buffer.alloc(100))), noPicture],
    ['a png of packed nonsense', png(80, 64, [], html), noPicture],
    ['an animated png', animated, 'Анимация не поддерживается. Загрузите обычное изображение'],
    ['65,535 pixels wide', png(65_535, 65_535, [], deflateSync(html)), 'Изображение слишком большое: не больше 40 Мп'],
    ['a video', Buffer.from('\0\0\0\u000cftypisom'), noPicture]
  ])('that is %s is refused', async (_, bytes, msg) => {
    const person = await newPerson({ tokens: 100 })
    await expectRefused(await edit(person, dataUrl('image/png', bytes)), person, [{ path: 'image', msg }])
  })

  test('that unpacks to 16 megabytes is unpacked no further than its own pixels need', async () => {
    const bomb = png(80, 64, [], deflateSync(Buffer.alloc(16 * megabyte)))
    const read = vi.spyOn(ReadableStreamDefaultReader.prototype, 'read')
    await submitted(await edit(await newPerson({ tokens: 100 }), dataUrl('image/png', bomb)))
    const results = await Promise.all(read.mock.results.map(({ value }) => value as Promise<{ value?: Uint8Array }>))
    read.mockRestore()
    expect(results.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)).toBeLessThan(megabyte)
  })

  test.each([
    ['an address', 'http://169.254.169.254/latest/meta-data', 'Такой файл не поддерживается'],
    ['a file of the server', 'file:///etc/passwd', 'Такой файл не поддерживается'],
    ['text', 'data:text/html;base64,PGh0bWw+', 'Такой файл не поддерживается'],
    ['a drawing', `data:image/svg+xml;base64,${'A'.repeat(40)}`, 'Такой файл не поддерживается'],
    ['no base64', 'data:image/png,%89PNG', 'Такой файл не поддерживается'],
    ['broken base64', 'data:image/png;base64,!!!!iVBORw0KGgo', 'Файл передан с ошибкой. Загрузите его ещё раз'],
    ['nothing', '', 'Загрузите изображение и введите описание изменений'],
    ['a list', ['data:image/png;base64,AAAA'], 'Загрузите изображение и введите описание изменений']
  ])('given as %s is refused', async (_, sent, msg) => {
    const person = await newPerson({ tokens: 100 })
    await expectRefused(await edit(person, sent), person, [{ path: 'image', msg }])
  })

  test('of more than 4 MB is refused by the editor', async () => {
    const person = await newPerson({ tokens: 100 })
    const large = png(80, 64, [pngChunk('teSt', Buffer.alloc(4 * megabyte))])
    await expectRefused(await edit(person, dataUrl('image/png', large)), person, [
      { path: 'image', msg: 'Размер файла не должен превышать 4MB' }
    ])
  })
})

const useTool = (person: Person, body: object) =>
  sendWith(person, bindings, '/ai/image/stability', { body, headers: later })

describe('a tool', () => {
  test('accepts a mask of the size of its image', async () => {
    const person = await newPerson({ tokens: 100 })
    const body = { tool: 'inpaint', prompt: 'Ваза', image: dataUrl('image/jpeg', jpeg) }
    const { job } = await submitted(await useTool(person, { ...body, mask: dataUrl('image/png', png(80, 64)) }))
    expect(job).toMatchObject({ uploads: ['image', 'mask'], parameters: { tool: 'inpaint', prompt: 'Ваза' } })
  })

  test.each([
    [
      'of another size',
      dataUrl('image/png', png(64, 80)),
      'Область замены должна быть того же размера, что и изображение'
    ],
    [
      'that is no png',
      dataUrl('image/png', jpeg),
      'Область замены — это изображение PNG, а этот файл другой или повреждён'
    ],
    ['that is missing', undefined, 'Выделите область, которую нужно заменить']
  ])('refuses a mask %s', async (_, mask, msg) => {
    const person = await newPerson({ tokens: 100 })
    const body = { tool: 'inpaint', prompt: 'Ваза', image: dataUrl('image/jpeg', jpeg), mask }
    await expectRefused(await useTool(person, body), person, [{ path: 'mask', msg }])
  })

  test.each([
    ['upscale', png(1200, 1000), 'Изображение слишком большое: для этого действия — не больше 1 Мп'],
    [
      'upscale',
      png(1600, 400),
      'Изображение слишком большое: для этого действия сторона не должна быть длиннее 1536 пикселей'
    ],
    ['upscale', png(31, 31), 'Изображение слишком маленькое: каждая сторона должна быть не меньше 32 пикселей'],
    ['remove-bg', png(63, 90), 'Изображение слишком маленькое: каждая сторона должна быть не меньше 64 пикселей']
  ])('%s refuses a picture of a wrong size before a reservation', async (tool, bytes, msg) => {
    const person = await newPerson({ tokens: 100 })
    await expectRefused(await useTool(person, { tool, image: dataUrl('image/png', bytes) }), person, [
      { path: 'image', msg }
    ])
  })

  test('ignores files that it does not take', async () => {
    const person = await newPerson({ tokens: 100 })
    const { job } = await submitted(
      await useTool(person, {
        tool: 'remove-bg',
        image: dataUrl('image/jpeg', jpeg),
        mask: '../../etc',
        styleImage: 'x'
      })
    )
    expect(job.uploads).toEqual(['image'])
  })
})

test('a video that is not a video by its bytes is refused', async () => {
  const person = await newPerson({ tokens: 100 })
  const send = (video: string) =>
    sendWith(person, bindings, '/ai/video/runway', {
      body: { mode: 'video-to-video', prompt: 'Зима', video },
      headers: later
    })
  await expectRefused(await send(dataUrl('video/mp4', jpeg)), person, [
    { path: 'video', msg: 'Это не видео MP4, WebM или MOV, или файл повреждён' }
  ])
})

describe('a body', () => {
  const path = '/ai/image/edit'
  const filler = 'A'.repeat(22 * megabyte)

  const post = (body: BodyInit, headers: Record<string, string>) =>
    exports.default.fetch(new Request(`${env.SITE_ORIGIN}/api${path}`, { method: 'POST', body, headers }))

  test('of a visitor is refused before more than 4 MB are read', async () => {
    const { stream, megabytes } = slowly(filler)
    const response = await post(stream, { 'content-type': 'application/json' })
    expect(response.status).toBe(401)
    expect(megabytes()).toBeLessThan(4)
  })

  test('of more than 32 megabytes is not read to its end', async () => {
    const token = signAccessToken(environmentOf(env), await newPerson({ tokens: 100 }), Date.now())
    const { stream, megabytes } = slowly(`{"image":"${filler}${filler}"}`)
    const response = await post(stream, { 'content-type': 'application/json', authorization: `Bearer ${token}` })
    expect(await answered(response)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
    expect(megabytes()).toBeLessThan(40)
  })

  test('may be large only because of a file', async () => {
    const person = await newPerson({ tokens: 100 })
    const many = JSON.stringify(
      Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, index]))
    )
    expect(await answered(await person.send('POST', path, many))).toMatchObject({ status: 413 })
    const file = 'A'.repeat(600_000)
    expect(await answered(await sendAsVisitor('POST', '/auth/login', { email: file }))).toMatchObject({ status: 413 })
    expect(await answered(await person.send('POST', path, { image: file, prompt: 'x' }))).toMatchObject({ status: 400 })
  })

  test('with Russian text, escaped slashes and a large file keeps its text', async () => {
    const person = await newPerson({ tokens: 100 })
    const large = dataUrl('image/png', png(80, 64, [pngChunk('teSt', Buffer.alloc(200_000, 0xff))]))
    const body = JSON.stringify({ prompt: 'Ёж с «"кавычками\\"»', image: large }).replaceAll('/', '\\/')
    const { job } = await submitted(await person.send('POST', path, body, later))
    expect(job.parameters).toMatchObject({ prompt: 'Ёж с «"кавычками\\"»' })
  })

  test.each(['{"image":"', `{"image":"${'A'.repeat(100_000)}`, '[]', 'null', '"x"', `["${'A'.repeat(100_000)}"]`])(
    'that is not an object is refused with 400',
    async (body) => {
      const person = await newPerson({ tokens: 100 })
      expect(await answered(await person.send('POST', path, body))).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
  )

  test('of another type than JSON is refused', async () => {
    const person = await newPerson({ tokens: 100 })
    const sent = await person.send('POST', path, '{"prompt":"x"}', { 'content-type': 'text/plain' })
    expect(await answered(sent)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  })
})
