// What the browser makes of a chosen file before it is sent.
import { expect, test, vi } from 'vitest'
import { prepareFile } from '#web/src/chat/attach/send-files.ts'
import { jpegExif, oneBlock } from './pictures.ts'

const chosen = (bytes: readonly number[], type = 'image/jpeg') =>
  new File([new Uint8Array(bytes)], 'снимок.jpg', { type })

test('a small picture is sent as it is: the server makes a right file of it', async () => {
  const file = chosen(oneBlock().slice(0, -2))
  expect(await prepareFile(file)).toBe(file)
})

test('a large one without its end is drawn from a file that has an end', async () => {
  const large = oneBlock(jpegExif(6)).slice(0, -2)
  // 4096 × 8 points, all in blocks of one bit or two.
  const frame = large.findIndex((byte, at) => byte === 0xff && large[at + 1] === 0xc0)
  large.splice(frame + 7, 2, 16, 0)
  const file = chosen([...large.slice(0, -1), ...Array<number>(128).fill(0)])
  const drawn: Blob[] = []
  vi.stubGlobal('createImageBitmap', async (picture: Blob) => {
    drawn.push(picture)
    return { width: 8, height: 4096, close: () => undefined }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => undefined } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(new Blob(['small'])))
  expect(await (await prepareFile(file)).text()).toBe('small')
  const bytes = [...(await drawn[0]!.bytes())]
  expect(bytes.slice(-2)).toEqual([0xff, 0xd9])
})

const megabyte = 1024 * 1024
const file = (...parts: BlobPart[]) => new File(parts, 'файл')

test('documents may be larger than texts, however they begin', async () => {
  for (const begin of ['PK\x03\x04', '{\\rtf1', `${' '.repeat(900)}%PDF-1.7`]) {
    const large = file(begin, new Uint8Array(5 * megabyte))
    expect(await prepareFile(large)).toBe(large)
  }
  await expect(prepareFile(file('text', new Uint8Array(5 * megabyte)))).rejects.toThrow('не больше 2')
})

test('a file of the old Office is called so, and not too large', async () => {
  const begin = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
  await expect(prepareFile(file(begin, new Uint8Array(5 * megabyte)))).rejects.toThrow('старого Office')
})
