// `npm run gallery` against the sandbox over HTTP, in a folder of its own: what it says, makes, keeps and refuses.
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MediaProvider } from '#contract/catalogue/entry.ts'
import { createSandbox } from '#sandbox/app.ts'
import type { MediaOutput } from '#providers/media/media.ts'
import { fetchPicture } from '#scripts/gallery/fetch-picture.ts'
import { placesIn } from '#scripts/gallery/lists.ts'
import { makeGallery, type Making } from '#scripts/gallery/make.ts'
import { drawingSupplier } from '#scripts/gallery/makers.ts'
import { allWorks, type Work } from '#scripts/gallery/works.ts'
import { mediaSettings } from '../support/node/media-upstream.ts'

const sandbox = createSandbox({ speed: 1_000_000 })
const server = createAdaptorServer({ fetch: sandbox.fetch, overrideGlobalObjects: false })
let root = ''
let lines: string[] = []

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gallery-'))
  lines = []
  for (const list of Object.values(placesIn(root).lists)) mkdirSync(dirname(list), { recursive: true })
  sandbox.state.calls.clear()
})
afterEach(() => rmSync(root, { recursive: true }))

/** The settings of the stand-ins, moved to another address. */
const settingsAt = (origin: string) =>
  JSON.parse(JSON.stringify(mediaSettings).replaceAll('http://sandbox.test', origin)) as typeof mediaSettings

const originOf = (at: { address(): unknown }) => `http://127.0.0.1:${(at.address() as AddressInfo).port}`

const run = (order: Partial<Making>, present: MediaProvider[], origin = originOf(server)) =>
  makeGallery({
    settings: { media: settingsAt(origin), present: new Set(present) },
    places: placesIn(root),
    all: null,
    tools: [],
    isAgreed: true,
    print: (line) => void lines.push(line),
    signal: new AbortController().signal,
    pause: () => new Promise((resolve) => void setImmediate(resolve)),
    ...order
  })

const files = () => readdirSync(placesIn(root).folder).toSorted()
const listed = (list: 'home' | 'studio') =>
  (JSON.parse(readFileSync(placesIn(root).lists[list], 'utf8')) as { file: string; by: string }[]).map(
    ({ file, by }) => `${file}: ${by}`
  )

/** Some of the works of the product. */
const named = (...names: string[]) => allWorks().filter(({ file }) => names.includes(file.replace('.webp', '')))

/** A work for each prompt. */
const asking = (...prompts: string[]): Work[] =>
  prompts.map((prompt, place) => ({
    file: `flux-${place}.webp`,
    width: 60,
    height: 40,
    service: 'flux',
    prompt,
    settings: null,
    sources: {},
    list: 'studio'
  }))

test('says what it would make and with whom, and calls no supplier before it is agreed', async () => {
  expect(await run({ tools: ['flux', 'dalle', 'stability', 'luma'], isAgreed: false }, ['bfl', 'stability'])).toBe(true)
  expect(lines).toEqual([
    '0 pictures are there and stay, 9 will be made.',
    '  7 by bfl flux-2-klein-4b',
    '  1 by bfl flux-2-pro',
    '  1 by bfl flux-2-klein-9b',
    '  11 are left out: OPENAI_API_KEY is not set',
    '  10 are left out: a frame of a film is drawn by the supplier named in --with',
    '  6 are left out: stability reads English only, and OPENAI_API_KEY, which translates, is not set',
    'The suppliers charge for them. Nothing was made: add --yes.'
  ])
  expect([files(), listed('home'), listed('studio'), sandbox.state.calls.list()]).toEqual([[], [], [], []])
})

test('without keys it makes nothing, and says so', async () => {
  expect(await run({ works: named('flux-1') }, [])).toBe(false)
  expect(lines.at(-1)).toBe('  1 are left out: BFL_API_KEY is not set')
})

test('makes pictures of the sizes of the pages, lists them, and keeps what is there', async () => {
  const works = named('home-lake', 'made-flux-2', 'flux-1')
  expect(await run({ works }, ['bfl'])).toBe(true)
  expect([listed('home'), listed('studio')]).toEqual([
    ['home-lake.webp: bfl flux-2-klein-4b'],
    ['made-flux-2.webp: bfl flux-2-klein-9b', 'flux-1.webp: bfl flux-2-klein-4b']
  ])
  const kept = readFileSync(join(placesIn(root).folder, 'made-flux-2.webp'))
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 480, height: 720 })
  expect(kept.length).toBeLessThan(60_000)

  rmSync(join(placesIn(root).folder, 'flux-1.webp'))
  await sharp({ create: { width: 480, height: 360, channels: 3, background: 'red' } }).toFile(
    join(placesIn(root).folder, 'home-lake.webp')
  )
  rmSync(placesIn(root).lists.home)
  sandbox.state.calls.clear()
  expect(await run({ works, isAgreed: false }, ['bfl'])).toBe(true)
  expect([listed('home'), listed('studio'), sandbox.state.calls.list()]).toEqual([
    ['home-lake.webp: the operator'],
    ['made-flux-2.webp: bfl flux-2-klein-9b'],
    []
  ])
  expect(readFileSync(join(placesIn(root).folder, 'made-flux-2.webp')).equals(kept)).toBe(true)
})

test('one supplier draws what all others would: frames of films, and edits of pictures that it draws before', async () => {
  const works = named('gpt-image-edit-1', 'made-veo3-2')
  expect(await run({ works, all: drawingSupplier('dall-e-3') }, ['openai'])).toBe(true)
  expect(lines).toEqual([
    '0 pictures are there and stay, 2 will be made.',
    '  1 by openai gpt-image-2.5-flare',
    '  1 by openai gpt-image-2.5-sunburst',
    '  and before them 1 pictures that others are made from',
    '1/2 made-veo3-2.webp: openai gpt-image-2.5-flare',
    '2/2 gpt-image-edit-1.webp: openai gpt-image-2.5-sunburst',
    '2 were made, 0 failed.'
  ])
})

test('a tool with a mask, one with a sample, and one of the four pictures of a sheet', async () => {
  const works = named('stability-4', 'stability-6', 'midjourney-1')
  expect(await run({ works }, ['stability', 'openai', 'midjourney'])).toBe(true)
  expect(files()).toEqual(['midjourney-1.webp', 'stability-4.webp', 'stability-6.webp'])
})

test('what a supplier refuses, and what is not a picture, is said; the rest goes on', async () => {
  const words = ['модерация', 'квота', '429', 'html', 'пусто', 'не-тот-тип', 'битый-файл', 'ссылка-истекла', 'опрос']
  expect(await run({ works: asking(...words.map((word) => `Озеро [сбой:${word}]`)) }, ['bfl'])).toBe(false)
  expect(lines.slice(2)).toEqual([
    '1/9 flux-0.webp: not made, moderated request_moderated',
    '2/9 flux-1.webp: not made, bfl unpaid 402',
    '3/9 flux-2.webp: not made, bfl busy 429',
    ...[3, 4, 5, 6].map((place) => `${place + 1}/9 flux-${place}.webp: not made, the result is not a picture`),
    '8/9 flux-7.webp: not made, the address of the result answers 404',
    '9/9 flux-8.webp: bfl flux-2-klein-4b',
    '1 were made, 8 failed.'
  ])
  expect(files()).toEqual(['flux-8.webp'])
})

test('a result is read only up to a size', async () => {
  expect(await run({ works: asking('Озеро'), bounds: { sizeBytesMax: 1000, timeoutMs: 60_000 } }, ['bfl'])).toBe(false)
  expect(lines.at(-2)).toBe('1/1 flux-0.webp: not made, the result is longer than 1000 bytes')
})

test('a result that does not come, or stands still, is waited for only so long', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const standing = new ReadableStream<Uint8Array>()
  const outputs: MediaOutput[] = [
    { kind: 'link', url: originOf(silent) },
    { kind: 'stream', stream: standing, sizeBytes: null }
  ]
  for (const output of outputs)
    await expect(
      fetchPicture(output, { sizeBytesMax: 1e6, timeoutMs: 20 }, new AbortController().signal)
    ).rejects.toThrow('the result takes too long to arrive')
  silent.closeAllConnections()
  silent.close()
})

test('a supplier is named by itself or by its tool; who draws nothing from words is none', () => {
  const words = ['bfl', '/flux', 'stable-diffusion', 'gpt-image-edit', 'luma', 'elevenlabs', 'nobody']
  expect(words.map(drawingSupplier)).toEqual(['bfl', 'bfl', 'stability', 'openai', null, null, null])
})
