// The text of a key of the API: `sk-aip-`, 70 characters for the user, the key, its secret and our tag, and 6 of a checksum. The user's
// id leads to the user's object without a database; the tag, which only we can make, keeps invented ids from waking objects; by the
// checksum scanners of leaked secrets know a key without asking us. All keys are equally long. Pure.
import { crc32 } from '#formats/crc32.ts'
import { inShard, shardOf } from './shard.ts'

export interface ApiKeyParts {
  userId: string
  /** 8 hexadecimal digits. */
  keyId: string
  secret: Buffer
  tag: Buffer
}

export const keyIdBytes = 4
export const secretBytes = 24
export const tagBytes = 6

const prefix = 'sk-aip-'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const base = BigInt(digits.length)
const shardBytes = 2
const userBytes = 16
const bodyBytes = shardBytes + userBytes + keyIdBytes + secretBytes + tagBytes
/** The least in which every body can be written. */
const bodyLength = 70
const checksumLength = 6
const form = new RegExp(`^(${prefix}([0-9A-Za-z]{${bodyLength}}))([0-9A-Za-z]{${checksumLength}})$`)
const userForm = /^h[1-9]\d{0,3}-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** @returns so many digits, with zeros before */
function base62Of(number: bigint, length: number): string {
  let text = ''
  for (let left = number; text.length < length; left /= base) text = (digits[Number(left % base)] ?? '') + text
  return text
}

/** @returns null for a number that needs more bytes: each number has one text */
function bytesOf(text: string, length: number): Buffer | null {
  let number = 0n
  for (const digit of text) number = number * base + BigInt(digits.indexOf(digit))
  const hex = number.toString(16)
  return hex.length > 2 * length ? null : Buffer.from(hex.padStart(2 * length, '0'), 'hex')
}

const checksumOf = (text: string): string => base62Of(BigInt(crc32(Buffer.from(text))), checksumLength)

/** What the tag signs. @throws Error for a user or a key whose id has another form */
export function signedPartOf({ userId, keyId, secret }: Omit<ApiKeyParts, 'tag'>): Buffer {
  const uuid = userForm.exec(userId)?.[1]
  if (uuid === undefined) throw new Error('Only a user whose id is a UUID in a database can have a key')
  const shard = Buffer.alloc(shardBytes)
  shard.writeUInt16BE(shardOf(userId))
  const part = Buffer.concat([shard, Buffer.from(uuid.replaceAll('-', ''), 'hex'), Buffer.from(keyId, 'hex'), secret])
  if (part.length !== bodyBytes - tagBytes) throw new Error('The parts of a key have other lengths')
  return part
}

export function apiKeyOf(parts: ApiKeyParts): string {
  const body = Buffer.concat([signedPartOf(parts), parts.tag])
  const text = prefix + base62Of(BigInt(`0x${body.toString('hex')}`), bodyLength)
  return text + checksumOf(text)
}

/** The parts of a key; null for every other text. Who calls must compare the tag. */
export function partsOfApiKey(text: string): ApiKeyParts | null {
  const [, checked = '', written = '', checksum] = form.exec(text) ?? []
  if (checked === '' || checksumOf(checked) !== checksum) return null
  const body = bytesOf(written, bodyBytes)
  if (!body) return null
  let at = 0
  const next = (length: number) => body.subarray(at, (at += length))
  const shard = next(shardBytes).readUInt16BE()
  const uuid = next(userBytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const userId = inShard(shard, uuid)
  if (!userForm.test(userId)) return null
  return { userId, keyId: next(keyIdBytes).toString('hex'), secret: next(secretBytes), tag: next(tagBytes) }
}

/** How a key looks where it is not shown. */
export const hintOf = (text: string): string => `sk-…${text.slice(-4)}`
