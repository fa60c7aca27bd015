// A PDF that needs a password to be read, in the oldest way of the standard: RC4 with keys of 40 bits.
import { createHash } from 'node:crypto'
import { drawn, pageObjects, pdfFile, streamObject } from './pdf-files.ts'

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const id = Buffer.from('0123456789abcdef')
/** Everything is allowed but to change it. */
const permissions = -4

const md5 = (...parts: readonly Uint8Array[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`
const padded = (password: string) => Buffer.concat([Buffer.from(password), padding]).subarray(0, 32)

function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number) => {
    ;[state[one], state[other]] = [state[other]!, state[one]!]
  }
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + state[index]! + key[index % key.length]!) % 256
    swap(index, other)
  }
  let at = 0
  let other = 0
  return Buffer.from(bytes).map((byte) => {
    at = (at + 1) % 256
    other = (other + state[at]!) % 256
    swap(at, other)
    return byte ^ state[(state[at]! + state[other]!) % 256]!
  }) as Buffer
}

/** @param password to open it; empty for a file that only forbids to be changed */
export function encryptedPdf(line: string, password: string): Uint8Array<ArrayBuffer> {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(password))
  const allowed = Buffer.alloc(4)
  allowed.writeInt32LE(permissions)
  const key = md5(padded(password), owner, allowed, id).subarray(0, 5)
  // What the page draws is object 4.
  const contentKey = md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10)
  const objects = pageObjects({ form: '' })
  objects[3] = streamObject(rc4(contentKey, Buffer.from(drawn([20, 100, line]))).toString('latin1'))
  return pdfFile(
    objects,
    `/ID [${hex(id)} ${hex(id)}] /Encrypt << /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(rc4(key, padding))} /P ${permissions} >>`
  )
}
