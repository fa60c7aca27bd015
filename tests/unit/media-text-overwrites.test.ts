// A file that loses its texts while it is sent: same length, same picture, nothing told.
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { inspectMedia, sourceOf } from '#formats/media-inspect.ts'
import { overwriting, writeOver } from '#formats/overwrites.ts'
import { textOverwrites } from '#formats/text-overwrites.ts'
import { wavHeader } from '#formats/wav.ts'
import { box, film } from '../support/film.ts'
import { jpeg, png, pngChunk, secret, webp } from '../support/worker/pictures.ts'

const told = Buffer.from(secret)
const text = (name: string) => pngChunk(name, Buffer.from(`parameters\0${secret}`))
const part = (name: string, content: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), length, content])
}
const wav = Buffer.from(wavHeader(8, 8000))
const mp3Frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])
const id3 = Buffer.concat([Buffer.from('ID3'), Buffer.from([4, 0, 0, 0, 0, 0, told.length]), told])
const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, told.length + 2]), told])

const files: [string, Uint8Array][] = [
  ['image/png', png(4, 4, [text('tEXt'), text('iTXt')])],
  ['image/png', Buffer.concat([png(4, 4), told])],
  ['image/jpeg', jpeg],
  ['image/jpeg', Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2), told])],
  ['image/webp', webp],
  ['image/webp', Buffer.concat([webp, told])],
  ['video/mp4', film(box('udta', box('\xa9cmt', secret)), box('uuid', secret))],
  ['audio/mpeg', Buffer.concat([id3, mp3Frame, mp3Frame, Buffer.from('TAG'), Buffer.alloc(125).fill(told, 0, 10)])],
  ['audio/wav', Buffer.concat([wav.subarray(0, 36), part('LIST', told), wav.subarray(36), Buffer.alloc(8)])]
]

test.each(files)('%s (%#)', async (type, sent) => {
  const facts = await inspectMedia(sourceOf(sent))
  expect(facts?.type).toBe(type)
  expect(Buffer.from(sent).includes(told)).toBe(true)
  const overwrites = (await textOverwrites(sourceOf(sent), type)) ?? []
  const bytes = Uint8Array.from(sent)
  writeOver(bytes, 0, overwrites)
  expect(Buffer.from(bytes).includes(told)).toBe(false)
  expect(await inspectMedia(sourceOf(bytes))).toEqual(facts)
  expect(Buffer.from(await streamed(sent, overwrites))).toEqual(Buffer.from(bytes))
  // Once more there is nothing left to take away.
  const again = Uint8Array.from(bytes)
  writeOver(again, 0, (await textOverwrites(sourceOf(bytes), type)) ?? [])
  expect(again).toEqual(bytes)
})

test('a long chunk that tells nothing any more has the checksum of what is left', async () => {
  const bytes = png(4, 4, [pngChunk('tEXt', Buffer.alloc(200_001, secret))])
  writeOver(bytes, 0, (await textOverwrites(sourceOf(bytes), 'image/png')) ?? [])
  const name = Buffer.from(bytes).indexOf('juNk')
  const end = name + 4 + 200_001
  expect(Buffer.from(bytes).readUInt32BE(end)).toBe(crc32(bytes.subarray(name, end)))
})

const inPieces = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 5) controller.enqueue(Uint8Array.from(bytes.subarray(at, at + 5)))
      controller.close()
    }
  })

/** From the seventh byte on and in small pieces, behind the first six. */
async function streamed(sent: Uint8Array, overwrites: Parameters<typeof overwriting>[1]) {
  const body = inPieces(sent.subarray(6)).pipeThrough(overwriting(6, overwrites))
  const first = Uint8Array.from(sent.subarray(0, 6))
  writeOver(first, 0, overwrites)
  return Buffer.concat([first, Buffer.from(await new Response(body).arrayBuffer())])
}

test.each([
  ['video/webm', film()],
  ['video/mp4', film().subarray(0, -3)],
  ['image/png', jpeg]
])('of %s that we cannot read nothing is known', async (type, sent) => {
  expect(await textOverwrites(sourceOf(sent), type)).toBeNull()
})
