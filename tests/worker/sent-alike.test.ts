// A file is taken alike on every way in, chat, studio and API, when players and browsers open it, and becomes the same right file.
import { env } from 'cloudflare:workers'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { attachmentKey } from '#data/files/attachment-files.ts'
import { film } from '../support/film.ts'
import { attach, sendFile } from '../support/worker/attaching.ts'
import {
  expectUntouched,
  later,
  rowsOf,
  sendWith,
  standingQueues,
  storedUpload,
  submitted
} from '../support/worker/generating.ts'
import { answered, newPerson, type Person } from '../support/worker/person.ts'
import { dataUrl, jpeg, png } from '../support/worker/pictures.ts'

const { bindings } = standingQueues()
const joined = (...parts: (Uint8Array | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))))

const submit = (person: Person, path: string, body: object) =>
  sendWith(person, bindings, path, { body, headers: later })
const edit = (person: Person, picture: Uint8Array) =>
  submit(person, '/ai/image/edit', { image: dataUrl('image/jpeg', picture), prompt: 'Закат' })
const useTool = (person: Person, picture: Uint8Array) =>
  submit(person, '/ai/image/stability', { tool: 'remove-bg', image: dataUrl('image/png', picture) })

/** What is kept of a picture in a chat, by the editor and by a tool. */
async function keptOf(picture: Uint8Array<ArrayBuffer>): Promise<Buffer[]> {
  const person = await newPerson({ tokens: 100 })
  const { id } = await attach(person, picture)
  const attached = await env.MEDIA.get(attachmentKey(id))
  await submitted(await edit(person, picture))
  await submitted(await useTool(person, picture))
  const uploads = (await rowsOf(person)).map((row) => storedUpload(row, 'image'))
  return [await attached!.arrayBuffer(), ...(await Promise.all(uploads))].map((bytes) => Buffer.from(bytes!))
}

const pixels = deflateSync(Buffer.alloc(81 * 64, 7))
const wrongSum = pixels.map((byte, at) => (at === pixels.length - 1 ? byte ^ 1 : byte))

test.each<[name: string, sent: Uint8Array<ArrayBuffer>, right: Uint8Array<ArrayBuffer>]>([
  ['a JPEG without an end', jpeg.slice(0, -2), jpeg],
  ['a JPEG with bytes between its segments', joined(jpeg.subarray(0, 282), [0, 0], jpeg.subarray(282)), jpeg],
  ['a PNG with a wrong checksum of its pixels', png(80, 64, [], wrongSum), png(80, 64, [], pixels)],
  ['a PNG without an end', png(80, 64).slice(0, -12), png(80, 64)]
])('%s', async (_, sent, right) => {
  const kept = await keptOf(sent)
  expect(kept).toHaveLength(3)
  expect(kept).toEqual(await keptOf(right))
})

test('a JPEG that is cut in its pixels is refused alike', async () => {
  const person = await newPerson({ tokens: 100 })
  const cut = jpeg.slice(0, -8)
  const answers = [sendFile(person, cut), edit(person, cut), useTool(person, cut)]
  const broken = { status: 400, data: { details: [{ msg: expect.stringContaining('поврежд') }] } }
  for (const answer of await Promise.all(answers)) expect(await answered(answer)).toMatchObject(broken)
  await expectUntouched(person, 100)
})

test('a film without a brand and with a trailer is taken, and ends where it should', async () => {
  const person = await newPerson({ tokens: 100 })
  const bare = joined(film().subarray(20))
  const video = dataUrl('video/quicktime', joined(bare, Buffer.from('a trailer')))
  await submitted(await submit(person, '/ai/video/runway', { mode: 'video-to-video', prompt: 'Зима', video }))
  const [row] = await rowsOf(person)
  expect((await storedUpload(row!, 'video'))?.length).toBe(bare.length)
})

test('the size that is asked for is that of the picture as it is seen', async () => {
  const person = await newPerson({ tokens: 100 })
  // The value of its orientation: a quarter turned.
  const at = Buffer.from(jpeg).indexOf(Buffer.from([0x12, 1, 3, 0])) + 8
  await submitted(
    await edit(
      person,
      jpeg.map((byte, index) => (index === at ? 6 : byte))
    )
  )
  const [turned] = await rowsOf(person)
  expect(turned!.options['size']).toBe('896x1120')
  expect(
    await attach(
      person,
      jpeg.map((byte, index) => (index === at ? 6 : byte))
    )
  ).toMatchObject({ width: 64, height: 80 })
})
