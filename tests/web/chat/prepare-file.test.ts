// What the browser says of a document before it is sent.
import { expect, test } from 'vitest'
import { prepareFile } from '../../../web/src/chat/attach/prepare-file.ts'

const megabyte = 1024 * 1024
const file = (...parts: BlobPart[]) => new File(parts, 'файл')

test('documents may be larger than texts, however they begin', async () => {
  for (const begin of ['PK\x03\x04', '{\\rtf1', `${' '.repeat(900)}%PDF-1.7`]) {
    const chosen = file(begin, new Uint8Array(5 * megabyte))
    expect(await prepareFile(chosen)).toBe(chosen)
  }
  await expect(prepareFile(file('text', new Uint8Array(5 * megabyte)))).rejects.toThrow('не больше 2')
})

test('a file of the old Office is called so, and not too large', async () => {
  const begin = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)
  await expect(prepareFile(file(begin, new Uint8Array(5 * megabyte)))).rejects.toThrow('старого Office')
})
