// The source files that the sandbox's Runway accepts, and their upload.
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { videoFactsOf } from '#sandbox/media/mp4-read.ts'
import { makeVideo } from '#sandbox/media/video.ts'
import { addressOf, jobOf, open, videoDoor, type Door } from '#tests/support/node/video-upstream.ts'

const minute = 60_000

const image = async () =>
  new Uint8Array(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#246' } })
      .png()
      .toBuffer()
  )
const dataUri = (type: string, bytes: Uint8Array) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

async function uploaded(door: Door, file: File, changes: Record<string, string> = {}) {
  const place = Object(await (await door.call('POST', 'uploads', { filename: file.name, type: 'ephemeral' })).json())
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...place.fields, ...changes })) form.set(name, String(value))
  form.set('file', file)
  const stored = await door.sandbox.fetch(new Request(place.uploadUrl, { method: 'POST', body: form }))
  return { uri: String(place.runwayUri), status: stored.status }
}

const withImage = (promptImage: string) => ({
  model: 'gen4_turbo',
  promptText: 'Оживи',
  promptImage,
  ratio: '960:960',
  duration: 4
})
const ask = async (door: Door, source: 'image' | 'video', body: object) => door.call('POST', `${source}_to_video`, body)
const idOf = async (response: Response) => String(Object(await response.json()).id)

it('an image may be a data URI, an upload or an HTTPS address', async () => {
  const door = videoDoor('runway')
  const { uri, status } = await uploaded(door, new File([await image()], 'a.png', { type: 'image/png' }))
  expect(status).toBe(204)
  for (const promptImage of [dataUri('image/png', await image()), uri, 'https://example.com/a.png'])
    expect((await ask(door, 'image', withImage(promptImage))).status).toBe(200)
})

it('a video has the duration and shape of its source', async () => {
  const door = videoDoor('runway')
  const source = await makeVideo({ aspectRatio: 9 / 16, lines: 720, seconds: 7, hasSound: false })
  const { uri } = await uploaded(door, new File([source], 'a.mp4', { type: 'video/mp4' }))
  const id = await idOf(await ask(door, 'video', { model: 'aleph2', promptText: 'Сделай ночь', videoUri: uri }))
  await door.pass(minute)
  const response = await open(door, await addressOf('runway', door, id))
  const facts = videoFactsOf(new Uint8Array(await response.arrayBuffer()))
  expect(facts).toEqual({ seconds: 7, width: 720, height: 1280 })
})

it('a task whose source cannot be read fails at once', async () => {
  const door = videoDoor('runway')
  const broken = (await image()).slice(0, 30)
  const id = await idOf(await ask(door, 'image', withImage(dataUri('image/png', broken))))
  expect(await jobOf(door, id)).toMatchObject({ status: 'FAILED', failureCode: 'ASSET.INVALID' })
})

it.each([
  ['an upload that never came', 'runway://unknown'],
  ['an address without TLS', 'http://example.com/a.png'],
  ['an address of numbers', 'https://127.0.0.1/a.png'],
  ['no address', 'a.png'],
  ['a video', 'data:video/mp4;base64,AAAA'],
  ['more than 5 MB in the request', `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}`]
])('%s is refused as a source', async (_, promptImage) => {
  expect((await ask(videoDoor('runway'), 'image', withImage(promptImage))).status).toBe(400)
})

it('an uploaded video is refused where an image is expected', async () => {
  const door = videoDoor('runway')
  const { uri } = await uploaded(door, new File([new Uint8Array([1])], 'a.mp4', { type: 'video/mp4' }))
  expect((await ask(door, 'image', withImage(uri))).status).toBe(400)
})

it('the upload storage accepts only the fields of its form', async () => {
  const door = videoDoor('runway')
  const file = new File([await image()], 'a.png', { type: 'image/png' })
  expect((await uploaded(door, file, { key: 'ephemeral/unknown/a.png' })).status).toBe(403)
  const url = 'http://sandbox.test/runway-storage/ephemeral'
  const post = async (body: FormData, headers: Record<string, string> = {}) =>
    (await door.sandbox.fetch(new Request(url, { method: 'POST', body, headers }))).status
  const withoutPolicy = new FormData()
  withoutPolicy.set('key', 'ephemeral/x/a.png')
  withoutPolicy.set('file', file)
  expect(await post(withoutPolicy)).toBe(403)
  expect(await post(withoutPolicy, { authorization: 'Bearer local-key' })).toBe(400)
})

it.each([{ filename: 'a', type: 'ephemeral' }, { filename: 'a.png' }, {}])('upload %j is refused', async (body) => {
  expect((await videoDoor('runway').call('POST', 'uploads', body)).status).toBe(400)
})
