// Whether a picture shows anything and a recording can be heard, told by their bytes.
import { readdirSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { sourceOf } from '#formats/media-inspect.ts'
import { isEmptyMedia } from '#formats/emptiness.ts'
import { paintPicture } from '#sandbox/media/picture.ts'

const emptinessOf = (type: string, bytes: Uint8Array) => isEmptyMedia(type, sourceOf(bytes))

const flat = (background: string, width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background } })

const drawn = (shapes: string, background = '#ffffff') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="${background}"/>${shapes}</svg>`
    )
  ).removeAlpha()

const grainy = (sigma: number) =>
  sharp({
    create: {
      width: 600,
      height: 400,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma }
    }
  })

const encodings: [string, string, (picture: Sharp) => Sharp][] = [
  ['PNG', 'image/png', (picture) => picture.png()],
  ['PNG with a palette', 'image/png', (picture) => picture.png({ palette: true, colours: 16 })],
  ['PNG of 16 bits', 'image/png', (picture) => picture.toColourspace('rgb16').png()],
  ['grey PNG', 'image/png', (picture) => picture.toColourspace('b-w').png()],
  ['JPEG', 'image/jpeg', (picture) => picture.jpeg()],
  ['progressive JPEG', 'image/jpeg', (picture) => picture.jpeg({ progressive: true })],
  ['JPEG with full colour', 'image/jpeg', (picture) => picture.jpeg({ chromaSubsampling: '4:4:4', quality: 95 })],
  ['grey JPEG', 'image/jpeg', (picture) => picture.toColourspace('b-w').jpeg()],
  ['WebP', 'image/webp', (picture) => picture.webp()],
  ['lossless WebP', 'image/webp', (picture) => picture.webp({ lossless: true })]
]

const shown: [string, () => Sharp][] = [
  ['a word', () => drawn('<text x="200" y="200" font-size="40">Маяк</text>')],
  ['a dot', () => drawn('<circle cx="300" cy="200" r="20" fill="#800"/>')],
  ['dark on dark', () => drawn('<circle cx="300" cy="200" r="90" fill="#1c1c1c"/>', '#000000')]
]

/** A WebP is told by its length, and a few straight edges hardly add to it. */
const shownByPixels: typeof shown = [
  ['a frame', () => drawn('<rect x="10" y="10" width="580" height="380" fill="none" stroke="#000" stroke-width="2"/>')],
  ['two shades of white', () => drawn('<rect width="300" height="400" fill="#f0f0f0"/>')]
]

describe.each(encodings)('%s', (_, type, encode) => {
  test.each(['#ffffff', '#000000', '#3366aa'])('of the colour %s is empty', async (color) => {
    expect(await emptinessOf(type, await encode(flat(color)).toBuffer())).toBe(true)
  })

  test.each(type === 'image/webp' ? shown : [...shown, ...shownByPixels])(
    'with %s is not empty',
    async (_name, picture) => {
      expect(await emptinessOf(type, await encode(picture()).toBuffer())).toBe(false)
    }
  )

  test('painted by the sandbox is not empty', async () => {
    const painted = await paintPicture({ text: 'Маяк', width: 512, height: 512, type: 'image/png' })
    expect(await emptinessOf(type, await encode(sharp(painted)).toBuffer())).toBe(false)
  })

  test('cut in the middle is not measured', async () => {
    const whole = await encode(drawn('<circle cx="300" cy="200" r="90"/>')).toBuffer()
    expect(await emptinessOf(type, whole.subarray(0, whole.length / 2))).toBeNull()
  })
})

test.each(['image/png', 'image/jpeg'])(
  '%s of one colour with faint grain is empty, with strong grain it is not',
  async (type) => {
    const encode = (picture: Sharp) => (type === 'image/png' ? picture.png() : picture.jpeg()).toBuffer()
    expect(await emptinessOf(type, await encode(grainy(0.8)))).toBe(true)
    expect(await emptinessOf(type, await encode(grainy(60)))).toBe(false)
  }
)

const clear = (width: number) => sharp({ create: { width, height: 300, channels: 4, background: '#12345600' } })

describe('transparency', () => {
  test('a picture that is clear throughout is empty', async () => {
    expect(await emptinessOf('image/png', await clear(300).png().toBuffer())).toBe(true)
  })

  test('a white subject on a clear ground is not empty', async () => {
    const subject = await flat('#ffffff', 120, 120).png().toBuffer()
    const picture = clear(300).composite([{ input: subject, left: 20, top: 20 }])
    expect(await emptinessOf('image/png', await picture.png().toBuffer())).toBe(false)
    expect(await emptinessOf('image/webp', await picture.webp().toBuffer())).toBe(false)
  })
})

describe('MP3', () => {
  const folder = new URL('../../sandbox/media/voices/', import.meta.url)
  /** MPEG 1, layer III, 128 kbit/s, 44.1 kHz, mono: nothing but zeros behind the header. */
  const silentFrame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0xc4]), Buffer.alloc(413)])

  test.each(readdirSync(folder).filter((name) => name.endsWith('.mp3')))('%s is heard', async (name) => {
    expect(await emptinessOf('audio/mpeg', readFileSync(new URL(name, folder)))).toBe(false)
  })

  test('of zeros is silent', async () => {
    expect(await emptinessOf('audio/mpeg', Buffer.concat(Array(200).fill(silentFrame)))).toBe(true)
  })

  test('with a word in silence is heard', async () => {
    const voice = readFileSync(new URL('brian.mp3', folder))
    const recording = Buffer.concat([...Array<Buffer>(400).fill(silentFrame), voice.subarray(0, 208 * 40)])
    expect(await emptinessOf('audio/mpeg', recording)).toBe(false)
  })
})

test('what cannot be measured says so', async () => {
  expect(await emptinessOf('video/mp4', new Uint8Array(100))).toBeNull()
})
