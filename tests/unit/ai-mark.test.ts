// The mark of files that a model made: other programs read it, the picture stays, and a file that is no whole one is left alone.
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { sourceTypes } from '#formats/ai-mark-packet.ts'
import { markingOf } from '#formats/ai-mark.ts'
import { type Edit, editedSize, editedSource, editing } from '#formats/edits.ts'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { ownMarkIn } from '#formats/own-mark.ts'
import { writeOver } from '#formats/overwrites.ts'
import { textOverwrites } from '#formats/text-overwrites.ts'
import { wavHeader } from '#formats/wav.ts'
import { box, film, samples } from '../support/film.ts'
import { hostileMedia } from '../support/hostile-media.ts'
import { pngChunk } from '../support/worker/pictures.ts'

const drawn = sharp({
  create: { width: 33, height: 21, channels: 4, background: { r: 200, g: 30, b: 90, alpha: 0.5 } }
})
const exif = { IFD0: { Copyright: 'somebody' } }
const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
const foreignTag = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x05'), Buffer.from('told!')])

const pictures: [string, Uint8Array][] = [
  ['png', await drawn.png().toBuffer()],
  ['png with a packet', await drawn.png().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer()],
  ['jpeg', await drawn.jpeg().toBuffer()],
  ['jpeg with Exif', await drawn.jpeg().withExif(exif).toBuffer()],
  ['jpeg with a packet', await drawn.jpeg().withExif(exif).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer()],
  ['progressive jpeg', await drawn.jpeg({ progressive: true }).toBuffer()],
  [
    'webp',
    await sharp(await drawn.jpeg().toBuffer())
      .webp()
      .toBuffer()
  ],
  ['webp with transparency', await drawn.webp().toBuffer()],
  ['webp without loss', await drawn.webp({ lossless: true }).toBuffer()],
  ['webp with a packet', await drawn.webp().withExif(exif).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').toBuffer()]
]

const others: [string, Uint8Array][] = [
  ['mp4', film()],
  ['mp4 in fragments', Buffer.concat([film(), box('mfra', 'index')])],
  ['mp4 that ends with open samples', openEnded(film())],
  ['mp3', Buffer.concat([frame, frame])],
  ['mp3 with a tag', Buffer.concat([foreignTag, frame, frame])],
  ['wav', Buffer.concat([wavHeader(9, 8000), Buffer.alloc(9)])]
]

/** The length of the last box is left open, as encoders do that write in one pass. */
function openEnded(bytes: Buffer): Buffer {
  const open = Buffer.from(bytes)
  open.writeUInt32BE(0, bytes.length - samples.length)
  return open
}

const copy = (bytes: Uint8Array) => Uint8Array.from(bytes)

async function factsOf(bytes: Uint8Array) {
  const facts = await inspectMedia(sourceOf(bytes))
  if (!facts) throw new Error('Not a whole file')
  return facts
}

async function markedBy(bytes: Uint8Array, type: keyof typeof sourceTypes = 'trained') {
  const facts = await factsOf(bytes)
  const marking = await markingOf(sourceOf(bytes), type)
  if (marking.state !== 'edits') throw new Error(`The file is ${marking.state}`)
  return { facts, edits: marking.edits, bytes: await streamed(bytes, marking.edits) }
}

async function streamed(bytes: Uint8Array, edits: Edit[], pieceBytes = 7): Promise<Uint8Array<ArrayBuffer>> {
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += pieceBytes) controller.enqueue(bytes.slice(at, at + pieceBytes))
      controller.close()
    }
  })
  return new Uint8Array(await new Response(pieces.pipeThrough(editing(edits)) as ReadableStream).arrayBuffer())
}

const pixelsOf = async (bytes: Uint8Array) => (await sharp(bytes).ensureAlpha().raw().toBuffer()).toString('base64')

describe.each(pictures)('%s', (_, original) => {
  test('is the same picture, and other programs read the mark', async () => {
    const { facts, bytes } = await markedBy(original)
    expect(await factsOf(bytes)).toEqual(facts)
    expect(await pixelsOf(bytes)).toBe(await pixelsOf(original))
    const { xmpAsString, exif: kept, hasAlpha } = await sharp(bytes).metadata()
    expect(xmpAsString).toContain(`<Iptc4xmpExt:DigitalSourceType>${sourceTypes.trained}<`)
    const before = await sharp(original).metadata()
    expect(hasAlpha).toBe(before.hasAlpha)
    expect(kept).toEqual(before.exif)
  })
})

describe.each([...pictures, ...others])('%s', (_, original) => {
  test('is marked once, with one statement', async () => {
    const { facts, bytes } = await markedBy(original)
    expect(await factsOf(bytes)).toEqual(facts)
    expect(Buffer.from(bytes).toString('latin1').split(sourceTypes.trained).length - 1).toBe(
      facts.type === 'audio/mpeg' ? 2 : 1
    )
    expect(await markingOf(sourceOf(bytes), 'composite')).toEqual({ state: 'marked', isOurs: true })
    expect(await ownMarkIn(sourceOf(original), facts.type)).toBe(null)
    expect(await ownMarkIn(sourceOf(bytes), facts.type)).toMatchObject({ type: 'trained' })
    const composite = (await markedBy(original, 'composite')).bytes
    expect(await ownMarkIn(sourceOf(composite), facts.type)).toMatchObject({ type: 'composite' })
  })

  test('is never marked when it is cut', async () => {
    for (const keep of [0.3, 0.6, 0.95]) {
      const cut = original.slice(0, Math.floor(original.length * keep))
      if ((await inspectMedia(sourceOf(cut))) !== null) continue
      expect(await markingOf(sourceOf(cut), 'trained')).toEqual({ state: 'unable' })
    }
  })
})

test.each([...pictures, ...others])(
  '%s keeps its mark where everything else that it tells is taken away',
  async (_, original) => {
    const { facts, bytes } = await markedBy(original)
    const own = await ownMarkIn(sourceOf(bytes), facts.type)
    const untold = copy(bytes)
    writeOver(untold, 0, (await textOverwrites(sourceOf(bytes), facts.type, own?.range)) ?? [])
    expect(await ownMarkIn(sourceOf(untold), facts.type)).toEqual(own)
    expect(await markingOf(sourceOf(untold), 'trained')).toEqual({ state: 'marked', isOurs: true })
    expect(await factsOf(untold)).toEqual(facts)
    if (facts.type.startsWith('image/'))
      expect((await sharp(untold).metadata()).xmpAsString).toContain(sourceTypes.trained)
  }
)

test("the samples of a film stay where the film's tables say", async () => {
  const original = film()
  const { bytes } = await markedBy(original)
  expect(Buffer.from(bytes.slice(0, original.length))).toEqual(original)
})

test('a file with the signed statement of its maker is left as it is', async () => {
  const [, original] = pictures[0] ?? []
  if (!original) throw new Error('No picture')
  const signed = Buffer.concat([
    original.slice(0, 33),
    pngChunk('caBX', Buffer.from('jumb…/trainedAlgorithmicMedia')),
    original.slice(33)
  ])
  expect(await markingOf(sourceOf(signed), 'trained')).toEqual({ state: 'marked', isOurs: false })
  const silent = Buffer.concat([original.slice(0, 33), pngChunk('caBX', Buffer.from('jumb')), original.slice(33)])
  expect(await markingOf(sourceOf(silent), 'trained')).toMatchObject({ state: 'edits' })
})

test('a file that only tells of the mark in its texts is marked', async () => {
  const [, original] = pictures[0] ?? []
  if (!original) throw new Error('No picture')
  const text = pngChunk('tEXt', Buffer.from(`parameters\0${sourceTypes.trained}`))
  const told = Buffer.concat([original.slice(0, 33), text, original.slice(33)])
  expect(await markingOf(sourceOf(told), 'trained')).toMatchObject({ state: 'edits' })
})

test('more packets than a program writes are left alone', async () => {
  const [, original] = pictures[1] ?? []
  if (!original) throw new Error('No picture')
  const packet = pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x/>'))
  const many = Buffer.concat([original.slice(0, 33), ...Array.from({ length: 50 }, () => packet), original.slice(33)])
  expect(await markingOf(sourceOf(many), 'trained')).toEqual({ state: 'unable' })
})

test.each(hostileMedia)('$name ends, whatever it claims', async ({ make }) => {
  const bytes = copy(make())
  const { state } = await markingOf(sourceOf(bytes), 'trained')
  expect(['edits', 'unable']).toContain(state)
})

test('any damage leaves a file that is read as before, or no mark', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pictures, ...others),
      fc.array(fc.record({ at: fc.nat(), byte: fc.integer({ min: 0, max: 255 }) }), { maxLength: 6 }),
      async ([, original], damages) => {
        const bytes = copy(original)
        for (const { at, byte } of damages) bytes[at % bytes.length] = byte
        const facts = await inspectMedia(sourceOf(bytes))
        if (!facts) return
        const marking = await markingOf(sourceOf(bytes), 'trained')
        if (marking.state !== 'edits') return
        expect(await inspectMedia(sourceOf(await streamed(bytes, marking.edits)))).toEqual(facts)
      }
    ),
    { numRuns: 150 }
  ))

test('a stream, ranges and the size of an edited file agree', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.uint8Array({ maxLength: 5 })), { maxLength: 6 }),
      fc.integer({ min: 1, max: 70 }),
      async (bytes, steps, pieceBytes) => {
        let at = 0
        const edits = steps.map(([gap, length, added]) => {
          const from = Math.min(at + gap, bytes.length)
          at = Math.min(from + length, bytes.length)
          return { from, to: at, bytes: added }
        })
        const source = editedSource(sourceOf(bytes), edits)
        const whole = await source.read(0, source.size)
        expect(await streamed(bytes, edits, pieceBytes)).toEqual(copy(whole))
        expect(editedSize(bytes.length, edits)).toBe(whole.length)
        for (let from = 0; from < whole.length; from += 11)
          expect(await source.read(from, 11)).toEqual(whole.slice(from, from + 11))
      }
    )
  ))

test('a tag with a large picture in it is replaced without being read', async () => {
  const pictureBytes = 2 * 1024 * 1024
  const length = [21, 14, 7, 0].map((shift) => (pictureBytes >>> shift) & 0x7f)
  const tag = Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(length), Buffer.alloc(pictureBytes)])
  const bytes = Buffer.concat([tag, frame, frame])
  let most = 0
  const read = async (offset: number, count: number) => {
    most = Math.max(most, count)
    return new Uint8Array(bytes.subarray(offset, offset + count))
  }
  expect(await markingOf({ size: bytes.length, read }, 'trained')).toMatchObject({ state: 'edits' })
  expect(most).toBeLessThan(pictureBytes)
})
